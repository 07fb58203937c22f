// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/group_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "kernels/dense.h"

namespace priory {
namespace {

// Numbers of which squares, and sums of many of them with large weights, stay far from both ends.
constexpr double kLargest = 0x1p400, kSmallest = 0x1p-400;

}  // namespace

std::vector<std::uint32_t> present_in(Columns columns, std::size_t row) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t j = 0; j < columns.size(); ++j) {
    if (!std::isnan(columns[j]->reals[row])) out.push_back(j);
  }
  return out;
}

GroupRows::GroupRows(Columns columns) {
  const std::size_t n_rows = n_rows_of(columns);
  complete.resize(n_rows);
  std::iota(complete.begin(), complete.end(), 0U);
  std::vector<bool> whole(n_rows, true);
  bool all_whole = true;
  for (const Column* column : columns) {
    const double largest = dense::largest(column->reals);
    moderate = moderate && !(largest > kLargest) && !(largest < kSmallest && largest > 0);
    if (!std::isnan(largest)) continue;
    all_whole = false;
    for (std::size_t row = 0; row < n_rows; ++row) {
      const double x = column->reals[row];
      whole[row] = whole[row] && !std::isnan(x);
      moderate = moderate && !(std::abs(x) > kLargest);
    }
  }
  if (!all_whole) sort_out(columns, whole);
}

void GroupRows::sort_out(Columns columns, const std::vector<bool>& whole) {
  std::erase_if(complete, [&](std::uint32_t row) { return !whole[row]; });
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> rows_with;
  for (std::uint32_t row = 0; row < whole.size(); ++row) {
    if (!whole[row]) rows_with[present_in(columns, row)].push_back(row);
  }
  rows_with.erase(std::vector<std::uint32_t>());
  for (auto& [present, rows] : rows_with) partial.push_back({present, std::move(rows)});
}

std::vector<CellRun> sort_by_cell(std::span<const std::uint32_t> rows, const Cells& cells,
                                  std::vector<std::uint32_t>& order) {
  constexpr auto kNone = static_cast<std::size_t>(-1);
  std::vector<CellRun> runs;
  std::vector<std::size_t> run_of(cells.count, kNone);
  for (const std::uint32_t row : rows) {
    std::size_t& run = run_of[cells.hard[row]];
    if (run == kNone) run = runs.size(), runs.push_back({cells.hard[row], 0, 0});
    ++runs[run].count;
  }
  for (std::size_t k = 1; k < runs.size(); ++k) runs[k].first = runs[k - 1].first + runs[k - 1].count;
  std::vector<std::size_t> next(runs.size());
  for (std::size_t k = 0; k < runs.size(); ++k) next[k] = runs[k].first;
  order.resize(rows.size());
  for (const std::uint32_t row : rows) order[next[run_of[cells.hard[row]]]++] = row;
  return runs;
}

}  // namespace priory
