// SPDX-License-Identifier: Apache-2.0
// Words of a text in which some scripts put no spaces between them. A run of letters of such a script is cut
// into pairs of neighbouring characters, which overlap; one alone is a unit of its own. The other words are
// runs of two or more word characters, as in Tokens::unicode. Marks count as a part of the letter before
// them.
//
//   "Python入門書 v2"   "python" "入門" "門書" "v2"
#pragma once

#include <string_view>

#include "text/units.h"

namespace priory {

void cut_pairs(std::u32string_view text, std::size_t shortest_word, Units& out);

}  // namespace priory
