// SPDX-License-Identifier: Apache-2.0
// Lifts families over one column of codes: a table of counts per value and cell, smoothed by alpha.
//
//   density    log p(x) = log t[x]
//   statistic  count[value][cell], exact
//   estimator  t[v] = (count[v] + alpha) / (n + alpha V), n the cell's rows that are not missing, V the
//   number
//              of values; a cell with no row and no prior is uniform
//
// A family F gives info() and linear(table).
#pragma once

#include <array>
#include <cmath>

#include "core/kernels.h"
#include "core/log_space.h"
#include "family/choices.h"
#include "family/family.h"

namespace priory {

template <class F>
class CodeFamily final : public Family {
 public:
  FamilyInfo info() const override { return F::info(); }
  std::span<const Statistic> statistics() const override { return kStatistics; }

  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    const PackedCodes& packed = columns[0]->packed;
    if (!packed.ones.empty())
      return accumulate_bits({packed.ones, packed.present}, cells, statistics.sums[0]);
    if (!packed.bytes.empty()) return accumulate_bytes(packed.bytes, cells, statistics.sums[0]);
    const std::vector<std::uint32_t>& codes = columns[0]->codes;
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (codes[row] == kMissingCode) continue;
      cells.visit(row, codes.size(),
                  [&](std::uint32_t cell, double w) { statistics.sums[0].add(codes[row], cell, w); });
    }
  }

  Parameters estimate(const Block& statistics, const Settings& settings, const Context&) const override {
    const Sums& count = statistics.sums[0];
    const double alpha = settings["alpha"], n_values = static_cast<double>(count.rows());
    Parameters out = {Matrix("log_prob", count.rows() + 1, count.cells())};
    for (std::size_t cell = 0; cell < count.cells(); ++cell) {
      double n = 0;
      for (std::size_t v = 0; v < count.rows(); ++v) n += count.value(v, cell);
      const double total = n + alpha * n_values;
      for (std::size_t v = 0; v < count.rows(); ++v) {
        out[0].at(v, cell) = std::log(total > 0 ? (count.value(v, cell) + alpha) / total : 1 / n_values);
      }
      out[0].at(count.rows(), cell) = total > 0 ? std::log(alpha / total) : kLogZero;
    }
    return out;
  }

  void score(Columns columns, const Parameters& parameters, LogScores& out) const override {
    const PackedCodes& packed = columns[0]->packed;
    if (!packed.ones.empty()) return score_bits(packed, parameters[0], out);
    if (!packed.bytes.empty()) return score_bytes(packed.bytes, parameters[0], out);
    const std::vector<std::uint32_t>& codes = columns[0]->codes;
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (codes[row] == kMissingCode) continue;
      const std::span<const double> log_p = parameters[0].row(codes[row]);
      for (std::size_t cell = 0; cell < out.n_cells; ++cell) out.data[cell * out.n_rows + row] += log_p[cell];
    }
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
    const Matrix& table = parameters[0];  // without the row of the unseen
    return times_sum(settings["alpha"], {table.data.data(), (table.rows - 1) * table.cells});
  }

  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return shape.values == 0 ? 0 : static_cast<double>(cells * (shape.values - 1));
  }

 private:
  static constexpr Statistic kStatistics[] = {{"count", Per::value, true}};

  // Packed codes come with soft cells, whose weights have so few bits that sums of them are exact in a
  // double.
  static void accumulate_bits(const BitColumn& column, const Cells& cells, Sums& count) {
    std::vector<double> ones(cells.count), present(cells.count);
    std::vector<double> own;
    const std::size_t n_rows = cells.soft.size() / cells.count;
    count_bits(column, n_rows, weights_of(cells, n_rows, own), ones, present);
    for (std::size_t cell = 0; cell < cells.count; ++cell) {
      count.add(0, cell, present[cell] - ones[cell]);
      if (count.rows() > 1) count.add(1, cell, ones[cell]);
    }
  }

  static void accumulate_bytes(std::span<const std::uint8_t> codes, const Cells& cells, Sums& count) {
    std::vector<double> own;
    const double* weights = weights_of(cells, codes.size(), own);
    for (std::size_t cell = 0; cell < cells.count; ++cell) {
      std::array<double, 256> sums{};
      const double* weight = weights + cell * codes.size();
      for (std::size_t row = 0; row < codes.size(); ++row) sums[codes[row]] += weight[row];
      for (std::size_t v = 0; v < count.rows(); ++v) count.add(v, cell, sums[v]);
    }
  }

  static void score_bits(const PackedCodes& packed, const Matrix& log_p, LogScores& out) {
    const std::size_t second = log_p.rows > 2 ? 1 : 0;
    priory::score_bits({packed.ones, packed.present}, out.n_rows, log_p.row(0), log_p.row(second),
                       out.data.data());
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
