// SPDX-License-Identifier: Apache-2.0
// How cells are read, as JSON: of each column what is other than usual.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "priory/cells.h"

namespace priory {

nlohmann::ordered_json json_of(const Readings& readings);
Readings readings_of_json(const nlohmann::ordered_json& json);

}  // namespace priory
