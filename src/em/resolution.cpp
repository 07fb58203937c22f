// SPDX-License-Identifier: Apache-2.0
#include "em/resolution.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/random.h"
#include "family/gaussian.h"
#include "fold/fold.h"

namespace priory {
namespace {

constexpr std::string_view kFloor = "min-variance";

double& setting(PartPlan& part, std::string_view name) {
  return std::ranges::find(part.settings, name, &std::pair<std::string, double>::first)->second;
}

// Whether nothing else keeps the variances of a part from 0.
bool wants_floor(PartPlan part) {
  if (part.family != Gaussian::info().name || part.kind != CellKind::reals) return false;
  const Settings usual(Gaussian::kOptions);
  return std::ranges::all_of(Gaussian::kOptions, [&](const Option& option) {
    return option.flag || setting(part, option.name) == usual[option.name];
  });
}

// Different values of a column, at most so many: those with the smallest hashes, whoever meets them first.
// Where a column has more, its resolution is that of nearly all of them or too fine to matter.
class SomeValues {
 public:
  void add(double value) {
    const std::uint64_t hash = hash_of(value);
    if (hash > limit_ || value == last_) return;
    last_ = value;
    values_.push_back(value);
    if (values_.size() >= 2 * kKept) compact();
  }
  void merge(const SomeValues& other) {
    values_.insert(values_.end(), other.values_.begin(), other.values_.end());
    compact();
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(values_, limit_);
  }

  double smallest_gap() {
    compact();  // so that the values are the same whether or not states were merged
    std::sort(values_.begin(), values_.end());
    double out = std::numeric_limits<double>::infinity();
    for (std::size_t k = 1; k < values_.size(); ++k) {
      if (const double gap = values_[k] - values_[k - 1]; gap > 0) out = std::min(out, gap);
    }
    return std::isfinite(out) ? out : 0;
  }

 private:
  static constexpr std::size_t kKept = 4096;

  static std::uint64_t hash_of(double value) { return mixed(std::bit_cast<std::uint64_t>(value + 0.0)); }

  void compact() {
    std::sort(values_.begin(), values_.end(),
              [](double a, double b) { return hash_of(a) != hash_of(b) ? hash_of(a) < hash_of(b) : a < b; });
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    if (values_.size() <= kKept) return;
    values_.resize(kKept);
    limit_ = hash_of(values_.back());
  }

  std::vector<double> values_;
  std::uint64_t limit_ = ~std::uint64_t{0};
  double last_ = std::numeric_limits<double>::quiet_NaN();
};

struct Values {
  std::vector<std::size_t> places;  // of columns of a chunk
  std::vector<SomeValues> of;

  void accumulate(const Chunk& chunk) {
    for (std::size_t k = 0; k < places.size(); ++k) {
      for (const double value : chunk.columns[places[k]].reals.view()) {
        if (!std::isnan(value)) of[k].add(value);
      }
    }
  }
  void merge(const Values& other) {
    for (std::size_t k = 0; k < of.size(); ++k) of[k].merge(other.of[k]);
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(of);
  }
};

}  // namespace

std::vector<double> find_variance_floors(const KeptRows& rows, unsigned threads, const Tick& tick) {
  const Plan& plan = rows.vocabulary().plan();
  std::vector<double> out(plan.parts.size());
  std::vector<std::size_t> parts;
  Values zero;
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    if (!wants_floor(plan.parts[k])) continue;
    parts.push_back(k);
    zero.places.push_back(rows.vocabulary().parts()[k].columns[0]);
  }
  zero.of.resize(parts.size());
  if (parts.empty()) return out;
  Values all = fold(*rows.open(), zero, threads, tick);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const double gap = all.of[k].smallest_gap();
    if (const double floor = gap * gap / 12; std::isfinite(floor)) out[parts[k]] = floor;
  }
  return out;
}

Plan with_floors(Plan plan, const std::vector<double>& floors) {
  for (std::size_t k = 0; k < floors.size(); ++k) {
    if (floors[k] > 0) setting(plan.parts[k], kFloor) = floors[k];
  }
  return plan;
}

}  // namespace priory
