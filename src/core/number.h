// SPDX-License-Identifier: Apache-2.0
// Numbers as they stand in files.
#pragma once

#include <optional>
#include <string_view>

namespace priory {

// The finite number that `text` spells, spaces around it and a plus sign allowed; nothing if it spells none.
// Too small for a double is the nearest (0 or subnormal); too large, infinite and nan are not numbers.
std::optional<double> parse_number(std::string_view text);

}  // namespace priory
