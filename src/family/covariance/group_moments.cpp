// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/group_moments.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "family/covariance/group_exact.h"

namespace priory {
namespace {

// Used again by every call of a thread: to allocate some hundred kilobytes takes longer than to fill them.
struct Memory {
  std::vector<std::uint32_t> order, place;  // the row at each place, the place of each row
  std::vector<const double*> shift_of;      // of each row
  dense::Doubles rows, shifts, weight, total, packed;
  ShiftedMoments moments;
  dense::RawProducts raw;
  std::vector<double> high, low;  // of the pairs in the order of a block
  dense::Doubles unit;  // squares of each column about the shifts, then what raw products are rounded to
};

// One call's worth of rows on their way into a block.
class Adder {
 public:
  Adder(Memory& memory, std::size_t n_columns, bool shared, Block& block)
      : memory_(memory), n_columns_(n_columns), shared_(shared), block_(block) {
    clear_products();
  }

  void add_rows(Columns columns, std::span<const std::uint32_t> rows, const Cells& cells);
  void add_sums(const dense::Shifted& moments, std::uint32_t cell);
  void add_products(const dense::Shifted& moments);
  void flush_products(std::uint32_t cell);

 private:
  std::size_t width() const { return dense::padded(n_columns_); }
  void place(Columns columns, std::span<const CellRun> runs);
  void choose_shift(Columns columns, const CellRun& run, double* shift) const;
  void add_hard(std::span<const CellRun> runs, bool together);
  void add_soft(std::size_t n_chunk_rows, const Cells& cells);
  dense::Rows rows_of(const CellRun& run) const;
  dense::Rows with_weight(std::size_t n_rows);
  dense::Shifted summed(const dense::Rows& rows, const double* shift, const double* weight,
                        bool with_products);
  void clear_products();

  Memory& memory_;
  std::size_t n_columns_;
  bool shared_;
  Block& block_;
};

// A cell with fewer rows shares a shift with the others, if its products do not go into a matrix of its own:
// taking the shift off costs as much as some ten rows.
constexpr std::size_t kRowsForOwnShift = 16;

void Adder::add_rows(Columns columns, std::span<const std::uint32_t> rows, const Cells& cells) {
  if (rows.empty()) return;
  memory_.order.assign(rows.begin(), rows.end());
  const CellRun all{0, 0, rows.size()};
  const std::size_t n_chunk_rows = n_rows_of(columns);
  if (cells.hard.empty()) {
    place(columns, {&all, 1});
    return add_soft(n_chunk_rows, cells);
  }
  const std::vector<CellRun> runs = sort_by_cell(rows, cells, memory_.order);
  const bool together = shared_ && rows.size() < kRowsForOwnShift * runs.size();
  place(columns, together ? std::span(&all, 1) : std::span(runs));
  memory_.weight.reserve(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) memory_.weight[k] = cells.weight_of(memory_.order[k]);
  add_hard(runs, together);
}

// Writes the rows in their order into memory, each run about a shift of its own.
void Adder::place(Columns columns, std::span<const CellRun> runs) {
  const std::size_t n_chunk_rows = n_rows_of(columns);
  memory_.place.assign(n_chunk_rows, dense::kNowhere);
  memory_.shift_of.resize(n_chunk_rows);
  memory_.shifts.assign(runs.size() * width());
  for (std::size_t k = 0; k < runs.size(); ++k) {
    double* shift = memory_.shifts.data() + k * width();
    choose_shift(columns, runs[k], shift);
    for (std::size_t at = runs[k].first; at < runs[k].first + runs[k].count; ++at) {
      memory_.place[memory_.order[at]] = static_cast<std::uint32_t>(at);
      memory_.shift_of[memory_.order[at]] = shift;
    }
  }
  std::vector<const double*> x;
  for (const Column* column : columns) x.push_back(column->reals.data());
  memory_.rows.reserve(memory_.order.size() * width());
  dense::place_rows(x, memory_.place, memory_.shift_of.data(), memory_.rows.data());
}

// The middle one of three rows: in the midst of the others whatever one outlier is, and of equal rows what
// they are, so that a constant column has no variance at all.
void Adder::choose_shift(Columns columns, const CellRun& run, double* shift) const {
  const std::uint32_t* order = memory_.order.data() + run.first;
  for (std::size_t j = 0; j < n_columns_; ++j) {
    const std::span<const double> x = columns[j]->reals;
    const double a = x[order[0]], b = x[order[run.count / 2]], c = x[order[run.count - 1]];
    shift[j] = std::max(std::min(a, b), std::min(std::max(a, b), c));
  }
}

void Adder::add_hard(std::span<const CellRun> runs, bool together) {
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const double* shift = memory_.shifts.data() + (together ? 0 : k * width());
    const dense::Shifted moments =
        summed(rows_of(runs[k]), shift, memory_.weight.data() + runs[k].first, !together);
    add_sums(moments, runs[k].cell);
    if (!together) add_products(moments);
    if (!shared_) flush_products(runs[k].cell);
  }
  const CellRun all{0, 0, memory_.order.size()};
  if (together) add_products(summed(rows_of(all), memory_.shifts.data(), memory_.weight.data(), true));
  if (shared_) flush_products(0);
}

void Adder::add_soft(std::size_t n_chunk_rows, const Cells& cells) {
  const CellRun all{0, 0, memory_.order.size()};
  memory_.weight.reserve(all.count);
  memory_.total.assign(all.count);
  for (std::uint32_t cell = 0; cell < cells.count; ++cell) {
    const double* soft = cells.soft.data() + cell * n_chunk_rows;
    for (std::size_t k = 0; k < all.count; ++k) {
      memory_.weight[k] = soft[memory_.order[k]] * cells.weight_of(memory_.order[k]);
      memory_.total[k] += memory_.weight[k];
    }
    const dense::Rows rows = shared_ ? rows_of(all) : with_weight(all.count);
    const dense::Shifted moments = summed(rows, memory_.shifts.data(), memory_.weight.data(), !shared_);
    if (moments.n == 0) continue;
    add_sums(moments, cell);
    if (!shared_) add_products(moments), flush_products(cell);
  }
  if (!shared_) return;
  add_products(summed(rows_of(all), memory_.shifts.data(), memory_.total.data(), true));
  flush_products(0);
}

dense::Rows Adder::rows_of(const CellRun& run) const {
  return {memory_.rows.data() + run.first * width(), run.count, n_columns_};
}

// The rows of which the weight is not zero, moved together if they are few: when EM has made up its mind,
// most rows are in one cell.
dense::Rows Adder::with_weight(std::size_t n_rows) {
  double* weight = memory_.weight.data();
  const auto zeros = static_cast<std::size_t>(std::count(weight, weight + n_rows, 0.0));
  if (4 * zeros < n_rows) return {memory_.rows.data(), n_rows, n_columns_};
  memory_.packed.reserve((n_rows - zeros) * width());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < n_rows; ++k) {
    if (weight[k] == 0) continue;
    std::copy_n(memory_.rows.data() + k * width(), width(), memory_.packed.data() + kept * width());
    weight[kept++] = weight[k];
  }
  return {memory_.packed.data(), kept, n_columns_};
}

