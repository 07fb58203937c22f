// SPDX-License-Identifier: Apache-2.0
// Inside of a Learner.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "priory/predictor.h"

#include "online/coded_row.h"
#include "online/live_totals.h"
#include "online/row_headers.h"
#include "online/row_sums.h"

namespace priory {

// The statistics as they grow, and of the model they make what the last prediction needed of it:
//
//   texts and columns of counts   LiveTotals, kept up to date; the words of a row are estimated for it
//   all other parts               estimated for the first prediction after a change, in `model`
//
// `cells` are the classes that have rows, in their order: the cells of the model among those of the
// statistics. These keep all columns that the Learner began with; a snapshot has those that rows have.
struct Learner::State {
  explicit State(NamedSums from);

  const Plan& plan() const { return statistics.plan(); }
  const std::vector<std::string>& columns() const { return row.coder().columns(); }
  bool by_value(std::size_t k) const { return statistics.parts()[k].family->by_value(); }

  void change(RowView cells_of_row, const CellValue& label, double weight, bool minus);
  void change_many(const NamedSums& some, bool minus);
  void apply(std::uint32_t cell, double weight, bool minus);
  bool plausible(std::uint32_t cell) const;
  bool has_strays(const NamedSums& all) const;
  bool has_its_columns();  // rows do have all that the plan names
  void find_cells();
  std::vector<std::string> class_names() const;
  void everything_changed();
  void mark_calibration(bool same_classes, double learnt, double forgotten);
  void find_model();
  NamedSums without_words() const;
  void score(RowView cells_of_row);
  Predictor& of_snapshot();
  RowView as_snapshot_has_it(RowView cells_of_row);
  void estimate_words(std::size_t k);
  Classifier snapshot() const;

  NamedSums statistics;
  RowHeaders headers;
  std::optional<Classifier> origin;          // while nothing has changed
  std::shared_ptr<Calibration> calibration;  // null: none, or it was for other classes
  CodedRow row;
  RowSums sums;
  std::vector<LiveTotals> totals;
  std::vector<std::uint32_t> cells;
  std::shared_ptr<Classifier::State> model;  // null: to be estimated
  bool prior_changed = false;
  std::optional<CodedScorer> scorer;
  std::vector<const Parameters*> parameters;
  std::vector<Parameters> local;      // of the words of a row
  std::vector<std::uint32_t> values;  // of a row
  std::vector<double> log_posterior, posterior;
  bool impossible = false;
  bool has_others = false;           // parts that do not estimate value by value
  bool as_a_whole;                   // nothing is known without a snapshot
  std::optional<bool> columns_stay;  // see has_its_columns
  std::optional<Predictor> whole;    // of one; it may have lost columns:
  std::vector<std::size_t> places;   // those it has, among the columns
  std::vector<CellValue> narrowed;   // a row without the others
};

}  // namespace priory
