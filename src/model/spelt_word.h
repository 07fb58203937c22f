// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "model/classifier_state.h"

namespace priory {

// A word of a row as the row spells it. A hashed word is a bucket: then it is the row's tokens in that
// bucket, where the row lists its tokens, and else the bucket's name.
std::string spelt_word(const PartModel& part, std::string_view word, const Chunk& chunk, std::size_t row);

}  // namespace priory
