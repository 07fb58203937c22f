// SPDX-License-Identifier: Apache-2.0
// What a model has beside its statistics, in the model file.
#pragma once

#include <nlohmann/json.hpp>

#include "priory/classifier.h"

namespace priory {

nlohmann::ordered_json fit_to_json(const ConditionalFit& fit);
ConditionalFit fit_from_json(const nlohmann::ordered_json& json);
nlohmann::ordered_json calibration_to_json(const Calibration& calibration);
// Throws what nlohmann-json throws, or an Error of kind model for a method there is not.
Calibration calibration_from_json(const nlohmann::ordered_json& json);

nlohmann::ordered_json tuning_to_json(const TuningRecord& tuning);
TuningRecord tuning_from_json(const nlohmann::ordered_json& json);

nlohmann::ordered_json tried_to_json(const std::vector<ClassesTried>& tried);
// Throws an Error of kind model for figures that no fit has.
std::vector<ClassesTried> tried_from_json(const nlohmann::ordered_json& json);

}  // namespace priory
