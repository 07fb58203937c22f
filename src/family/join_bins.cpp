// SPDX-License-Identifier: Apache-2.0
#include "family/join_bins.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace priory {
namespace {

using ClassCounts = std::vector<double>;  // one a class

double total_of(const ClassCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

std::vector<ClassCounts> rows_of_counts(const Sums& count) {
  std::vector<ClassCounts> out(count.rows(), ClassCounts(count.cells()));
  for (std::size_t k = 0; k < out.size(); ++k) count.values(k, out[k]);
  return out;
}

// Of the class, in bits, and among how many classes.
struct Impurity {
  double n = 0, entropy = 0, classes = 0;

  explicit Impurity(const ClassCounts& counts) : n(total_of(counts)) {
    for (const double each : counts) {
      if (each <= 0) continue;
      entropy -= each / n * std::log2(each / n), ++classes;
    }
  }
};

// Cuts bins [begin, end) where it pays, and what is on either side.
class MdlCuts {
 public:
  explicit MdlCuts(std::vector<ClassCounts> table) : table_(std::move(table)) {}

  std::vector<std::uint32_t> make() {
    cuts_ = {0};
    divide(0, table_.size());
    std::ranges::sort(cuts_);
    return std::move(cuts_);
  }

 private:
  void divide(std::size_t begin, std::size_t end) {
    ClassCounts all(table_.empty() ? 0 : table_[0].size()), left = all;
    for (std::size_t k = begin; k < end; ++k) add(table_[k], all);
    const Impurity whole(all);
    double best = whole.entropy;
    std::size_t at = 0, places = 0;
    ClassCounts best_left;
    for (std::size_t k = begin; k < end; ++k) {
      if (total_of(table_[k]) > 0 && total_of(left) > 0) {
        ++places;
        const double bits = entropy_of(left, all, whole.n);
        if (bits < best) best = bits, at = k, best_left = left;
      }
      add(table_[k], left);
    }
    if (at == 0 || !worthwhile(whole, Impurity(best_left), Impurity(rest(all, best_left)), best, places))
      return;
    cuts_.push_back(static_cast<std::uint32_t>(at));
    divide(begin, at);
    divide(at, end);
  }

  static double entropy_of(const ClassCounts& left, const ClassCounts& all, double n) {
    const Impurity a(left), b(rest(all, left));
    return (a.n * a.entropy + b.n * b.entropy) / n;
  }

  static bool worthwhile(const Impurity& whole, const Impurity& a, const Impurity& b, double best,
                         std::size_t places) {
    const double delta = std::log2(std::pow(3, whole.classes) - 2) -
                         (whole.classes * whole.entropy - a.classes * a.entropy - b.classes * b.entropy);
    return whole.entropy - best > (std::log2(static_cast<double>(places)) + delta) / whole.n;
  }

  static void add(const ClassCounts& from, ClassCounts& to) {
    for (std::size_t c = 0; c < to.size(); ++c) to[c] += from[c];
  }
  static ClassCounts rest(const ClassCounts& all, const ClassCounts& left) {
    ClassCounts out = all;
    for (std::size_t c = 0; c < out.size(); ++c) out[c] -= left[c];
    return out;
  }

  std::vector<ClassCounts> table_;
  std::vector<std::uint32_t> cuts_;
};

// The log likelihood of the numbers in one bin, each by all others, without what all bins share.
double left_out_likelihood(const ClassCounts& counts, double log_width, double alpha) {
  double out = 0;
  for (const double n : counts) {
    if (n > 0) out += n * (std::log(std::max(n - 1, 0.0) + alpha) - log_width);
  }
  return out;
}

class LooJoins {
 public:
  LooJoins(std::vector<ClassCounts> table, const Bins& bins, double alpha) : bins_(&bins), alpha_(alpha) {
    total_.resize(table.empty() ? 0 : table[0].size());
    for (std::uint32_t k = 0; k < table.size(); ++k) {
      for (std::size_t c = 0; c < total_.size(); ++c) total_[c] += table[k][c];
      runs_.push_back({k, std::move(table[k])});
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) runs_[i].own = of(i, i, runs_[i].counts);
    for (std::size_t i = 0; i + 1 < runs_.size(); ++i) runs_[i].gain = gain_of(i);
  }

  std::vector<std::uint32_t> make() {
    double sum = 0;
    for (const Run& run : runs_) sum += run.own;
    double best = sum + shared();
    std::vector<std::uint32_t> out = firsts();
    while (runs_.size() > 1) {
      const auto at = std::ranges::max_element(runs_.begin(), runs_.end() - 1, {}, &Run::gain);
      sum += at->gain;
      join(static_cast<std::size_t>(at - runs_.begin()));
      if (const double now = sum + shared(); now >= best) best = now, out = firsts();
    }
    return out;
  }

 private:
  struct Run {
    std::uint32_t first = 0;
    ClassCounts counts;
    double own = 0, gain = 0;  // of joining it to the next
  };

  double of(std::size_t i, std::size_t last, const ClassCounts& counts) const {
    const double low = bins_->borders[runs_[i].first];
    const double high =
        last + 1 < runs_.size() ? bins_->borders[runs_[last + 1].first] : bins_->borders.back();
    return left_out_likelihood(counts, log_width(low, high), alpha_);
  }
  double gain_of(std::size_t i) const {
    ClassCounts both = runs_[i].counts;
    for (std::size_t c = 0; c < both.size(); ++c) both[c] += runs_[i + 1].counts[c];
    return of(i, i + 1, both) - runs_[i].own - runs_[i + 1].own;
  }
  double shared() const {
    double out = 0;
    for (const double n : total_)
      if (n > 0) out -= n * std::log(std::max(n - 1, 0.0) + alpha_ * static_cast<double>(runs_.size()));
    return out;
  }
  void join(std::size_t i) {
    for (std::size_t c = 0; c < total_.size(); ++c) runs_[i].counts[c] += runs_[i + 1].counts[c];
    runs_.erase(runs_.begin() + static_cast<long>(i) + 1);
    runs_[i].own = of(i, i, runs_[i].counts);
    if (i + 1 < runs_.size()) runs_[i].gain = gain_of(i);
    if (i > 0) runs_[i - 1].gain = gain_of(i - 1);
  }
  std::vector<std::uint32_t> firsts() const {
    std::vector<std::uint32_t> out;
    for (const Run& run : runs_) out.push_back(run.first);
    return out;
  }

  const Bins* bins_;
  double alpha_;
  ClassCounts total_;
  std::vector<Run> runs_;
};

}  // namespace

// By halves, since the difference of the largest doubles overflows; halves of the smallest are 0.
double log_width(double low, double high) {
  const double half = high / 2 - low / 2;
  return half < std::numeric_limits<double>::min() ? std::log(high - low)
                                                   : std::log(half) + std::numbers::ln2;
}

std::vector<std::uint32_t> joined_by_mdl(const Sums& count) {
  return MdlCuts(rows_of_counts(count)).make();
}

std::vector<std::uint32_t> joined_by_loo(const Sums& count, const Bins& bins, double alpha) {
  return LooJoins(rows_of_counts(count), bins, alpha > 0 ? alpha : 1).make();
}

std::vector<std::uint32_t> joined_of(const Bins& bins) {
  std::vector<std::uint32_t> out(bins.size());
  std::iota(out.begin(), out.end(), 0U);
  for (std::uint32_t k = 0, at = 0; k < out.size() && !bins.joined.empty(); ++k) {
    if (at + 1 < bins.joined.size() && k == bins.joined[at + 1]) ++at;
    out[k] = at;
  }
  return out;
}

}  // namespace priory
