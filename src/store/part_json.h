// SPDX-License-Identifier: Apache-2.0
// A part of a plan as JSON. Reading checks it against its family.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "priory/plan.h"

namespace priory {

nlohmann::ordered_json json_of(const PartPlan& part);
PartPlan part_of_json(const nlohmann::ordered_json& json);

}  // namespace priory
