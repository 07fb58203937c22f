// SPDX-License-Identifier: Apache-2.0
#include "store/pool_json.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "plan/pool_plan.h"
#include "store/json_object.h"

namespace priory {

using nlohmann::ordered_json;

ordered_json json_of(const std::vector<PoolMember>& pool) {
  ordered_json out = ordered_json::array();
  for (const PoolMember& each : pool)
    out.push_back({{"weight", each.weight}, {"slope", each.slope}, {"structure", each.structure}});
  return out;
}

std::vector<PoolMember> pool_of_json(const ordered_json& json) {
  std::vector<PoolMember> out;
  for (const ordered_json& each : json) {
    JsonObject member(each, "a member of a pool");
    PoolMember& to = out.emplace_back();
    member.read("weight", to.weight);
    member.read("slope", to.slope);
    member.read("structure", to.structure);
    member.finish();
    if (!(to.weight > 0 && to.weight <= 1) || !(to.slope > 0 && to.slope <= 1e6))
      throw std::out_of_range("a member of a pool that cannot be");
  }
  if (out.empty()) throw std::out_of_range("a pool without members");
  return out;
}

void check_pool(const Plan& plan) {
  const auto in_turn = [](const PartPlan& a, const PartPlan& b) {
    return b.member < a.member || b.member > a.member + 1;
  };
  const bool named = plan.structure == kPool;
  if (named != !plan.pool.empty()) throw std::out_of_range("a pool without members, or members of none");
  const std::size_t n = plan.parts.empty() ? 0 : plan.parts.back().member + 1;
  const bool sound = plan.pool.empty() ? n <= 1
                                       : n == plan.pool.size() && plan.parts[0].member == 0 &&
                                             !plan.expected && plan.centres.empty() && !plan.target.empty();
  if (!sound || std::ranges::adjacent_find(plan.parts, in_turn) != plan.parts.end())
    throw std::out_of_range("parts of other members than the pool has");
}

}  // namespace priory
