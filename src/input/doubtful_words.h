// SPDX-License-Identifier: Apache-2.0
// Columns that are read as words though most of their cells are something else, and the codes that surveys
// put beside a scale. Functions of counts that do not depend on the order of rows.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "input/column_tally.h"

namespace priory {

// Half of the cells and more are numbers and the others few words, or nine in ten are dates: what the others
// are, with the setting that makes them missing. Empty where there is nothing to say.
std::vector<std::string> doubts_of_words(const ColumnTally& column);

// What surveys write for no answer, 99 or -1, beside answers such as 1 to 5 or 0 to 10, with their counts.
std::map<double, std::uint64_t> codes_beside_scale(const ColumnTally& column);

}  // namespace priory
