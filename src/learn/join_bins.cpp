// SPDX-License-Identifier: Apache-2.0
// Which neighbouring bins are one is decided from the counts of all, which stay as they are.
#include "family/join_bins.h"

#include <algorithm>

#include "learn/named_sums.h"
#include "plan/part_kind.h"

namespace priory {
namespace {

double setting_of(const PartPlan& part, std::string_view name) {
  return std::ranges::find(part.settings, name, &std::pair<std::string, double>::first)->second;
}

std::vector<std::uint32_t> joined(const PartPlan& part, const Sums& count) {
  const auto how = static_cast<BinJoin>(setting_of(part, "join"));
  if (how == BinJoin::mdl) return joined_by_mdl(count);
  return joined_by_loo(count, part.bins[0], setting_of(part, "alpha"));
}

}  // namespace

void NamedSums::join_bins() {
  if (std::ranges::none_of(plan_->parts, leaves_bins)) return;
  auto plan = std::make_shared<Plan>(*plan_);
  for (std::size_t k = 0; k < plan->parts.size(); ++k) {
    PartPlan& part = plan->parts[k];
    if (leaves_bins(part)) part.bins[0].joined = joined(part, block(k).sums[0]);
  }
  plan_ = std::move(plan);
}

}  // namespace priory
