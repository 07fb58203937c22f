// SPDX-License-Identifier: Apache-2.0
// Small columns written out by hand, and what a family makes of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "core/log_space.h"
#include "family/family.h"

namespace priory::testing {

using CellOfRow = std::vector<std::uint32_t>;
using Given = std::vector<std::pair<std::string_view, double>>;
using Words = std::vector<std::pair<std::uint32_t, double>>;  // of one row: word, count

inline Column reals(std::vector<double> values) {
  Column out;
  out.kind = CellKind::reals, out.reals = std::move(values);
  return out;
}

inline Column codes(std::vector<std::uint32_t> values) {
  Column out;
  out.kind = CellKind::codes, out.codes = std::move(values);
  return out;
}

inline Column bags(const std::vector<Words>& rows) {
  Column out;
  out.kind = CellKind::bag;
  for (const Words& row : rows) {
    for (const auto& [word, count] : row) out.bag.word.push_back(word), out.bag.count.push_back(count);
    out.bag.end_row(false);
  }
  return out;
}

// A family with some of its options given.
struct Modelling {
  const Family& family;
  Settings settings;
  std::size_t n_values, n_cells;
  double largest_variance = 0;

  Modelling(std::string_view name, CellKind kind, std::size_t values, std::size_t cells,
            const Given& given = {})
      : family(*find_family(name, kind)), settings(family.info().options), n_values(values), n_cells(cells) {
    for (const auto& [option, value] : given) settings.set(option, value);
  }

  Parameters operator()(const Column& column, const CellOfRow& cell,
                        const std::vector<double>& weight = {}) const {
    Block block = Block::zero(family.statistics(), {n_values}, n_cells);
    const Column* columns[] = {&column};
    family.accumulate(columns, {cell, {}, n_cells, weight}, block);
    return family.estimate(block, settings, {largest_variance});
  }

  // log p of each row in each cell: cells x rows.
  std::vector<double> score(const Column& column, const Parameters& parameters) const {
    LogScores out;
    const std::size_t rows = column.kind == CellKind::bag
                                 ? column.bag.n_rows()
                                 : std::max(column.reals.size(), column.codes.size());
    out.reset(rows, n_cells);
    const Column* columns[] = {&column};
    family.score(columns, parameters, out);
    return out.data;
  }
};

inline double exp_at(const Matrix& matrix, std::size_t row, std::size_t cell) {
  return std::exp(matrix.at(row, cell));
}

}  // namespace priory::testing
