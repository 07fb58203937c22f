// SPDX-License-Identifier: Apache-2.0
// Random rows for any family: a column of its kind of cells (some columns, for one over groups of them), the
// cell of each row and its weight. Everything follows from the family's own description, so that a new family
// is covered without a word here.
#pragma once

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "exact/block.h"
#include "family/family.h"
#include "family/tables/combinations.h"
#include "rows/cells.h"

namespace priory::testing {

using Random = std::mt19937_64;

using ColumnList = std::vector<Column>;

constexpr std::size_t kCells = 3;
constexpr double kTrials = 12;  // the most that a count of `draw_column` is

inline std::size_t below(Random& random, std::size_t n) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

inline bool one_in(Random& random, std::size_t n) {
  return below(random, n) == 0;
}

// Families over several columns of codes: here three of two values, so that there are 8 combinations.
inline bool combines(const Family& family) {
  return family.groups() && family.info().kind == CellKind::codes;
}

inline Combinations all_combinations() {
  return {{2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}};
}

// How many values or words a column has; a bernoulli column has two.
inline std::size_t n_values(const Family& family) {
  const FamilyInfo info = family.info();
  if (info.kind == CellKind::reals) return 0;
  if (family.gathers()) return 6;
  if (combines(family)) return 8;
  return info.kind == CellKind::codes && info.name == "bernoulli" ? 2 : 4;
}

inline bool has_option(const Family& family, std::string_view name) {
  const auto options = family.info().options;
  return std::any_of(options.begin(), options.end(), [&](const Option& each) { return each.name == name; });
}

inline Settings settings_of(const Family& family) {
  Settings out(family.info().options);
  out.set("trials", kTrials);
  return out;
}

// No smoothing and no prior.
inline Settings maximum_likelihood(const Family& family) {
  Settings out = settings_of(family);
  out.set("alpha", 0), out.set("var-smoothing", 0), out.set("back-off", 0);
  return out;
}

// How many columns a part of the family has here.
inline std::size_t n_columns(const Family& family) {
  return family.groups() ? 3 : 1;
}

// The bins of a family that counts numbers in them, two of which are one. All that is drawn is inside.
inline const Bins& test_bins() {
  static const Bins bins = {{-3, -1.25, -0.5, 0.25, 1, 3}, {0, 1, 3, 4}};
  return bins;
}

inline const Bins* bins_of(const Family& family) {
  return family.info().kind == CellKind::reals && has_option(family, "bins") ? &test_bins() : nullptr;
}

struct Sample {
  ColumnList columns;
  std::vector<std::uint32_t> cell;
  std::vector<double> weight;

