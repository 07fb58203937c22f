// SPDX-License-Identifier: Apache-2.0
// Columns given the class, for the report.
#include <cmath>

#include "portrait.h"

namespace priory::app {
namespace {

std::optional<double> parameter(const PartView& part, std::string_view name, std::size_t row,
                                std::size_t cell) {
  for (const Parameter& each : part.parameters) {
    if (each.name == name) return each.at(row, cell);
  }
  return std::nullopt;
}

struct MeanAndVariance {
  double mean = 0, variance = 0;
};

MeanAndVariance spread_of(const PartView& part, std::size_t column, std::size_t cell) {
  const auto get = [&](std::string_view name, std::size_t row) {
    return parameter(part, name, row, cell).value_or(std::nan(""));
  };
  if (part.plan->family == "poisson") return {get("rate", 0), get("rate", 0)};
  if (part.plan->family == "binomial") {
    const double p = get("probability", 0), n = get("trials", 0);
    return {n * p, n * p * (1 - p)};
  }
  if (part.plan->family == "gaussian") return {get("mean", 0), get("variance", 0)};
  return {get("mean", column), get("covariance", column * part.plan->columns.size() + column)};
}

PageProfile profile_of_values(const PartView& part, std::size_t n_classes) {
  constexpr std::size_t kMostValues = 20;
  PageProfile out{part.plan->columns[0], part.values, {}, {}, {}};
  if (out.values.size() > kMostValues) out.values.resize(kMostValues);
  for (std::size_t v = 0; v < out.values.size(); ++v) {
    std::vector<double> row(n_classes);
    for (std::size_t c = 0; c < n_classes; ++c) row[c] = std::exp(part.parameters[0].at(v, c));
    out.probability.push_back(std::move(row));
  }
  return out;
}

PageProfile profile_of_number(const PartView& part, std::size_t column, std::size_t n_classes) {
  PageProfile out{part.plan->columns[column], {}, {}, {}, {}};
  for (std::size_t c = 0; c < n_classes; ++c) {
    const MeanAndVariance spread = spread_of(part, column, c);
    out.mean.push_back(spread.mean);
    out.deviation.push_back(std::sqrt(spread.variance));
  }
  return out;
}

}  // namespace

std::vector<PageProfile> profiles(const Classifier& model) {
  constexpr std::size_t kMostClasses = 12, kMostColumns = 40;
  const std::size_t n_classes = model.classes().size();
  std::vector<PageProfile> out;
  if (n_classes > kMostClasses || model.components() > 1) return out;
  for (const PartView& part : model.parts()) {
    if (part.plan->kind == CellKind::codes && out.size() < kMostColumns)
      out.push_back(profile_of_values(part, n_classes));
    if (part.plan->kind != CellKind::reals) continue;
    for (std::size_t j = 0; j < part.plan->columns.size() && out.size() < kMostColumns; ++j)
      out.push_back(profile_of_number(part, j, n_classes));
  }
  return out;
}

}  // namespace priory::app
