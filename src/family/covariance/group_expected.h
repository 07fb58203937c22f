// SPDX-License-Identifier: Apache-2.0
// What rows with missing cells are expected to add to the sums: the E-step for the cells that are missing.
#pragma once

#include "family/covariance/group_rows.h"

namespace priory {

// Adds the rows of the patterns: a missing cell counts with its mean given the cells that are there, and the
// products with the covariance of what is still unknown then. Left out, it would pull the covariance down,
// and EM would not climb.
void add_expected_rows(Columns columns, std::span<const Pattern> patterns, const Cells& cells,
                       const Parameters& parameters, Block& block);

}  // namespace priory
