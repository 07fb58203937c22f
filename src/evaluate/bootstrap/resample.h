// SPDX-License-Identifier: Apache-2.0
// Drawing rows with replacement, group by group: how often each group of equal rows comes when as many rows
// are drawn as there are. The distribution is the multinomial one, whichever way it is drawn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "priory/evaluation.h"

#include "core/random.h"

namespace priory {

class Resampler {
 public:
  explicit Resampler(std::vector<std::uint64_t> group_sizes);

  void draw(Random& random, std::span<std::uint64_t> counts) const;
  std::size_t size() const { return sizes_.size(); }
  double cost() const;  // of a draw, in rows drawn one by one

 private:
  void draw_groups(Random& random, std::span<std::uint64_t> counts) const;
  void draw_rows(Random& random, std::span<std::uint64_t> counts) const;

  std::vector<std::uint64_t> sizes_;
  std::uint64_t n_rows_ = 0;
  std::vector<std::uint32_t> group_of_;  // every row's; empty where groups are drawn, as they are few
};

// As many as were asked for; else 1000, or fewer, but not fewer than 200, where one costs as much as many
// rows; none where even those would take long.
std::size_t affordable(const BootstrapOptions& options, double cost);

// The middle part of the numbers, infinite ones among them, NaN left out: none without a number.
std::optional<Interval> percentile_interval(std::vector<double> values, double level);

// Calls figures(counts) for every resample, in any thread; entry [f][r] of the result is figure f of resample
// r. Each resample has a random sequence of its own.
template <class Figures>
std::vector<std::vector<double>> resample(const Resampler& resampler, std::size_t n_figures, std::size_t n,
                                          const BootstrapOptions& options, const Figures& figures);

}  // namespace priory

#include "fold/fold.h"

namespace priory {

template <class Figures>
std::vector<std::vector<double>> resample(const Resampler& resampler, std::size_t n_figures, std::size_t n,
                                          const BootstrapOptions& options, const Figures& figures) {
  std::vector<std::vector<double>> out(n_figures, std::vector<double>(n));
  std::vector<std::vector<std::uint64_t>> counts(std::max(1U, options.threads));
  parallel_for(options.threads, n, [&](unsigned thread, std::size_t r) {
    counts[thread].resize(resampler.size());
    Random random(mixed(options.seed) + r);
    resampler.draw(random, counts[thread]);
    const std::vector<double> found = figures(counts[thread]);
    for (std::size_t f = 0; f < n_figures; ++f) out[f][r] = found[f];
  });
  return out;
}

}  // namespace priory
