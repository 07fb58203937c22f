// SPDX-License-Identifier: Apache-2.0
#include "learn/pair_counts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "priory/error.h"

#include "learn/combining.h"
#include "plan/chunk_layout.h"

namespace priory {
namespace {

constexpr double kMostBytes = 0x1p31;

// The row of two codes, which stays the same when there are more of them (Szudzik, An elegant pairing
// function, 2006).
std::size_t row_of(std::size_t a, std::size_t b) {
  return a < b ? b * b + a : a * a + a + b;
}

std::size_t rows_for(std::size_t n_a, std::size_t n_b) {
  const std::size_t most = std::max(n_a, n_b);
  return most * most;
}

double x_log_x(double x) {
  return x > 0 ? x * std::log(x) : 0;
}

}  // namespace

PairCounts::PairCounts(const Plan& plan, bool by_class)
    : by_class_(by_class), with_target_(!by_class && !plan.target.empty()) {
  const bool network = !plan.structure.empty();
  std::set<std::string_view> averaged;  // columns: those of the first network
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    if (network && is_variable(plan.parts[k])) places_.push_back(places[k].back());
    if (is_average(plan) && is_averaged(plan.parts[k]) &&
        averaged.insert(plan.parts[k].columns.back()).second)
      places_.push_back(places[k].back());
    if (!network && is_gathered(plan.parts[k]))
      places_.insert(places_.end(), places[k].begin(), places[k].end());
  }
  values_.resize(places_.size() + (with_target_ ? 1 : 0));
  translations_.resize(values_.size()), codes_.resize(values_.size());
  single_.assign(values_.size(), Sums(0, 0));
  count_.assign(values_.size() * (values_.size() - 1) / 2, Sums(0, 0));
}

void PairCounts::learn_codes(const Chunk& chunk) {
  const std::size_t first = with_target_ ? 1 : 0;
  const auto learn = [](const Column& column, Translation& translation, Dictionary& to, auto& out) {
    const auto codes = translation.learn(*column.dictionary, to);
    out.clear();
    for (const std::uint32_t code : column.codes) out.push_back(code == kMissingCode ? code : codes[code]);
  };
  for (std::size_t k = 0; k < places_.size(); ++k)
    learn(chunk.columns[places_[k]], translations_[first + k], values_[first + k], codes_[first + k]);
  if (with_target_) learn(chunk.target, translations_[0], values_[0], codes_[0]);
  if (by_class_)
    learn(chunk.target, class_translation_, classes_, cell_of_row_);
  else
    cell_of_row_.assign(chunk.n_rows, classes_.insert(""));
}

void PairCounts::make_room() {
  double bytes = 0;
  for (std::size_t k = 0; k < values_.size(); ++k) {
    if (single_[k].rows() < values_[k].size() || single_[k].cells() < classes_.size())
      single_[k].resize(values_[k].size(), classes_.size());
  }
  for (std::size_t b = 1; b < values_.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const std::size_t rows = rows_for(values_[a].size(), values_[b].size());
      bytes += 8.0 * static_cast<double>(rows) * static_cast<double>(classes_.size());
      if (bytes > kMostBytes) {
        throw Error(
            ErrorKind::data,
            fmt::format("the counts of every two of {} columns with so many values need more than {:.3g} "
                        "bytes",
                        values_.size(), kMostBytes),
            {}, "leave out columns with many values (‹ignore›)");
      }
      Sums& count = count_[pair(a, b)];
      if (count.rows() < rows || count.cells() < classes_.size()) count.resize(rows, classes_.size());
    }
  }
}

void PairCounts::accumulate(const Chunk& chunk) {
  learn_codes(chunk);
  make_room();
  for (std::size_t k = 0; k < values_.size(); ++k) {
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      if (codes_[k][row] != kMissingCode && cell_of_row_[row] != kMissingCode)
        single_[k].add(codes_[k][row], cell_of_row_[row], chunk.weight_of(row));
    }
  }
  for (std::size_t b = 1; b < values_.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      Sums& count = count_[pair(a, b)];
      for (std::size_t row = 0; row < chunk.n_rows; ++row) {
        if (codes_[a][row] == kMissingCode || codes_[b][row] == kMissingCode) continue;
        if (cell_of_row_[row] == kMissingCode) continue;
        count.add(row_of(codes_[a][row], codes_[b][row]), cell_of_row_[row], chunk.weight_of(row));
      }
    }
  }
}

void PairCounts::combine(const PairCounts& other, bool minus) {
  const std::vector<std::uint32_t> cells = classes_.insert_all(other.classes_);
  std::vector<std::vector<std::uint32_t>> codes;
  for (std::size_t k = 0; k < values_.size(); ++k) codes.push_back(values_[k].insert_all(other.values_[k]));
  make_room();
  for (std::size_t k = 0; k < values_.size(); ++k)
    minus ? single_[k].subtract(other.single_[k], codes[k], cells)
          : single_[k].merge(other.single_[k], codes[k], cells);
  for (std::size_t b = 1; b < values_.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const Sums& from = other.count_[pair(a, b)];
      std::vector<std::uint32_t> rows(from.rows());
      for (std::size_t x = 0; x < codes[a].size(); ++x) {
        for (std::size_t y = 0; y < codes[b].size() && row_of(x, y) < rows.size(); ++y)
          rows[row_of(x, y)] = static_cast<std::uint32_t>(row_of(codes[a][x], codes[b][y]));
      }
      minus ? count_[pair(a, b)].subtract(from, rows, cells) : count_[pair(a, b)].merge(from, rows, cells);
    }
  }
}

// The sum of n(x, y) log (n(x, y) n / (n(x) n(y))) in one cell; n is added to `n_rows`.
double PairCounts::information_of(const Sums& count, std::size_t cell, std::span<const std::uint32_t> rows,
                                  std::span<const std::uint32_t> columns, double& n_rows) const {
  std::vector<double> of_column(columns.size());
  double total = 0, joint = 0, marginal = 0;
  for (const std::uint32_t x : rows) {
    double of_row = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const double n = count.value(row_of(x, columns[k]), cell);
      joint += x_log_x(n), of_row += n, of_column[k] += n;
    }
    marginal += x_log_x(of_row), total += of_row;
  }
  for (const double n : of_column) marginal += x_log_x(n);
  n_rows += total;
  return joint - marginal + x_log_x(total);
}

double PairCounts::information_with_class(std::size_t a) const {
  const Sums& count = single_[a];
  std::vector<double> of_class(classes_.size());
  double total = 0, joint = 0, marginal = 0;
  for (const std::uint32_t x : values_[a].sorted_codes()) {
    double of_value = 0;
    for (const std::uint32_t cell : classes_.sorted_codes()) {
      const double n = count.value(x, cell);
      joint += x_log_x(n), of_value += n, of_class[cell] += n;
    }
    marginal += x_log_x(of_value), total += of_value;
  }
  for (const std::uint32_t cell : classes_.sorted_codes()) marginal += x_log_x(of_class[cell]);
  return total > 0 ? std::max(0.0, (joint - marginal + x_log_x(total)) / total) : 0;
}

double PairCounts::information(std::size_t a, std::size_t b) const {
  if (a > b) return information(b, a);
  const Sums& count = count_[pair(a, b)];
  const std::vector<std::uint32_t> rows = values_[a].sorted_codes(), columns = values_[b].sorted_codes();
  double out = 0, total = 0;
  for (const std::uint32_t cell : classes_.sorted_codes())
    out += information_of(count, cell, rows, columns, total);
  return total > 0 ? std::max(0.0, out / total) : 0;
}

}  // namespace priory
