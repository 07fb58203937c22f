// SPDX-License-Identifier: Apache-2.0
// A pool of models as one plan: it has the parts of all members, one member after the other, over the same
// rows. So their sums are counted, merged and stored together, and each member is estimated from its own.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "priory/plan.h"

namespace priory {

constexpr std::string_view kPool = "pool";  // the structure of such a plan

// Members that leave nothing to decide, each with its weight and slope. An Error of kind usage names what
// they disagree in: the target, how a column is read.
Plan pool_plan(std::span<const Plan> members, std::span<const PoolMember> pool);

// The plan of a member alone.
Plan member_plan(const Plan& pool, std::size_t m);
// Its structure, or the families of its parts.
std::string member_name(const Plan& pool, std::size_t m);

}  // namespace priory
