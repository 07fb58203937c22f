// SPDX-License-Identifier: Apache-2.0
// Lifts families over one column of codes: a table of counts per value and cell, smoothed by alpha.
//
//   density    log p(x) = log t[x]
//   statistic  count[value][cell], exact
//   estimator  t[v] = (count[v] + alpha) / (n + alpha V), n the cell's rows that are not missing, V the number
//              of values; a cell with no row and no prior is uniform
//
// A family F gives info() and linear(table).
#pragma once

#include <array>
#include <cmath>

#include "core/log_space.h"
#include "family/choices.h"
#include "family/family.h"
#include "family/left_out.h"
#include "family/probability_table.h"
#include "kernels/kernels.h"
#include "kernels/table_scores.h"

namespace priory {

template <class F>
class CodeFamily final : public Family {
 public:
  FamilyInfo info() const override { return F::info(); }
  std::span<const Statistic> statistics() const override { return kStatistics; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    const PackedCodes& packed = columns[0]->packed;
    if (!packed.ones.empty()) return accumulate_bits({{columns, nullptr, &statistics}}, cells);
    if (!packed.bytes.empty()) return accumulate_bytes(packed.bytes, cells, statistics.sums[0]);
    const std::span<const std::uint32_t> codes = columns[0]->codes;
    static_assert(Sums::kNoRow == kMissingCode);
    if (!cells.hard.empty() && cells.weight.empty()) return statistics.sums[0].count(codes, cells.hard);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (codes[row] == kMissingCode) continue;
      cells.visit(row, codes.size(),
                  [&](std::uint32_t cell, double w) { statistics.sums[0].add(codes[row], cell, w); });
    }
  }

  Parameters estimate(const Block& statistics, const Settings& settings, const Context&) const override {
    const Sums& count = statistics.sums[0];
    return {table(count, totals_of(count), static_cast<double>(count.rows()), settings["alpha"])};
  }

  std::unique_ptr<LeftOut> left_out(const Block& statistics, const Settings& settings) const override {
    return std::make_unique<LeftOutEstimate>(statistics.sums[0], settings["alpha"]);
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const PackedCodes& packed = columns[0]->packed;
    if (!packed.ones.empty()) return score_bits({{columns, &parameters, nullptr}}, out);
    if (!packed.bytes.empty()) return score_bytes(packed.bytes, parameters[0], out);
    const CodeScore column = {columns[0]->codes, parameters[0].data.data()};
    score_codes({&column, 1}, out.n_rows, out.n_cells, out.data.data());
  }

  void accumulate_all(std::span<const Piece> pieces, const Cells& cells) const override {
    std::vector<Piece> bits;
    for (const Piece& each : pieces) {
      if (!each.columns[0]->packed.ones.empty())
        bits.push_back(each);
      else
        accumulate(each.columns, cells, *each.statistics);
    }
    if (!bits.empty()) accumulate_bits(bits, cells);
  }

  void score_all(std::span<const Piece> pieces, LogScores& out) const override {
    thread_local std::vector<Piece> bits;  // kept: scoring a row allocates nothing
    thread_local std::vector<CodeScore> plain;
    bits.clear(), plain.clear();
    for (const Piece& each : pieces) {
      const PackedCodes& packed = each.columns[0]->packed;
      if (!packed.ones.empty())
        bits.push_back(each);
      else if (!packed.bytes.empty())
        score_bytes(packed.bytes, (*each.parameters)[0], out);
      else
        plain.push_back({each.columns[0]->codes, (*each.parameters)[0].data.data()});
    }
    if (!bits.empty()) score_bits(bits, out);
    if (!plain.empty()) score_codes(plain, out.n_rows, out.n_cells, out.data.data());
  }

  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override {
    const std::uint32_t code = columns[0]->codes[row];
    if (code != kMissingCode) take(code, 1, parameters[0].row(code));
  }

  LinearForm linear(const Parameters& parameters) const override { return F::linear(parameters[0]); }

