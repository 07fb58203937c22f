// SPDX-License-Identifier: Apache-2.0
#include "learn/centre_sample.h"

#include <algorithm>
#include <cmath>
#include <xxhash.h>

#include "core/random.h"
#include "kernels/cholesky.h"
#include "learn/nearest_centre.h"

namespace priory {
namespace {

constexpr std::size_t kMostRows = 1 << 15, kMostNumbers = 1 << 20;
// More columns are whitened each for itself: the plan would hold the square of their number.
constexpr std::size_t kMostWhitened = 64;
constexpr std::size_t kRounds = 20;
// Of the variance of a column in all classes: below that a direction is not worth telling rows apart.
constexpr double kLeastVariance = 0.1;

std::uint64_t hash_of(std::string_view label, std::span<const double> numbers) {
  const std::uint64_t of_label = XXH3_64bits(label.data(), label.size());
  return XXH3_64bits_withSeed(numbers.data(), numbers.size_bytes(), of_label);
}

using SampledRows = std::span<const CentreSample::Row>;

double n_of(SampledRows rows) {
  double out = 0;
  for (const auto& row : rows) out += static_cast<double>(row.count);
  return out;
}

// The mean of the numbers that are there; 0 of none.
std::vector<double> mean_of(SampledRows rows, std::size_t d) {
  std::vector<double> out(d), n(d);
  for (const auto& row : rows) {
    for (std::size_t j = 0; j < d; ++j) {
      if (std::isnan(row.numbers[j])) continue;
      n[j] += static_cast<double>(row.count);
      out[j] += static_cast<double>(row.count) * (row.numbers[j] - out[j]) / n[j];
    }
  }
  return out;
}

// Rows of one class each, in the order of `rows`.
std::vector<SampledRows> by_class(SampledRows rows) {
  std::vector<SampledRows> out;
  for (std::size_t first = 0, at = 0; at < rows.size(); ++at) {
    if (at + 1 < rows.size() && rows[at + 1].label == rows[first].label) continue;
    out.push_back(rows.subspan(first, at + 1 - first));
    first = at + 1;
  }
  return out;
}

// Sums of products of what rows lie off a mean, d x d.
void add_products(SampledRows rows, const std::vector<double>& mean, std::vector<double>& out) {
  const std::size_t d = mean.size();
  std::vector<double> off(d);
  for (const auto& row : rows) {
    for (std::size_t j = 0; j < d; ++j) off[j] = std::isnan(row.numbers[j]) ? 0 : row.numbers[j] - mean[j];
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j <= i; ++j) out[i * d + j] += static_cast<double>(row.count) * off[i] * off[j];
    }
  }
}

// The inverse factor of the covariance within classes, of columns in units of their deviation.
std::vector<double> whitening(SampledRows rows, const std::vector<double>& mean) {
  const std::size_t d = mean.size();
  std::vector<double> all(d * d), within(d * d), unit(d), out;
  add_products(rows, mean, all);
  for (const SampledRows& some : by_class(rows)) add_products(some, mean_of(some, d), within);
  const double n = n_of(rows);
  for (std::size_t j = 0; j < d; ++j) {
    const double variance = all[j * d + j] / n;
    unit[j] = variance > 0 && std::isfinite(variance) ? 1 / std::sqrt(variance) : 0;
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value = unit[i] == 0 || unit[j] == 0 ? 0 : within[i * d + j] / n * unit[i] * unit[j];
      within[i * d + j] = within[j * d + i] = value + (i == j ? kLeastVariance : 0);
    }
  }
  const auto factor = d <= kMostWhitened ? inverse_factor(within, d) : std::nullopt;
  for (std::size_t i = 0; i < d; ++i) {
    if (!factor) out.push_back(unit[i] / std::sqrt(within[i * d + i]));
    for (std::size_t j = 0; factor && j < d; ++j) out.push_back(factor->rows[i * d + j] * unit[j]);
  }
  return out;
}

// The rows of a class whitened, with their counts; and the centres, as k means finds them.
class KMeans {
 public:
  KMeans(const Centres& by, SampledRows rows) : d_(by.columns.size()), distance_(rows.size(), HUGE_VAL) {
    for (const auto& row : rows) {
      whiten(by, row.numbers, points_.emplace_back());
      weight_.push_back(static_cast<double>(row.count));
    }
  }

  std::vector<double> centres(std::size_t k) {
    Random random(1);
    std::vector<double> out = points_[random.below(points_.size())];
    while (out.size() < k * d_ && add_far_point(out, random)) continue;
    for (std::size_t round = 0; round < kRounds && move(out); ++round) continue;
    return out;
  }

