// SPDX-License-Identifier: Apache-2.0
// How probable the values of one column of a model are in each of its cells: single values, whole numbers
// from here to there, numbers in an interval. All logarithms, one for each cell.
#pragma once

#include <span>
#include <vector>

#include "model/scorer.h"

namespace priory::query {

using LogMass = std::vector<double>;

// The values of a discrete column, by their codes.
std::vector<LogMass> value_masses(const PartModel& part, std::size_t n_cells);
// A single whole number.
LogMass count_mass(const PartModel& part, double x, std::size_t n_cells);
// lo < x < hi of column `column` of a part over numbers, given those columns of `row` that are not NaN. The
// ends may be infinite.
LogMass interval_mass(const PartModel& part, std::size_t column, std::span<const double> row, double lo,
                      double hi, std::size_t n_cells);

}  // namespace priory::query
