// SPDX-License-Identifier: Apache-2.0
// How finely the values of a column of numbers are told apart: the smallest gap between two of them. A hidden
// class whose variance is far below the square of that has shrunk onto one value.
#pragma once

#include <vector>

#include "learn/kept_rows.h"

namespace priory {

// For each part of the rows: the variance of what rounding to the column's resolution hides, a twelfth of the
// square of the gap (the variance of a uniform distribution of that width). 0 where that is not asked for:
// the part is no single column of normals, or is smoothed otherwise.
std::vector<double> find_variance_floors(const KeptRows& rows, unsigned threads, const Tick& tick);

// The plan with these floors as settings.
Plan with_floors(Plan plan, const std::vector<double>& floors);

}  // namespace priory
