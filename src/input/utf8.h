// SPDX-License-Identifier: Apache-2.0
// Repair of ill-formed UTF-8: each maximal ill-formed subsequence becomes U+FFFD, as the Unicode standard
// recommends (chapter 3, "U+FFFD Substitution of Maximal Subparts") and as Python and browsers do.
#pragma once

#include <string>
#include <string_view>

#include "input/rows.h"

namespace priory {

bool is_utf8(std::string_view text);
std::string repaired_utf8(std::string_view text);

// Repairs the cells from `first` on, and counts them. Batches are checked whole, which is fast, and only
// those that fail come here.
void repair_cells(Rows& rows, std::size_t first);

}  // namespace priory
