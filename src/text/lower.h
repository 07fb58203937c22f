// SPDX-License-Identifier: Apache-2.0
// Full lower-casing, as Python's str.lower(): every code point by itself, with two exceptions of
// SpecialCasing.txt. U+0130 becomes two code points, and a capital sigma at the end of a word becomes the
// final sigma. (The other exceptions there depend on a language, and Python does not apply them.)
#pragma once

#include <string>
#include <string_view>

namespace priory {

// Appends the lower case of `text` to `out`. Takes time proportional to the length of `text`.
void append_lower(std::u32string_view text, std::u32string& out);

}  // namespace priory