 private:
  // A point drawn by the square of its distance from the centres; false: all points are centres.
  bool add_far_point(std::vector<double>& centres, Random& random) {
    const std::span<const double> last(centres.data() + centres.size() - d_, d_);
    double total = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      double square = 0;
      for (std::size_t j = 0; j < d_; ++j) square += (points_[i][j] - last[j]) * (points_[i][j] - last[j]);
      distance_[i] = std::min(distance_[i], square);
      total += weight_[i] * distance_[i];
    }
    if (!(total > 0)) return false;
    double left = random.uniform() * total;
    std::size_t at = 0;
    for (; at + 1 < points_.size() && left >= weight_[at] * distance_[at]; ++at)
      left -= weight_[at] * distance_[at];
    centres.insert(centres.end(), points_[at].begin(), points_[at].end());
    return true;
  }

  // Each centre to the mean of the points nearest to it; one that has none is dropped. False: none moved.
  bool move(std::vector<double>& centres) const {
    std::vector<double> sum(centres.size()), n(centres.size() / d_), out;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const std::size_t k = nearest(points_[i], centres);
      n[k] += weight_[i];
      for (std::size_t j = 0; j < d_; ++j) sum[k * d_ + j] += weight_[i] * points_[i][j];
    }
    for (std::size_t k = 0; k < n.size(); ++k) {
      for (std::size_t j = 0; n[k] > 0 && j < d_; ++j) out.push_back(sum[k * d_ + j] / n[k]);
    }
    std::swap(centres, out);
    return centres != out;
  }

  std::size_t d_;
  std::vector<std::vector<double>> points_;
  std::vector<double> weight_, distance_;  // of each point
};

}  // namespace

CentreSample::CentreSample(const Plan& plan) : places_(centre_places(plan)) {
  most_ = std::min(kMostRows, kMostNumbers / std::max<std::size_t>(places_.size(), 1));
}

void CentreSample::accumulate(const Chunk& chunk) {
  std::vector<double> numbers(places_.size());
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    if (chunk.weight_of(row) == 0) continue;
    for (std::size_t j = 0; j < places_.size(); ++j) {
      const double x = number_at(chunk, places_[j], row);
      numbers[j] = std::isnan(x) ? std::nan("") : x + 0.0;  // one zero, and one way to be missing
    }
    const std::string_view label = (*chunk.target.dictionary)[chunk.target.codes[row]];
    const std::uint64_t hash = hash_of(label, numbers);
    if (hash <= limit_) add({hash, 1, std::string(label), numbers});
  }
}

void CentreSample::merge(const CentreSample& other) {
  limit_ = std::min(limit_, other.limit_);
  for (const auto& [hash, row] : other.rows_) {
    if (hash <= limit_) add(row);
  }
  std::erase_if(rows_, [&](const auto& each) { return each.first > limit_; });
}

void CentreSample::add(Row row) {
  const auto [at, is_new] = rows_.try_emplace(row.hash);
  if (!is_new) return void(at->second.count += row.count);
  at->second = std::move(row);
  if (rows_.size() >= 2 * most_) keep_those_that_fit(most_);
}

void CentreSample::keep_those_that_fit(std::size_t most) {
  std::vector<std::uint64_t> hashes;
  for (const auto& [hash, row] : rows_) hashes.push_back(hash);
  if (hashes.size() <= most) return;
  const auto last = hashes.begin() + static_cast<long>(most) - 1;
  std::nth_element(hashes.begin(), last, hashes.end());
  limit_ = *last;
  std::erase_if(rows_, [&](const auto& each) { return each.first > limit_; });
}

std::vector<CentreSample::Row> CentreSample::rows() const {
  CentreSample own = *this;
  own.keep_those_that_fit(most_);
  std::vector<Row> out;
  for (auto& [hash, row] : own.rows_) out.push_back(std::move(row));
  std::ranges::sort(out, [](const Row& a, const Row& b) {
    return a.label != b.label ? a.label < b.label : a.hash < b.hash;
  });
  return out;
}

Plan with_centres(Plan plan, const CentreSample& sample) {
  const std::vector<CentreSample::Row> rows = sample.rows();
  Centres& out = plan.centres;
  const std::size_t d = out.columns.size();
  out.mean = mean_of(rows, d);
  out.whiten = whitening(rows, out.mean);
  for (const SampledRows& some : by_class(rows)) {
    const auto enough = static_cast<std::size_t>(n_of(some) / static_cast<double>(d + 1));
    const std::size_t k = std::clamp<std::size_t>(enough, 1, plan.components);
    out.of_class.emplace_back(some[0].label, KMeans(out, some).centres(k));
  }
  plan.undecided = false;
  return plan;
}

}  // namespace priory
