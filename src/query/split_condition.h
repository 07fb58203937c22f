// SPDX-License-Identifier: Apache-2.0
// What a condition says exactly of a model's columns, apart from the rest of it.
#pragma once

#include "query/answerer.h"
#include "query/known_row.h"

namespace priory::query {

struct SplitCondition {
  KnownValues known;  // as the model spells them
  std::vector<Formula> rest;
};

// `of_class` is the variable that is no column.
SplitCondition split(const Formula& condition, const std::vector<QueryVariable>& variables,
                     std::size_t of_class);

}  // namespace priory::query
