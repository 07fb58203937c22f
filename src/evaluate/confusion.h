// SPDX-License-Identifier: Apache-2.0
// What a confusion matrix says: accuracy, and precision, recall and F1 of each class and on average.
#pragma once

#include <cstdint>
#include <vector>

#include "priory/evaluation.h"

namespace priory {

using Confusion = std::vector<std::vector<std::uint64_t>>;  // [actual][predicted], in units of 2^-24

// Fills everything of `measures` that follows from the counts; `measures.classes` is there already.
void measure_confusion(const Confusion& counts, Measures& measures);

}  // namespace priory
