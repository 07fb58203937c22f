// SPDX-License-Identifier: Apache-2.0
// The values of one column of a model, cut into pieces within which all tests of a question come out the
// same: values that pass the same tests together; numbers between the constants that they are compared with.
#pragma once

#include <span>
#include <vector>

#include "query/formula.h"
#include "query/part_mass.h"

namespace priory::query {

// A piece stands for its values by one of them, for the tests; of columns that go together, one of each.
struct ValuePiece {
  std::vector<Value> values;
  LogMass log_mass;
};

// A column of a model, and the part it belongs to.
struct ModelColumn {
  const PartModel* part = nullptr;
  std::size_t place = 0;  // in the part
};

std::vector<ValuePiece> pieces_of_values(std::span<const Value> values, std::span<const LogMass> log_mass,
                                         std::span<const Test> tests);
// `row`: what is known of the columns of the part; NaN: nothing.
std::vector<ValuePiece> pieces_of_numbers(const ModelColumn& column, std::span<const Test> tests,
                                          std::span<const double> row, std::size_t n_cells);

}  // namespace priory::query
