// SPDX-License-Identifier: Apache-2.0
// Words that tables have in place of something else: of cells that are missing, of yes and no.
#pragma once

#include <string>
#include <string_view>

namespace priory {

// How a cell speaks for being missing.
enum class Suspect {
  no,
  among_numbers,  // "na", "None", ".": where the other cells are numbers or dates
  anywhere,       // "?", "-", "n/a", "#N/A", "nan": among values too
};
Suspect suspect(std::string_view cell);

// 0 for no, false, f, n, off and 0, 1 for yes, true, t, y, on and 1, in any case; -1 for what is neither.
int truth_of(std::string_view cell);

// Without case and accents: what two spellings of one value have in common. The text is UTF-8.
std::string folded(std::string_view text);

}  // namespace priory
