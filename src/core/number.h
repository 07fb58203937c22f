// SPDX-License-Identifier: Apache-2.0
// Numbers as they stand in files.
#pragma once

#include <optional>
#include <string_view>

namespace priory {

inline constexpr std::string_view kMinusSign = "\xE2\x88\x92";  // that of Unicode, as typesetters write it

// The finite number that `text` spells, spaces around it, a plus sign and the minus sign of Unicode allowed;
// nothing if it spells none. Too small for a double is the nearest (0 or subnormal); too large, infinite and
// nan are not numbers.
std::optional<double> parse_number(std::string_view text);

}  // namespace priory
