// SPDX-License-Identifier: Apache-2.0
// Text as a terminal shows it: how wide it is, how to cut it, and how to keep data from acting on the
// terminal (escape sequences, line feeds, marks that reverse the direction of what follows).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace priory {

// Columns that `text` takes; it must come from `printable`.
std::size_t display_width(std::string_view text);

// Control, format and separator characters become \n, \t, \x1b, \u202e; bytes that are not UTF-8 \xff.
std::string printable(std::string_view text);

// At most `width` columns of it, the last being … when something was left out.
std::string truncated(std::string_view text, std::size_t width);

}  // namespace priory
