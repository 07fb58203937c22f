// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "priory/calibration.h"

namespace priory {

nlohmann::ordered_json calibration_to_json(const Calibration& calibration);
// Throws what nlohmann-json throws, or an Error of kind model for a method there is not.
Calibration calibration_from_json(const nlohmann::ordered_json& json);

}  // namespace priory
