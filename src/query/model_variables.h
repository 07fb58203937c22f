// SPDX-License-Identifier: Apache-2.0
// The variables of a classifier or mixture: first the class, then the columns of its parts.
#pragma once

#include <cstddef>
#include <vector>

#include "query/answerer.h"
#include "query/pieces.h"

namespace priory::query {

constexpr std::size_t kClass = 0;  // the first variable

struct ModelVariables {
  Classifier model;
  std::vector<QueryVariable> list;
  std::vector<ModelColumn> columns;        // of each variable; none of the class
  std::vector<std::vector<Value>> values;  // of each variable that has some

  explicit ModelVariables(const Classifier& model);

  std::size_t n_cells() const { return state_of(model).n_cells(); }
  // Whether the values of a column have a probability only together with those of the part's other columns.
  bool combined(std::size_t variable) const;
  // The first of those that it cannot be parted from: itself, or that of the same combined part.
  std::size_t first_of(std::size_t variable) const;
};

}  // namespace priory::query
