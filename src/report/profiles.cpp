// SPDX-License-Identifier: Apache-2.0
// Columns given the class, for the report.
#include <cmath>

#include "priory/report.h"

namespace priory {
namespace {

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

// None if a class is spread beyond all numbers.
std::optional<PageProfile> profile_of_number(const Classifier& model, std::size_t part,
                                             const std::string& name, std::size_t column) {
  PageProfile out{name, {}, {}, {}, {}};
  for (std::size_t c = 0; c < model.classes().size(); ++c) {
    const Marginal at = model.marginal(part, c, column);
    if (!std::isfinite(at.mean) || !std::isfinite(at.deviation)) return std::nullopt;
    out.mean.push_back(at.mean);
    out.deviation.push_back(at.deviation);
  }
  return out;
}

}  // namespace

std::vector<PageProfile> profiles(const Classifier& model) {
  constexpr std::size_t kMostClasses = 12, kMostColumns = 40;
  const std::size_t n_classes = model.classes().size();
  std::vector<PageProfile> out;
  if (n_classes > kMostClasses || model.components() > 1) return out;
  const std::vector<PartView> parts = model.parts();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PartPlan& plan = *parts[k].plan;
    const bool bins = plan.kind == CellKind::reals && plan.binned(0);
    if ((plan.kind == CellKind::codes || bins) && out.size() < kMostColumns)
      out.push_back(profile_of_values(parts[k], n_classes));
    if (plan.kind != CellKind::reals || bins) continue;
    for (std::size_t j = 0; j < plan.columns.size() && out.size() < kMostColumns; ++j) {
      if (auto profile = profile_of_number(model, k, plan.columns[j], j)) out.push_back(std::move(*profile));
    }
  }
  return out;
}

}  // namespace priory
