// SPDX-License-Identifier: Apache-2.0
// The rows that a table is searched by. Structures cost rows times columns squared, so a large table is
// searched by a sample, and the choice is then learnt from all rows. Work is counted in cells: the same rows
// give the same sample.
#pragma once

#include "priory/training.h"

namespace priory {

// How many rows of so many parts the search looks at.
std::size_t most_searched(std::size_t n_parts);

// At most about `most` of the rows, chosen by chance, and of each class the first ones, so that all classes
// are there. All of them where they are shared out over ranks.
LabelledRows sampled(const LabelledRows& rows, const Plan& plan, std::size_t most, unsigned threads);

}  // namespace priory
