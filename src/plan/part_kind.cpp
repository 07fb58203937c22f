// SPDX-License-Identifier: Apache-2.0
#include "plan/part_kind.h"

#include <algorithm>

#include "family/family.h"

namespace priory {

bool is_combined(const PartPlan& plan) {
  if (plan.kind != CellKind::codes) return false;
  const Family* family = find_family(plan.family, plan.kind);
  return family != nullptr && family->groups();
}

bool is_gathered(const PartPlan& plan) {
  if (plan.kind != CellKind::codes) return false;
  const Family* family = find_family(plan.family, plan.kind);
  return family != nullptr && family->gathers();
}

bool leaves_bins(const PartPlan& plan) {
  if (!plan.binned(0) || !plan.bins[0].joined.empty()) return false;
  return std::ranges::any_of(
      plan.settings, [](const auto& setting) { return setting.first == "join" && setting.second != 0; });
}

bool is_averaged(const PartPlan& plan) {
  if (plan.kind != CellKind::codes) return false;
  const Family* family = find_family(plan.family, plan.kind);
  return family != nullptr && family->averages();
}

bool is_average(const Plan& plan) {
  const Family* family = find_family(plan.structure, CellKind::codes);
  return family != nullptr && family->averages();
}

bool is_variable(const PartPlan& plan) {
  return plan.family == "table";
}

bool is_class_table(const PartPlan& plan) {
  return plan.family == "table-class";
}

}  // namespace priory
