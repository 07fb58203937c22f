// SPDX-License-Identifier: Apache-2.0
// The plan as JSON, for the model file and the plan file. Reading checks every name and number: keys that are
// not known are refused, those that are not there have their usual values. So a file without a key that came
// later is read for ever.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "priory/plan.h"

namespace priory {

constexpr std::string_view kPlanSchema = "priory.plan/1";

nlohmann::ordered_json json_of(const Plan& plan);
// nlohmann's exceptions or std::out_of_range for bad input. The plan of a file says which schema it has.
Plan plan_of_json(const nlohmann::ordered_json& json, bool of_file = false);

}  // namespace priory
