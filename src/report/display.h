// SPDX-License-Identifier: Apache-2.0
// Text as a terminal shows it: how wide it is; how to cut it, and how to keep data from acting on the
// terminal (escape sequences, line feeds, marks that reverse the direction of what follows), is in
// priory/report.h.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "priory/report.h"

namespace priory {

// Columns that `text` takes; it must come from `printable`.
std::size_t display_width(std::string_view text);

// As Markdown shows it literally, on one line.
std::string markdown_text(std::string_view text);

}  // namespace priory
