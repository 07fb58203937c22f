// SPDX-License-Identifier: Apache-2.0
// Scores that are sums of rows of tables: of the value a column has, of the words of a bag. A table has a row
// of n_cells numbers for each value; scores are cell-major, as in kernels.h. Vectors go along the cells, so
// that a row of a table is read at once. Each score is the same sum in the same order as the plain loops in
// tests/core/table_scores_test.cpp give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace priory {

struct CodeScore {
  std::span<const std::uint32_t> codes;  // kMissingCode adds nothing
  const double* table;
};

// out += table[code], column after column.
void score_codes(std::span<const CodeScore> columns, std::size_t n_rows, std::size_t n_cells, double* out);

struct BagScore {
  std::span<const std::size_t> begin;  // of the words of each row, and the end of the last
  std::span<const std::uint32_t> word;
  std::span<const double> count;  // empty: all 1
  const double* table;
};

// out += the sum of count * table[word].
void score_bags(const BagScore& bags, std::size_t n_cells, double* out);

}  // namespace priory
