// SPDX-License-Identifier: Apache-2.0
// What in the first lines of a CSV file looks unlike rows of cells though it can be read as such: more lines
// of a header, as surveys export them, and cells parted by spaces. It is said and not acted upon.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "input/records.h"

namespace priory {

// How many records below the names are more of the header: labels over columns of numbers or dates, and none
// of them stands anywhere below. `records` begin behind the names. 0: none, or too few rows to tell.
std::size_t header_records_below(std::span<const Cell> names, std::string_view records, char delimiter);

// Whether one column was found, and spaces cut all records as they cut its name.
bool parted_by_spaces(std::span<const Cell> names, std::string_view records);

// What to say of them; empty if there is nothing. `line` is the line of the names.
std::string doubts_of_head(std::span<const Cell> names, std::size_t line, std::string_view records,
                           char delimiter);

}  // namespace priory
