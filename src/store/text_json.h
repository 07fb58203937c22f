// SPDX-License-Identifier: Apache-2.0
// How texts are read, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "priory/plan.h"

namespace priory {

nlohmann::ordered_json json_of(const TextOptions& options);
TextOptions text_of_json(const nlohmann::ordered_json& json);

}  // namespace priory
