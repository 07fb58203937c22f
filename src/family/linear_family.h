// SPDX-License-Identifier: Apache-2.0
// A part that is scored by fitted weights in place of a density: the sum of weight[feature][cell] times the
// feature. The features are those of the linear view of the family that counts the part: a value, a word, x
// and its powers, a product; behind them stands one for each column, whether its cell is missing. In a
// missing cell a feature of numbers has its mean, so that the weight of "missing" says what missing itself
// means. A value or word never seen adds nothing. It is no distribution.
//
//   parameters  weight   rows x cells: of numbers the features and then "missing" of each column; of values,
//                        words and bins those, one row of zeros for what was never seen, and then "missing"
//               mean     features x 1, of numbers
//               term     features x 4, of numbers: value, other, power, statistic of the LinearTerm
//               borders  one more than bins x 1, of numbers in bins
#pragma once

#include "family/family.h"

namespace priory {

// What a family's density in a cell is against that in the first, as a linear form; of the first itself all
// zeros. An Error of kind usage where the family has no linear view.
LinearForm linear_form(const Family& family, const Parameters& parameters, std::size_t cell);

class LinearFamily final : public Family {
 public:
  explicit LinearFamily(const Family& counts) : counts_(&counts) {}

  // The one that goes with a family that has a linear view; null where that has none.
  static const LinearFamily* of(const Family& counts);
  // The parameters of a part from its weights; `terms` and `mean` of numbers only, `borders` of their bins.
  static Parameters parameters(Matrix weight, std::span<const LinearTerm> terms, std::span<const double> mean,
                               std::span<const double> borders = {});

  // What the features of a part are made of.
  struct Features {
    std::vector<LinearTerm> terms;  // of numbers
    std::vector<double> borders;    // of numbers in bins
    std::size_t n_values = 0;       // values, words or bins
  };
  // Calls take(feature, x) for every feature of a row that is not 0, of numbers for all, NaN where they are
  // missing.
  using TakeFeature = std::function<void(std::size_t feature, double x)>;
  void features(Columns columns, std::size_t row, const Features& of, const TakeFeature& take) const;

  FamilyInfo info() const override { return counts_->info(); }
  std::span<const Statistic> statistics() const override { return counts_->statistics(); }
  bool generative() const override { return false; }
  bool knows_unseen() const override { return counts_->info().kind == CellKind::codes; }
  bool groups() const override { return counts_->groups(); }
  bool has_linear() const override { return counts_->has_linear(); }
  bool linear_in_bins() const override { return counts_->linear_in_bins(); }
  void accumulate(Columns columns, const Cells& cells, Block& statistics) const override {
    counts_->accumulate(columns, cells, statistics);
  }
  Parameters estimate(const Block& statistics, const Settings& settings,
                      const Context& context) const override {
    return counts_->estimate(statistics, settings, context);
  }
  void score(Columns columns, const Parameters& parameters, LogScores& out) const override;
  void explain(Columns columns, std::size_t row, const Parameters& parameters,
               const TakeReason& take) const override;
  LinearForm linear(const Parameters& parameters) const override;
  std::string feature_name(const LinearTerm& term, const std::string& column) const override {
    return counts_->feature_name(term, column);
  }
  double feature(const LinearTerm& term, double x) const override { return counts_->feature(term, x); }
  double feature_of_count(double count) const override { return counts_->feature_of_count(count); }
  double free_parameters(const Shape& shape, std::size_t cells) const override {
    return counts_->free_parameters(shape, cells);
  }

 private:
  double number(Columns columns, std::size_t row, const LinearTerm& term) const;

  const Family* counts_;
};

}  // namespace priory
