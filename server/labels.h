// SPDX-License-Identifier: Apache-2.0
// The rows that a model has learnt from its journal and not forgotten: as a table, and judged, each by the
// model without it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "priory/predictor.h"

#include "journal.h"
#include "row_cells.h"

namespace priory::server {

struct LabelledRow {
  std::int64_t event = 0;
  RowCells cells;
};

// Those that were there after event `until`, in order. `n_erased` gets how many more the journal has no rows
// of any more.
std::vector<LabelledRow> labelled_rows(Journal& journal, const RowShape& shape, std::int64_t base,
                                       std::int64_t until, std::size_t* n_erased = nullptr);

// As CSV to train from, under a header, the class behind the columns and then the weight if there is one.
using TakeLine = std::function<void(const std::string&)>;
struct Exported {
  std::size_t rows = 0, erased = 0;
};
Exported export_labels(Journal& journal, const RowShape& shape, const TakeLine& take);
std::string csv_header(const RowShape& shape);
std::string csv_line_of(const RowCells& row, const RowShape& shape);

// A row as the model without it sees it.
struct JudgedRow {
  std::string likelier;      // the most probable class; empty: nothing is left to judge by
  double probability = 0;    // of its own class, and
  double log_odds = 0;       // of the likelier one against it
  bool class_known = false;  // others have its class
};
JudgedRow judge_without(Learner& learner, const RowCells& row);

// The accuracy by leave-one-out when there were so many of the rows.
struct AccuracyPoint {
  std::size_t rows = 0;
  std::int64_t event = 0;
  double accuracy = 0;
};
// About `n_points` of them, the last one of all rows; `learner` has learnt all of them, last. It has the
// first two of them at the end.
std::vector<AccuracyPoint> accuracy_curve(Learner& learner, const std::vector<LabelledRow>& rows,
                                          std::size_t n_points);

}  // namespace priory::server
