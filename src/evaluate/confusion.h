// SPDX-License-Identifier: Apache-2.0
// What a confusion matrix says: accuracy, and precision, recall and F of each class and on average.
#pragma once

#include <cstdint>
#include <vector>

#include "priory/evaluation.h"

namespace priory {

using Confusion = std::vector<std::vector<std::uint64_t>>;  // [actual][predicted], in units of 2^-24

// A weight in rows, from units of 2^-24.
double in_rows(std::uint64_t units);

// Fills everything of `measures` that follows from the counts; `measures.classes` is there already. The
// counts are given away, as those of many classes are large.
void measure_confusion(Confusion counts, Measures& measures);

}  // namespace priory
