// SPDX-License-Identifier: Apache-2.0
#include "evaluate/bootstrap/resample.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace priory {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr double kCostOfAGroup = 25;  // a binomial number, in rows drawn one by one
constexpr double kMostDrawn = 2.5e8;  // rows in all resamples: some two seconds
constexpr std::size_t kUsual = 1000, kFewest = 200;

}  // namespace

Resampler::Resampler(std::vector<std::uint64_t> group_sizes)
    : sizes_(std::move(group_sizes)), n_rows_(std::reduce(sizes_.begin(), sizes_.end())) {
  if (static_cast<double>(sizes_.size()) * kCostOfAGroup < static_cast<double>(n_rows_)) return;
  group_of_.reserve(n_rows_);
  for (std::size_t g = 0; g < sizes_.size(); ++g)
    group_of_.insert(group_of_.end(), sizes_[g], static_cast<std::uint32_t>(g));
}

double Resampler::cost() const {
  return std::min(static_cast<double>(sizes_.size()) * kCostOfAGroup, static_cast<double>(n_rows_));
}

void Resampler::draw(Random& random, std::span<std::uint64_t> counts) const {
  group_of_.empty() ? draw_groups(random, counts) : draw_rows(random, counts);
}

// A group's share of what the groups before it left is binomial.
void Resampler::draw_groups(Random& random, std::span<std::uint64_t> counts) const {
  std::uint64_t draws = n_rows_, rows = n_rows_;
  for (std::size_t g = 0; g < sizes_.size(); ++g) {
    const double p = static_cast<double>(sizes_[g]) / static_cast<double>(rows);
    counts[g] = sizes_[g] == rows
                    ? draws
                    : static_cast<std::uint64_t>(random.binomial(static_cast<double>(draws), p));
    draws -= counts[g];
    rows -= sizes_[g];
  }
}

void Resampler::draw_rows(Random& random, std::span<std::uint64_t> counts) const {
  std::fill(counts.begin(), counts.end(), 0);
  for (std::uint64_t i = 0; i < n_rows_; ++i) {
    // The upper half of a product instead of a remainder: faster, and as even to 2^-64.
    ++counts[group_of_[static_cast<std::size_t>(static_cast<Wide>(random()) * n_rows_ >> 64)]];
  }
}

std::size_t affordable(const BootstrapOptions& options, double cost) {
  if (options.resamples) return *options.resamples;
  const double most = kMostDrawn / std::max(1.0, cost);
  return most < kFewest ? 0 : std::min(kUsual, static_cast<std::size_t>(std::min(most, 1e6)));
}

std::optional<Interval> percentile_interval(std::vector<double> values, double level) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double q) {  // as R's type 7 and numpy
    const double place = q * static_cast<double>(values.size() - 1);
    const auto k = static_cast<std::size_t>(place);
    const double share = place - static_cast<double>(k);
    if (share == 0 || values[k] == values[k + 1]) return values[k];
    return (1 - share) * values[k] + share * values[k + 1];
  };
  return Interval{at((1 - level) / 2), at((1 + level) / 2)};
}

}  // namespace priory
