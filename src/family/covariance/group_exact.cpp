// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/group_exact.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "exact/exact_products.h"
#include "family/covariance/group_moments.h"

namespace priory {
namespace {

using RowList = std::span<const std::uint32_t>;

constexpr std::size_t kFewRows = 6;  // rows that are not worth cutting

// Used again by every call of a thread.
struct ExactMemory {
  std::vector<std::uint32_t> order, place;  // the row at each place, the place of each row
  std::vector<const double*> no_shift;      // of each row
  dense::Doubles zeros, rows;
  std::vector<double> largest;
  ExactProducts products;
};

ExactMemory& exact_memory_of_thread() {
  thread_local ExactMemory memory;
  return memory;
}

class ExactAdder {
 public:
  ExactAdder(Columns columns, const Cells& cells, bool shared, Block& block)
      : columns_(columns), cells_(cells), shared_(shared), block_(block), memory_(exact_memory_of_thread()) {}

  void add_one_by_one(RowList rows);
  void add_alike(RowList rows, long exponent);
  void find_largest();

 private:
  double x(std::size_t row, std::size_t j) const { return columns_[j]->reals[row]; }
  std::uint32_t products_of(std::uint32_t cell) const { return shared_ ? 0 : cell; }
  void add_some(RowList rows, long exponent);
  void cut();
  void add_runs(std::span<const CellRun> runs, long exponent);
  void add_aside(long exponent);
  void add_products(std::size_t row, double weight, RowList some);

  Columns columns_;
  const Cells& cells_;
  bool shared_;
  Block& block_;
  ExactMemory& memory_;
};

// For few rows, shares of rows, and numbers whose squares leave the range of doubles.
void ExactAdder::add_one_by_one(RowList rows) {
  Sums &sums = block_.sums[kGroupSums], &products = block_.sums[kGroupProducts];
  for (const std::uint32_t row : rows) {
    cells_.visit(row, n_rows_of(columns_), [&](std::uint32_t cell, double w) {
      block_.sums[kGroupCount].add(0, cell, w);
      for (std::size_t i = 0, pair = 0; i < columns_.size(); ++i) {
        sums.add_product(i, cell, w, x(row, i));
        for (std::size_t j = 0; j <= i; ++j, ++pair)
          products.add_product(pair, products_of(cell), w, x(row, i), x(row, j));
      }
    });
  }
}

void ExactAdder::find_largest() {
  memory_.largest.clear();
  for (const Column* column : columns_) {
    double most = dense::largest(column->reals);
    if (std::isnan(most)) {
      most = 0;
      for (const double each : column->reals) most = std::abs(each) > most ? std::abs(each) : most;
    }
    memory_.largest.push_back(most);
  }
}

// RowList of the weight 2^exponent each.
void ExactAdder::add_alike(RowList rows, long exponent) {
  constexpr std::size_t kMost = ExactProducts::kMostRows;
  for (; rows.size() > kMost; rows = rows.subspan(kMost)) add_some(rows.first(kMost), exponent);
  add_some(rows, exponent);
}

void ExactAdder::add_some(RowList rows, long exponent) {
  const std::vector<CellRun> runs = sort_by_cell(rows, cells_, memory_.order);
  cut();
  add_runs(runs, exponent);
  add_aside(exponent);
}

void ExactAdder::cut() {
  const std::size_t n_chunk_rows = n_rows_of(columns_), width = dense::padded(columns_.size());
  memory_.place.assign(n_chunk_rows, dense::kNowhere);
  for (std::uint32_t at = 0; at < memory_.order.size(); ++at) memory_.place[memory_.order[at]] = at;
  memory_.zeros.assign(width);
  memory_.no_shift.assign(n_chunk_rows, memory_.zeros.data());
  std::vector<const double*> numbers;
  for (const Column* column : columns_) numbers.push_back(column->reals.data());
  memory_.rows.reserve(memory_.order.size() * width);
  dense::place_rows(numbers, memory_.place, memory_.no_shift.data(), memory_.rows.data());
  memory_.products.cut(memory_.rows.data(), memory_.order.size(), memory_.largest);
}

void ExactAdder::add_runs(std::span<const CellRun> runs, long exponent) {
  for (const CellRun& run : runs) {
    const ExactProducts::Some rows{run.first, run.count, run.cell, exponent};
    block_.sums[kGroupCount].add_scaled(0, run.cell, static_cast<std::int64_t>(run.count), exponent);
    memory_.products.add_sums(rows, block_.sums[kGroupSums]);
    if (!shared_) memory_.products.add_products(rows, block_.sums[kGroupProducts]);
  }
  if (shared_)
    memory_.products.add_products({0, memory_.order.size(), 0, exponent}, block_.sums[kGroupProducts]);
}

// The numbers that were not cut, row by row, and their products with all others.
void ExactAdder::add_aside(long exponent) {
  const double weight = std::ldexp(1, static_cast<int>(exponent));
  const std::span<const ExactProducts::Aside> all = memory_.products.aside();
  std::vector<std::uint32_t> some;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::uint32_t row = memory_.order[all[k].row];
    some.push_back(all[k].column);
    block_.sums[kGroupSums].add_product(all[k].column, cells_.hard[row], weight, x(row, all[k].column));
    if (k + 1 < all.size() && all[k + 1].row == all[k].row) continue;
    add_products(row, weight, some);
    some.clear();
  }
}

// Those of some columns with all columns; a pair of them once.
void ExactAdder::add_products(std::size_t row, double weight, RowList some) {
  const std::uint32_t cell = products_of(cells_.hard[row]);
  std::vector<bool> done(columns_.size());
  for (const std::uint32_t i : some) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (done[j]) continue;
      const std::size_t low = std::min<std::size_t>(i, j), high = std::max<std::size_t>(i, j);
      block_.sums[kGroupProducts].add_product(high * (high + 1) / 2 + low, cell, weight, x(row, i),
                                              x(row, j));
    }
    done[i] = true;
  }
}

// A weight is a sum of powers of two: the rows that have one of them in theirs.
using RowsWithBit = std::map<long, std::vector<std::uint32_t>>;

RowsWithBit sort_by_weight(RowList rows, const Cells& cells) {
  RowsWithBit out;
  for (const std::uint32_t row : rows) {
    int exponent = 0;
    auto units = static_cast<std::uint64_t>(std::ldexp(std::frexp(cells.weight_of(row), &exponent), 53));
    for (; units != 0; units &= units - 1) out[exponent - 53 + std::countr_zero(units)].push_back(row);
  }
  return out;
}

}  // namespace

void add_exact_group_rows(Columns columns, const GroupRows& rows, const Cells& cells, bool shared,
                          Block& block) {
  ExactAdder adder(columns, cells, shared, block);
  if (!rows.moderate || cells.hard.empty() || rows.complete.size() <= kFewRows)
    return adder.add_one_by_one(rows.complete);
  adder.find_largest();
  if (cells.weight.empty()) return adder.add_alike(rows.complete, 0);
  for (const auto& [exponent, some] : sort_by_weight(rows.complete, cells)) adder.add_alike(some, exponent);
}

}  // namespace priory