dense::Shifted Adder::summed(const dense::Rows& rows, const double* shift, const double* weight,
                             bool with_products) {
  ShiftedMoments& out = memory_.moments;
  out.sum.assign(width());
  dense::add_sums(rows, weight, out.sum.data());
  if (with_products) {
    out.products.assign(width() * width());
    dense::add_products(rows, weight, out.products.data());
  }
  return {std::accumulate(weight, weight + rows.n_rows, 0.0), shift, out.sum.data(), out.products.data()};
}

void Adder::add_sums(const dense::Shifted& moments, std::uint32_t cell) {
  block_.sums[kGroupCount].add(0, cell, moments.n);
  for (std::size_t j = 0; j < n_columns_; ++j) {
    const DoubleDouble raw = dense::raw_sum(moments, j);
    block_.sums[kGroupSums].add(j, cell, raw.high, raw.low);
  }
}

void Adder::clear_products() {
  memory_.raw.assign(n_columns_);
  memory_.unit.assign(width());
}

void Adder::add_products(const dense::Shifted& moments) {
  dense::add_raw_products(moments, memory_.raw);
  for (std::size_t j = 0; j < n_columns_; ++j) memory_.unit[j] += moments.products[j * width() + j];
}

void Adder::flush_products(std::uint32_t cell) {
  // 2^-56 of the root of the squares, or a little more: below that the products are noise.
  for (std::size_t j = 0; j < n_columns_; ++j) {
    double& unit = memory_.unit[j];
    unit = unit > 0 ? std::ldexp(1, std::ilogb(unit) / 2 - 28) : 0;
  }
  dense::round_to(memory_.unit.data(), memory_.raw);
  Sums& sums = block_.sums[kGroupProducts];
  memory_.high.resize(sums.rows()), memory_.low.resize(sums.rows());
  for (std::size_t i = 0, pair = 0; i < n_columns_; ++i) {
    for (std::size_t j = 0; j <= i; ++j, ++pair) {
      memory_.high[pair] = memory_.raw.high[j * width() + i];
      memory_.low[pair] = memory_.raw.low[j * width() + i];
    }
  }
  sums.add_to_rows(cell, memory_.high, memory_.low);
  clear_products();
}

Memory& memory_of_thread() {
  thread_local Memory memory;
  return memory;
}

}  // namespace

void ShiftedMoments::clear(std::size_t n_columns) {
  const std::size_t width = dense::padded(n_columns);
  n = 0;
  shift.assign(width), sum.assign(width), products.assign(width * width);
}

void ShiftedMoments::add(const dense::Rows& rows, const double* weight) {
  n = std::accumulate(weight, weight + rows.n_rows, n);
  dense::add_sums(rows, weight, sum.data());
  dense::add_products(rows, weight, products.data());
}

void add_group_rows(Columns columns, const GroupRows& rows, const Cells& cells, bool shared, Block& block) {
  const bool exact = !cells.hard.empty() && columns.size() <= kMostExactColumns;
  if (exact || !rows.moderate) return add_exact_group_rows(columns, rows, cells, shared, block);
  Adder(memory_of_thread(), columns.size(), shared, block).add_rows(columns, rows.complete, cells);
}

void add_group_moments(const ShiftedMoments& moments, std::size_t n_columns, std::uint32_t cell, bool shared,
                       Block& block) {
  Adder adder(memory_of_thread(), n_columns, shared, block);
  adder.add_sums(moments.view(), cell);
  adder.add_products(moments.view());
  adder.flush_products(shared ? 0 : cell);
}

}  // namespace priory
