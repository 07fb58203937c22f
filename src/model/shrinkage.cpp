// SPDX-License-Identifier: Apache-2.0
#include "model/shrinkage.h"

#include <algorithm>
#include <cmath>

#include "family/covariance/group_estimate.h"
#include "family/covariance/group_moments.h"
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

// One over the standard deviation of each column, in all classes together. A constant column has no say.
std::vector<double> units_of(const Block& statistics) {
  const GroupEstimate rows(statistics);
  std::vector<double> out(rows.n_columns());
  for (std::size_t j = 0; j < out.size() && !rows.all().empty(); ++j) {
    const double variance = quotient(rows.scatter_of_all(j, j), rows.all().n);
    out[j] = variance > 0 ? 1 / std::sqrt(variance) : 0;
  }
  return out;
}

// The sum over rows of |x - mean|^4 of standardised columns, for every class of a model and every part that
// is left to the rows.
class Quartics {
 public:
  Quartics(const Classifier::State& state, std::vector<std::size_t> parts)
      : state_(&state), parts_(std::move(parts)), sums_(parts_.size(), Sums(1, state.classes.size())) {
    for (const std::size_t k : parts_) units_.push_back(units_of(state.statistics->block(k)));
    for (const std::string& label : state.classes) classes_.insert(label);
  }

  void accumulate(const Chunk& chunk) {
    const auto codes = translation_.look_up(*chunk.target.dictionary, classes_, kMissingCode);
    for (std::size_t k = 0; k < parts_.size(); ++k)
      add(state_->parts[parts_[k]], chunk, codes, units_[k], sums_[k]);
  }
  void merge(const Quartics& other) {
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k].merge(other.sums_[k]);
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(sums_);
  }
  const Sums& of(std::size_t k) const { return sums_[k]; }  // 1 x classes
  const std::vector<double>& units(std::size_t k) const { return units_[k]; }

 private:
  static void add(const PartModel& part, const Chunk& chunk, std::span<const std::uint32_t> codes,
                  const std::vector<double>& units, Sums& out) {
    const std::vector<const Column*> columns = columns_of(chunk, part.columns);
    const Matrix& mean = matrix_of(part, "mean");
    for (const std::uint32_t row : GroupRows(columns).complete) {
      const std::uint32_t cell = codes[chunk.target.codes[row]];
      if (cell == kMissingCode) continue;  // a class whose rows have no weight
      double square = 0;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const double x = columns[j]->reals[row] - mean.at(j, cell);
        square += x * units[j] * (x * units[j]);
      }
      out.add_product(0, cell, chunk.weight_of(row), square, square);
    }
  }

  const Classifier::State* state_;
  std::vector<std::size_t> parts_;
  std::vector<Sums> sums_;
  std::vector<std::vector<double>> units_;
  Dictionary classes_;
  Translation translation_;
};

struct Losses {
  double distance = 0;  // sum of d
  double chance = 0;    // sum of min(b, d)

  void add(const Matrix& covariance, std::size_t cell, const std::vector<double>& units, double quartic,
           double n) {
    const std::size_t p = units.size();
    double squares = 0, trace = 0;
    for (std::size_t i = 0; i < covariance.rows; ++i)
      squares += std::pow(covariance.at(i, cell) * units[i / p] * units[i % p], 2);
    for (std::size_t j = 0; j < p; ++j) trace += covariance.at(j * p + j, cell) * units[j] * units[j];
    const double d = squares - trace * trace / static_cast<double>(p);
    const double b = (quartic / n - squares) / n;
    if (n == 0 || !(d > 0)) return;
    distance += d, chance += std::clamp(b, 0.0, d);
  }
};

double shrinkage_of(const Matrix& covariance, const std::vector<double>& units, const Sums& quartics,
                    const Sums& rows) {
  Losses losses;
  double quartic = 0, n = 0;
  for (std::size_t cell = 0; cell < rows.cells(); ++cell) {
    if (!covariance.shared) losses.add(covariance, cell, units, quartics.value(0, cell), rows.value(0, cell));
    quartic += quartics.value(0, cell), n += rows.value(0, cell);
  }
  if (covariance.shared) losses.add(covariance, 0, units, quartic, n);
  return losses.distance > 0 ? losses.chance / losses.distance : 0;
}

void set_value(std::vector<std::pair<std::string, double>>& settings, std::string_view name, double value) {
  std::ranges::find(settings, name, &std::pair<std::string, double>::first)->second = value;
}

}  // namespace

bool has_auto_shrinkage(const Plan& plan) {
  return std::ranges::any_of(plan.parts, is_auto);
}

Plan with_shrinkage(Plan plan, const OpenChunks& open, unsigned threads, const Tick& tick) {
  if (!has_auto_shrinkage(plan)) return plan;
  if (!plan.centres.empty())
    throw Error(ErrorKind::usage, "‹shrinkage› auto is for classes of one component, and there are ‹centres›",
                {}, "give a number: ‹shrinkage› 0.03");
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
    set_value(settings, kShrinkage,
              shrinkage_of(matrix_of(state->parts[parts[k]], "covariance"), quartics.units(k), quartics.of(k),
                           statistics->block(parts[k]).sums[kGroupCount]));
    set_value(settings, "standardise", 1);
  }
  return plan;
}

}  // namespace priory
