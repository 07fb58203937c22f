// SPDX-License-Identifier: Apache-2.0
// How many words a text has, words being what blanks, tabs and line ends part: for an impression of a column,
// over all its bytes, so in the vector instructions of the machine at hand.
#pragma once

#include <cstddef>
#include <string_view>

namespace priory {

std::size_t count_words(std::string_view text);

}  // namespace priory
