// SPDX-License-Identifier: Apache-2.0
// The centres of the classes of a plan, as JSON. What cannot be is a std::out_of_range.
#pragma once

#include <nlohmann/json.hpp>

#include "priory/plan.h"

namespace priory {

nlohmann::ordered_json json_of(const Centres& centres, std::size_t components);
// With how many components a class has.
Centres centres_of_json(const nlohmann::ordered_json& json, std::size_t& components);
// Whether they go with the parts of the plan.
void check_centres(const Plan& plan);

}  // namespace priory
