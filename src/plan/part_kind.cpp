// SPDX-License-Identifier: Apache-2.0
#include "plan/part_kind.h"

#include "family/family.h"

namespace priory {

bool is_combined(const PartPlan& plan) {
  if (plan.kind != CellKind::codes) return false;
  const Family* family = find_family(plan.family, plan.kind);
  return family != nullptr && family->groups();
}

bool is_variable(const PartPlan& plan) {
  return plan.family == "table";
}

bool is_class_table(const PartPlan& plan) {
  return plan.family == "table-class";
}

}  // namespace priory
