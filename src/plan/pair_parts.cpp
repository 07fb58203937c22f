// SPDX-License-Identifier: Apache-2.0
#include "plan/pair_parts.h"

#include <algorithm>
#include <fmt/format.h>

#include "plan/part_kind.h"
#include "plan/settings.h"

namespace priory {
namespace {

constexpr double kMostPairCells = 0x1p25;  // of all classes: a table of 256 megabytes

double n_values(const PartPlan& part, std::size_t j, const Draft& draft) {
  const double declared = static_cast<double>(part.declared_of[j].size());
  if (part.binned(j)) return declared;
  const auto at = std::ranges::find(draft.profile, part.columns[j], &ColumnProfile::name);
  return at == draft.profile.end() ? declared : std::max(declared, static_cast<double>(at->n_distinct));
}

std::vector<double> sizes_of(const PartPlan& part, const Draft& draft) {
  std::vector<double> out;
  for (std::size_t j = 0; j < part.columns.size(); ++j) out.push_back(n_values(part, j, draft));
  return out;
}

// Every two values of different columns.
double n_pairs(const std::vector<double>& sizes) {
  double sum = 0, squares = 0;
  for (const double n : sizes) sum += n, squares += n * n;
  return (sum * sum - squares) / 2;
}

double n_classes(const Draft& draft) {
  const auto at = std::ranges::find(draft.profile, draft.options.target, &ColumnProfile::name);
  return at == draft.profile.end() ? 1 : static_cast<double>(std::max<std::size_t>(at->n_distinct, 1));
}

template <class T>
T take_out(std::vector<T>& list, std::size_t j) {
  T out = std::move(list[j]);
  list.erase(list.begin() + static_cast<long>(j));
  return out;
}

// Column j alone, which the part loses.
PartPlan taken_out(PartPlan& part, std::size_t j) {
  PartPlan out;
  out.columns = {take_out(part.columns, j)}, out.declared = take_out(part.declared_of, j);
  const bool numbers = part.binned(j);
  if (!part.bins.empty()) take_out(part.bins, j);
  out.family = numbers ? "bins" : "categorical";
  out.kind = numbers ? CellKind::reals : CellKind::codes;
  if (numbers) out.declared.clear();
  return out;
}

// Takes the columns with the most values out of the part until it is small enough.
void take_out_largest(PartPlan& part, Draft& draft, std::vector<PartPlan>& out) {
  std::vector<double> sizes = sizes_of(part, draft);
  while (sizes.size() > 1 && n_pairs(sizes) * n_classes(draft) > kMostPairCells) {
    const auto most = static_cast<std::size_t>(std::ranges::max_element(sizes) - sizes.begin());
    take_out(sizes, most);
    out.push_back(taken_out(part, most));
    draft.note(
        fmt::format("column '{}' has too many values to count them beside those of others: it is {}, "
                    "given the class alone",
                    out.back().columns[0], out.back().family));
  }
}

}  // namespace

void fit_pairs(Draft& draft) {
  std::vector<PartPlan> alone;
  for (PartPlan& part : draft.plan.parts) {
    if (is_gathered(part)) take_out_largest(part, draft, alone);
  }
  for (PartPlan& part : alone) {
    settle(part, draft);
    draft.plan.parts.push_back(std::move(part));
  }
}

void note_pairs(const PartPlan& part, Draft& draft) {
  draft.note(fmt::format("{} counts every two values of {} columns: {} cells in each class", part.family,
                         part.columns.size(), n_pairs(sizes_of(part, draft))));
}

}  // namespace priory
