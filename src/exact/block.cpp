// SPDX-License-Identifier: Apache-2.0
#include "exact/block.h"

#include <numeric>

namespace priory {
namespace {

constexpr std::uint32_t kFirst[] = {0};

std::vector<std::uint32_t> all_rows(const Sums& sums) {
  std::vector<std::uint32_t> out(sums.rows());
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

// The rows of all pairs of these values, in the order of value_pair.
std::vector<std::uint32_t> pairs_of(std::span<const std::uint32_t> values) {
  std::vector<std::uint32_t> out;
  out.reserve(n_value_pairs(values.size()));
  for (std::size_t b = 1; b < values.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a)
      out.push_back(static_cast<std::uint32_t>(value_pair(values[a], values[b])));
  }
  return out;
}

// What a map of values is for the rows of a statistic.
class RowMap {
 public:
  RowMap(const Statistic& statistic, Sums::Map values) {
    if (statistic.row == Per::value) map_ = values;
    if (statistic.row != Per::value_pair || values.empty()) return;
    pairs_ = pairs_of(values);
    map_ = pairs_;
  }
  RowMap(const RowMap&) = delete;
  RowMap& operator=(const RowMap&) = delete;
  // A map of one value is one of no pairs, and not the identity: there is nothing to map.
  bool nothing(const Statistic& statistic, Sums::Map values) const {
    return statistic.row == Per::value_pair && !values.empty() && pairs_.empty();
  }
  Sums::Map map() const { return map_; }

 private:
  std::vector<std::uint32_t> pairs_;
  Sums::Map map_;
};

}  // namespace

Block Block::zero(std::span<const Statistic> statistics, const Shape& shape, std::size_t cells) {
  Block out;
  for (const Statistic& each : statistics) {
    out.sums.emplace_back(shape.rows(each.row), each.per_cell ? cells : 1);
  }
  return out;
}

void Block::resize(std::span<const Statistic> statistics, const Shape& shape, std::size_t cells) {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    sums[k].resize(shape.rows(statistics[k].row), statistics[k].per_cell ? cells : 1);
  }
}

Block Block::select(std::span<const Statistic> statistics, std::span<const std::uint32_t> values,
                    std::span<const std::uint32_t> cells) const {
  Block out;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const std::span<const std::uint32_t> chosen = statistics[k].per_cell ? cells : kFirst;
    if (statistics[k].row == Per::value)
      out.sums.push_back(sums[k].select(values, chosen));
    else
      out.sums.push_back(sums[k].select(
          statistics[k].row == Per::value_pair ? pairs_of(values) : all_rows(sums[k]), chosen));
  }
  return out;
}

void Block::merge(std::span<const Statistic> statistics, const Block& other, Sums::Map value_map,
                  Sums::Map cell_map) {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const RowMap rows(statistics[k], value_map);
    if (rows.nothing(statistics[k], value_map)) continue;
    sums[k].merge(other.sums[k], rows.map(), statistics[k].per_cell ? cell_map : Sums::Map());
  }
}

void Block::subtract(std::span<const Statistic> statistics, const Block& other, Sums::Map value_map,
                     Sums::Map cell_map) {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const RowMap rows(statistics[k], value_map);
    if (rows.nothing(statistics[k], value_map)) continue;
    sums[k].subtract(other.sums[k], rows.map(), statistics[k].per_cell ? cell_map : Sums::Map());
  }
}

bool Block::plausible(std::span<const Statistic> statistics) const {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (std::size_t r = 0; !statistics[k].may_be_negative && r < sums[k].rows(); ++r) {
      for (std::size_t c = 0; c < sums[k].cells(); ++c) {
        if (sums[k].negative(r, c)) return false;
      }
    }
  }
  return true;
}

}  // namespace priory
