// SPDX-License-Identifier: Apache-2.0
// Which Reading the cells of each column ask for, judging by all of them. A function of counts that do not
// depend on the order of rows, so the reading does not either.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "priory/cells.h"

#include "input/column_tally.h"

namespace priory {

struct FoundReading {
  Reading reading = {};
  std::string why = {};                  // empty: the cells are read as they stand
  std::vector<std::string> doubts = {};  // each with the setting that says it otherwise
};

std::vector<FoundReading> find_readings(std::span<const ColumnTally> columns, const ReadingRules& rules);

}  // namespace priory
