// SPDX-License-Identifier: Apache-2.0
#include "model/shrinkage.h"

#include <algorithm>
#include <cmath>

#include "family/group_moments.h"
#include "fold/fold.h"
#include "model/estimate.h"

namespace priory {
namespace {

constexpr std::string_view kShrinkage = "shrinkage";

bool is_auto(const PartPlan& part) {
  return std::ranges::any_of(part.settings, [](const auto& each) { return std::isnan(each.second); });
}

// The same with covariances as the rows have them: maximum likelihood, nothing added.
Plan bare(Plan plan) {
  for (PartPlan& part : plan.parts) {
    if (!is_auto(part)) continue;
    for (auto& [name, value] : part.settings) value = 0;
  }
  return plan;
}

const Matrix& matrix_of(const PartModel& part, std::string_view name) {
  return *std::ranges::find(part.parameters(), name, &Matrix::name);
}

// The sum over rows of |x - mean|^4, for every class of a model and every part that is left to the rows.
class Quartics {
 public:
  Quartics(const Classifier::State& state, std::vector<std::size_t> parts)
      : state_(&state), parts_(std::move(parts)), sums_(parts_.size(), Sums(1, state.classes.size())) {
    for (const std::string& label : state.classes) classes_.insert(label);
  }

  void accumulate(const Chunk& chunk) {
    const auto codes = translation_.look_up(*chunk.target.dictionary, classes_, kMissingCode);
    for (std::size_t k = 0; k < parts_.size(); ++k) add(state_->parts[parts_[k]], chunk, codes, sums_[k]);
  }
  void merge(const Quartics& other) {
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k].merge(other.sums_[k]);
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(sums_);
  }
  const Sums& of(std::size_t k) const { return sums_[k]; }  // 1 x classes

 private:
  static void add(const PartModel& part, const Chunk& chunk, std::span<const std::uint32_t> codes,
                  Sums& out) {
    const std::vector<const Column*> columns = columns_of(chunk, part.columns);
    const Matrix& mean = matrix_of(part, "mean");
    for (const std::uint32_t row : GroupRows(columns).complete) {
      const std::uint32_t cell = codes[chunk.target.codes[row]];
      if (cell == kMissingCode) continue;  // a class whose rows have no weight
      double square = 0;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const double x = columns[j]->reals[row] - mean.at(j, cell);
        square += x * x;
      }
      out.add_product(0, cell, chunk.weight_of(row), square, square);
    }
  }

  const Classifier::State* state_;
  std::vector<std::size_t> parts_;
  std::vector<Sums> sums_;
  Dictionary classes_;
  Translation translation_;
};

struct Losses {
  double distance = 0;  // sum of d
  double chance = 0;    // sum of min(b, d)

  void add(const Matrix& covariance, std::size_t cell, double quartic, double n) {
    const auto p = static_cast<std::size_t>(std::lround(std::sqrt(covariance.rows)));
    double squares = 0, trace = 0;
    for (std::size_t i = 0; i < covariance.rows; ++i) squares += std::pow(covariance.at(i, cell), 2);
    for (std::size_t j = 0; j < p; ++j) trace += covariance.at(j * p + j, cell);
    const double d = squares - trace * trace / static_cast<double>(p);
    const double b = (quartic / n - squares) / n;
    if (n == 0 || !(d > 0)) return;
    distance += d, chance += std::clamp(b, 0.0, d);
  }
};

double shrinkage_of(const Matrix& covariance, const Sums& quartics, const Sums& rows) {
  Losses losses;
  double quartic = 0, n = 0;
  for (std::size_t cell = 0; cell < rows.cells(); ++cell) {
    if (!covariance.shared) losses.add(covariance, cell, quartics.value(0, cell), rows.value(0, cell));
    quartic += quartics.value(0, cell), n += rows.value(0, cell);
  }
  if (covariance.shared) losses.add(covariance, 0, quartic, n);
  return losses.distance > 0 ? losses.chance / losses.distance : 0;
}

}  // namespace

bool has_auto_shrinkage(const Plan& plan) {
  return std::ranges::any_of(plan.parts, is_auto);
}

Plan with_shrinkage(Plan plan, const OpenChunks& open, unsigned threads, const Tick& tick) {
  if (!has_auto_shrinkage(plan)) return plan;
  const auto once = std::make_shared<const Plan>(bare(plan));
  auto statistics = std::make_shared<NamedSums>(fold(*open(), NamedSums(once), threads, tick));
  statistics->canonicalise();
  statistics->check_rows();
  const auto state = estimate_unchecked(statistics);
  std::vector<std::size_t> parts;
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    if (is_auto(plan.parts[k])) parts.push_back(k);
  }
  const Quartics quartics = fold(*open(), Quartics(*state, parts), threads, tick);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    auto& settings = plan.parts[parts[k]].settings;
    std::ranges::find(settings, kShrinkage, &std::pair<std::string, double>::first)->second =
        shrinkage_of(matrix_of(state->parts[parts[k]], "covariance"), quartics.of(k),
                     statistics->block(parts[k]).sums[kGroupCount]);
  }
  return plan;
}

}  // namespace priory