  std::size_t n_rows() const { return cell.size(); }
  Cells hard() const { return {cell, {}, kCells, weight}; }
};

inline double draw_real(Random& random, Domain domain) {
  if (domain.whole) return static_cast<double>(below(random, static_cast<std::size_t>(kTrials) + 1));
  const double low = std::max(domain.low, -3.0), high = std::min(domain.high, 3.0);
  double out = 0;
  do out = std::uniform_real_distribution<double>(low, high)(random);
  while (!domain.contains(out));
  return out;
}

inline void draw_bag_row(Random& random, std::size_t n_words, bool missing, Bag& bag) {
  for (std::uint32_t word = 0; word < n_words && !missing; ++word) {
    if (one_in(random, 2)) continue;
    bag.word.push_back(word);
    bag.count.push_back(static_cast<double>(1 + below(random, 12)) / 4);
  }
  bag.end_row(missing);
}

// The first column is the combination of the others, or a bag of their values.
inline void gather(ColumnList& columns) {
  columns[0].kind = CellKind::bag;
  columns[0].bag.clear();
  for (std::size_t row = 0; row < columns[1].codes.size(); ++row) {
    Bag& bag = columns[0].bag;
    const std::size_t before = bag.word.size();
    for (std::uint32_t j = 1; j < columns.size(); ++j) {
      const std::uint32_t code = columns[j].codes[row];
      if (code != kMissingCode) bag.word.push_back(2 * (j - 1) + code), bag.count.push_back(1);
    }
    bag.end_row(bag.word.size() == before);
  }
}

inline void combine(const Family& family, ColumnList& columns) {
  if (!combines(family)) return;
  if (family.gathers()) return gather(columns);
  columns[0].kind = CellKind::codes;
  columns[0].codes.clear();
  for (std::size_t row = 0; row < columns[1].codes.size(); ++row) {
    std::uint32_t cell = 0;
    for (std::size_t j = 1; j < columns.size(); ++j) {
      const std::uint32_t code = columns[j].codes[row];
      cell = code == kMissingCode || cell == kMissingCode ? kMissingCode : 2 * cell + code;
    }
    columns[0].codes.push_back(cell);
  }
}

inline void draw_cell(Random& random, const Family& family, bool missing, Column& column) {
  column.kind = family.info().kind;
  if (column.kind == CellKind::bag) return draw_bag_row(random, n_values(family), missing, column.bag);
  if (column.kind == CellKind::reals)
    column.reals.push_back(missing ? kMissingReal : draw_real(random, family.domain()));
  else
    column.codes.push_back(
        missing ? kMissingCode
                : static_cast<std::uint32_t>(below(random, combines(family) ? 2 : n_values(family))));
}

inline Sample empty_sample(const Family& family) {
  Sample out;
  out.columns.resize(n_columns(family) + (combines(family) ? 1 : 0));
  for (Column& column : out.columns) column.kind = family.info().kind, column.bins = bins_of(family);
  return out;
}

// One row in `missing_one_in` is missing (0: none); of several columns all, or if asked for some.
inline Sample draw_sample(Random& random, const Family& family, std::size_t n_rows,
                          std::size_t missing_one_in = 8, bool in_part = true) {
  Sample out = empty_sample(family);
  const std::size_t begin = combines(family) ? 1 : 0, n = out.columns.size();
  for (std::size_t row = 0; row < n_rows; ++row) {
    const bool missing = missing_one_in > 0 && one_in(random, missing_one_in);
    const bool some = missing && in_part && n > 1 && one_in(random, 2);
    const std::size_t first = some ? begin + below(random, n - begin) : 0;  // that one is missing
    for (std::size_t j = begin; j < n; ++j)
      draw_cell(random, family, missing && (!some || j == first || one_in(random, 3)), out.columns[j]);
    out.cell.push_back(static_cast<std::uint32_t>(below(random, kCells)));
    out.weight.push_back(std::ldexp(static_cast<double>(1 + below(random, 1 << 26)), -24));
  }
  combine(family, out.columns);
  return out;
}

inline void append_cell(const Column& from, std::size_t row, Column& to) {
  to.kind = from.kind, to.bins = from.bins;
  if (from.kind == CellKind::reals) to.reals.push_back(from.reals[row]);
  if (from.kind == CellKind::codes) to.codes.push_back(from.codes[row]);
  if (from.kind != CellKind::bag) return;
  const Bag& bag = from.bag;
  for (std::size_t k = bag.begin[row]; k < bag.begin[row + 1]; ++k)
    to.bag.word.push_back(bag.word[k]), to.bag.count.push_back(bag.count[k]);
  to.bag.end_row(bag.missing[row]);
}

inline void append_row(const Sample& from, std::size_t row, Sample& to) {
  to.columns.resize(from.columns.size());
  for (std::size_t j = 0; j < from.columns.size(); ++j) append_cell(from.columns[j], row, to.columns[j]);
  to.cell.push_back(from.cell[row]);
  to.weight.push_back(from.weight[row]);
}

inline Sample joined(Sample a, const Sample& b) {
  for (std::size_t row = 0; row < b.n_rows(); ++row) append_row(b, row, a);
  return a;
}

inline Block zero_of(const Family& family) {
  const Bins* const bins = bins_of(family);
  return Block::zero(family.statistics(),
                     {n_values(family), n_columns(family), {}, bins == nullptr ? 0 : bins->size()}, kCells);
}

inline std::vector<const Column*> pointers(const ColumnList& columns) {
  std::vector<const Column*> out;
  for (const Column& column : columns) out.push_back(&column);
  return out;
}

inline void accumulate(const Family& family, const ColumnList& columns, const Cells& cells, Block& into) {
  family.accumulate(pointers(columns), cells, into);
}

inline Block learnt(const Family& family, const Sample& sample) {
  Block out = zero_of(family);
  accumulate(family, sample.columns, sample.hard(), out);
  return out;
}

inline Block canonical(Block block) {
  for (Sums& sums : block.sums) sums = sums.canonical();
  return block;
}

// Whether all numbers that are shown agree, to 1e-12 of the largest of their kind or of `least`.
inline bool close(const Parameters& a, const Parameters& b, double least = 0) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    double largest = least;
    for (const double each : a[k].data) largest = std::max(largest, std::abs(each));
    for (std::size_t i = 0; a[k].shown && i < a[k].data.size(); ++i) {
      if (!(std::abs(a[k].data[i] - b[k].data[i]) <= 1e-12 * largest)) return false;
    }
  }
  return true;
}