  void sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
              Random& random, std::span<Column> out) const override {
    Choices choices(parameters[0]);
    for (const std::uint32_t cell : cells) out[0].codes.push_back(choices(cell, random));
  }

  double log_prior(const Parameters& parameters, const Settings& settings) const override {
    return log_dirichlet(parameters[0], settings["alpha"]);
  }

  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return free_probabilities(shape.values, cells);
  }

 private:
  static constexpr Statistic kStatistics[] = {{"count", Per::value, true}};

  // Of some of the n_values values; `total` is of all of them.
  static Matrix table(const Sums& count, const Sums& total, double n_values, double alpha) {
    Matrix out("log_prob", count.rows() + 1, count.cells());
    for (std::size_t cell = 0; cell < count.cells(); ++cell) {
      const double n = total.value(0, cell) + alpha * n_values;
      for (std::size_t v = 0; v < count.rows(); ++v)
        out.at(v, cell) = std::log(n > 0 ? (count.value(v, cell) + alpha) / n : 1 / n_values);
      out.at(count.rows(), cell) = n > 0 ? std::log(alpha / n) : kLogZero;
    }
    return out;
  }

  class LeftOutEstimate final : public LeftOut {
   public:
    LeftOutEstimate(const Sums& count, double alpha)
        : count_(count), total_(totals_of(count)), alpha_(alpha) {}

    Parameters estimate(const LeftOutRow& row, const Context&) const override {
      const RowCounts counts(count_, row);
      Sums total = total_;
      total.subtract(totals_of(row.own->sums[0]));
      const std::size_t n_values = count_.rows() - (row.values.size() - row.n_left);
      return {table(counts.without, total, static_cast<double>(n_values), alpha_)};
    }

   private:
    const Sums& count_;
    Sums total_;
    double alpha_;
  };

  // Packed codes come with soft cells, whose weights have so few bits that sums of them are exact in a
  // double.
  static void accumulate_bits(const std::vector<Piece>& pieces, const Cells& cells) {
    std::vector<BitColumn> columns;
    columns.reserve(pieces.size());
    for (const Piece& each : pieces)
      columns.push_back({each.columns[0]->packed.ones, each.columns[0]->packed.present});
    const std::size_t n_rows = cells.soft.size() / cells.count;
    const WeightedCells weighted(cells, n_rows);
    std::vector<double> ones(columns.size() * cells.count), present(ones.size());
    count_bits(columns, n_rows, weighted.soft(), weighted.total(), ones.data(), present.data());
    for (std::size_t k = 0; k < ones.size(); ++k) {
      Sums& count = pieces[k / cells.count].statistics->sums[0];
      if (count.rows() > 0) count.add(0, k % cells.count, present[k] - ones[k]);
      if (count.rows() > 1) count.add(1, k % cells.count, ones[k]);
    }
  }

  static void accumulate_bytes(std::span<const std::uint8_t> codes, const Cells& cells, Sums& count) {
    const WeightedCells weighted(cells, codes.size());
    for (std::size_t cell = 0; cell < cells.count; ++cell) {
      std::array<double, 256> sums{};
      const double* weight = weighted.soft() + cell * codes.size();
      for (std::size_t row = 0; row < codes.size(); ++row) sums[codes[row]] += weight[row];
      for (std::size_t v = 0; v < count.rows(); ++v) count.add(v, cell, sums[v]);
    }
  }

  static void score_bits(const std::vector<Piece>& pieces, LogScores& out) {
    std::vector<BitScore> columns;
    columns.reserve(pieces.size());
    for (const Piece& each : pieces) {
      const PackedCodes& packed = each.columns[0]->packed;
      const Matrix& log_p = (*each.parameters)[0];
      const std::size_t second = log_p.rows > 2 ? 1 : 0;
      columns.push_back({{packed.ones, packed.present}, log_p.row(0).data(), log_p.row(second).data()});
    }
    priory::score_bits(columns, out.n_rows, out.n_cells, out.data.data());
  }

  static void score_bytes(std::span<const std::uint8_t> codes, const Matrix& log_p, LogScores& out) {
    for (std::size_t cell = 0; cell < out.n_cells; ++cell) {
      std::array<double, 256> table{};  // a missing cell adds 0
      for (std::size_t v = 0; v + 1 < log_p.rows; ++v) table[v] = log_p.at(v, cell);
      double* score = out.of(cell).data();
      for (std::size_t row = 0; row < codes.size(); ++row) score[row] += table[codes[row]];
    }
  }
};

}  // namespace priory
