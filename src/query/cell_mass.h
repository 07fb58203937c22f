// SPDX-License-Identifier: Apache-2.0
// The probability of formulas in each cell of a model, where some columns are known. Columns are independent
// in a cell (but for those of a combined part), so that formulas with no variables in common multiply; those
// with some are summed over all combinations of pieces.
#pragma once

#include <vector>

#include "query/known_row.h"
#include "query/model_variables.h"

namespace priory::query {

constexpr double kMostCombinations = 4e6;

// An Error of kind data if there are more combinations, or rows of a table, than can be gone through.
void check_size(double n, std::string_view what, double most = kMostCombinations);

// log P(all formulas hold | cell, known), for every cell.
LogMass log_cell_mass(const ModelVariables& variables, const std::vector<Formula>& formulas,
                      const KnownValues& known);

}  // namespace priory::query
