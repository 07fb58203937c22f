// SPDX-License-Identifier: Apache-2.0
// How often every two columns have every two values together, in each class: what the mutual information of
// columns is computed from. A mergeable value, exact, and filled in one reading. Rows that lack one of two
// columns say nothing of the two.
#pragma once

#include <memory>
#include <vector>

#include "priory/plan.h"

#include "exact/sums.h"
#include "learn/translate.h"

namespace priory {

class PairCounts {
 public:
  // Of the variables of a network and not of what stands beside it; in a plan without a structure, of the
  // columns of parts that gather values. Without `by_class` rows are counted together, and the target, if
  // there is one, is a column like the others, the first.
  PairCounts(const Plan& plan, bool by_class);

  void accumulate(const Chunk& chunk);
  void merge(const PairCounts& other) { combine(other, false); }
  void subtract(const PairCounts& other) { combine(other, true); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(values_, classes_, single_, count_);
  }

  std::size_t n_variables() const { return values_.size(); }
  // I(a; b | class) in nats, or I(a; b); 0 if no row has both. The same number whatever the order of the
  // rows.
  double information(std::size_t a, std::size_t b) const;
  // I(a; class) in nats, of the rows that have a.
  double information_with_class(std::size_t a) const;
  std::size_t n_values(std::size_t a) const { return values_[a].size(); }
  std::size_t n_classes() const { return classes_.size(); }

 private:
  std::size_t pair(std::size_t a, std::size_t b) const { return b * (b - 1) / 2 + a; }  // a < b
  void learn_codes(const Chunk& chunk);
  void make_room();
  void combine(const PairCounts& other, bool minus);
  double information_of(const Sums& count, std::size_t cell, std::span<const std::uint32_t> rows,
                        std::span<const std::uint32_t> columns, double& n_rows) const;

  bool by_class_, with_target_;
  std::vector<std::size_t> places_;  // of the columns in a chunk
  std::vector<Dictionary> values_;
  Dictionary classes_;
  std::vector<Translation> translations_;
  Translation class_translation_;
  std::vector<Sums> single_;  // of each column: a row for a value, a cell for a class
  std::vector<Sums> count_;   // of each pair: a row for two values, a cell for a class
  std::vector<std::vector<std::uint32_t>> codes_;
  std::vector<std::uint32_t> cell_of_row_;
};

}  // namespace priory
