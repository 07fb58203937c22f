// SPDX-License-Identifier: Apache-2.0
// The members of a pool, as JSON. What cannot be is a std::out_of_range.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "priory/plan.h"

namespace priory {

nlohmann::ordered_json json_of(const std::vector<PoolMember>& pool);
std::vector<PoolMember> pool_of_json(const nlohmann::ordered_json& json);
// Whether they go with the parts of the plan.
void check_pool(const Plan& plan);

}  // namespace priory
