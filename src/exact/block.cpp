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
    out.sums.push_back(statistics[k].row == Per::value ? sums[k].select(values, chosen)
                                                       : sums[k].select(all_rows(sums[k]), chosen));
  }
  return out;
}

void Block::merge(std::span<const Statistic> statistics, const Block& other, Sums::Map value_map,
                  Sums::Map cell_map) {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    sums[k].merge(other.sums[k], statistics[k].row == Per::value ? value_map : Sums::Map(),
                  statistics[k].per_cell ? cell_map : Sums::Map());
  }
}

void Block::subtract(std::span<const Statistic> statistics, const Block& other, Sums::Map value_map,
                     Sums::Map cell_map) {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    sums[k].subtract(other.sums[k], statistics[k].row == Per::value ? value_map : Sums::Map(),
                     statistics[k].per_cell ? cell_map : Sums::Map());
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
