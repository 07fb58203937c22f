// SPDX-License-Identifier: Apache-2.0
// Rows that are the same in all that matters, counted, and in an order of their own: what is drawn from them
// does not depend on how the rows came.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "priory/evaluation.h"

namespace priory {

struct RowGroups {
  std::vector<std::size_t> row;     // one of each group
  std::vector<std::uint64_t> rows;  // how many there are
  std::size_t size() const { return row.size(); }
};

// Rows that have the same true class, the same weight and, in each of the evaluations (whose rows are the
// same in the same order), the same class predicted; if `by_scores`, the same scores too.
RowGroups group_rows(std::span<const Evaluation* const> evaluations, bool by_scores);

// The place of every code of `labels` in the order of Measures::classes.
std::vector<std::uint32_t> class_positions(const Evaluation& evaluation);

}  // namespace priory
