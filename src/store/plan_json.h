// SPDX-License-Identifier: Apache-2.0
// The plan as JSON, for the model file. Reading checks every name and number.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "priory/plan.h"

namespace priory {

nlohmann::ordered_json plan_to_json(const Plan& plan);
Plan plan_from_json(
    const nlohmann::ordered_json& json);  // nlohmann's exceptions or std::out_of_range for bad input

}  // namespace priory