inline Block merged(const Family& family, Block a, const Block& b) {
  a.merge(family.statistics(), b, {}, {});
  return a;
}

inline Context context_of(const Family& family, const Block& block) {
  Context out{family.pooled_variance(block).value_or(0), {}};
  if (combines(family)) out.combinations = std::make_shared<const Combinations>(all_combinations());
  out.bins = bins_of(family);
  return out;
}

inline Parameters estimated(const Family& family, const Block& block, const Settings& settings) {
  const Context context = context_of(family, block);
  return family.estimate(block, settings, context);
}

// What was learnt from the same rows, cut into chunks or ordered in different ways: the same to the bit.
inline bool same_knowledge(const Block& a, const Block& b) {
  return canonical(a) == canonical(b);
}

// Whether a model would accept the parameters: one row in a cell has no variance.
inline bool usable(const Family& family, const Parameters& parameters) {
  for (std::size_t cell = 0; cell < parameters[0].cells; ++cell) {
    if (!family.trouble(parameters, cell).empty()) return false;
  }
  return true;
}

inline std::size_t rows_of(const Column& column) {
  if (column.kind == CellKind::bag) return column.bag.n_rows();
  return column.kind == CellKind::reals ? column.reals.size() : column.codes.size();
}

inline LogScores scored(const Family& family, const ColumnList& columns, const Parameters& parameters) {
  LogScores out;
  out.reset(rows_of(columns[0]), parameters[0].cells);
  family.score(pointers(columns), parameters, out);
  return out;
}

// The weighted log probability of every row in its own cell.
inline double log_likelihood(const Family& family, const Sample& sample, const Parameters& parameters) {
  const LogScores scores = scored(family, sample.columns, parameters);
  double out = 0;
  for (std::size_t row = 0; row < sample.n_rows(); ++row)
    out += sample.weight[row] * scores.at(sample.cell[row], row);
  return out;
}

// One test for each family of the list.
class EveryFamily : public ::testing::TestWithParam<const Family*> {
 protected:
  const Family& family() const { return *GetParam(); }
};

inline std::string family_label(const ::testing::TestParamInfo<const Family*>& info) {
  const FamilyInfo about = info.param->info();
  std::string out(about.name);
  std::replace(out.begin(), out.end(), '-', '_');
  return out + (about.kind == CellKind::bag ? "OverBags" : about.kind == CellKind::codes ? "OverCodes" : "");
}

// All of the list (families.cpp); tests/docs has the family of a page in their place.
std::span<const Family* const> families_under_test();

inline auto every_family() {
  return ::testing::ValuesIn(families_under_test().begin(), families_under_test().end());
}

// Those whose scores are log probabilities; with a symmetric prior, if that is asked for.
inline auto every_generative_family(bool with_alpha = false) {
  std::vector<const Family*> out;
  for (const Family* family : families_under_test()) {
    if (family->generative() && (!with_alpha || has_option(*family, "alpha"))) out.push_back(family);
  }
  return ::testing::ValuesIn(out);
}

// Those whose estimate is where likelihood, prior and smoothing together are largest; the others say so.
inline bool maximises(const Family& family) {
  return family.monotone(Settings(family.info().options));
}

}  // namespace priory::testing
