// SPDX-License-Identifier: Apache-2.0
// The rows of a table as a model reads them: for predictions, explanations and evaluations.
//
//   const TableEvaluation judged = evaluate_table(model, Table::open({"test.csv"}));
//   judged.evaluation.measure().accuracy;
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "priory/classifier.h"
#include "priory/decision.h"
#include "priory/evaluation.h"
#include "priory/table.h"

namespace priory {

struct ReadingOptions {
  // Of the class and the weight of a row: left out, read where the rows have it, or needed.
  enum class Target { ignored, optional, needed };
  Target target = Target::ignored;
  bool explained = false;      // words as they are spelt too, where the model has only their buckets
  bool skip_bad_rows = false;  // otherwise they end the work
  bool keep_all = false;       // columns passed through as they stand
  std::vector<std::string> keep = {};
  bool places = false;            // rows know where they stand
  std::size_t chunk_rows = 1024;  // at most so many at a time; does not change a result
  bool again = true;              // more than one reading: a pipe is kept
};

// Opens the rows from the start, each time it is called. `counts` is filled anew by every reading and must
// outlive it. An Error of kind data where the class is needed and directories do not say it.
OpenChunks rows_of(const Classifier& model, const Table& table, const ReadingOptions& options = {},
                   ReadCounts* counts = nullptr);

// An Error of kind data for a table with a file in no directory of a class.
void require_classes(const Table& table);

struct TableEvaluationOptions {
  Decision decide = {};
  std::optional<std::string> positive = {};  // of two classes; the last when not given
  bool skip_bad_rows = false;
  bool again = false;  // the table is read once more afterwards
  unsigned threads = 1;
  Tick tick = {};
};

struct TableEvaluation {
  Evaluation evaluation;
  ReadCounts counts;  // of a table that is shared out, this rank's
};

// An Error of kind data if there are no rows.
TableEvaluation evaluate_table(const Classifier& model, const Table& table,
                               const TableEvaluationOptions& options = {});

}  // namespace priory
