// SPDX-License-Identifier: Apache-2.0
// Judging by rows that a model has not seen: rows kept for many readings, cross-validation and leave-one-out
// over them, calibration by what they show, and the same where the rows are in shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "priory/classifier.h"
#include "priory/evaluation.h"
#include "priory/plan.h"
#include "priory/statistics.h"

#pragma GCC visibility push(default)

namespace priory {

class KeptRows;

// Rows whose class is known, kept for many readings in memory or, beyond `memory` bytes, in a temporary file
// (0: half of what the machine has). They serve every plan over the same columns and tokens, whatever its
// families, settings and weights of words. Immutable.
class LabelledRows {
 public:
  LabelledRows(const Plan& plan, const OpenChunks& open, std::size_t memory = 0, unsigned threads = 1,
               const Tick& tick = {});

  std::size_t n_rows() const;
  std::size_t n_values() const;                                         // and words, of all columns together
  const std::vector<std::string>& classes() const { return classes_; }  // in code point order
  const std::vector<std::uint32_t>& labels() const { return labels_; }  // of each row, one of the classes
  const std::vector<std::uint32_t>& groups() const;  // of each row, when a column was passed through
  OpenChunks open() const;

 private:
  std::shared_ptr<const KeptRows> rows_;
  std::vector<std::string> classes_;
  std::vector<std::uint32_t> labels_;
};

struct FoldOptions {
  std::size_t folds = 10;
  bool grouped = false;  // rows of one group are in one fold
  std::uint64_t seed = 1;
};

// The fold of each row. Every fold has its share of each class, as near as can be; the same seed gives the
// same folds. An Error of kind usage when there are fewer rows (or groups) than folds.
std::vector<std::uint32_t> assign_folds(const LabelledRows& rows, const FoldOptions& options);

// How rows are judged: what becomes of their posteriors.
struct JudgingOptions {
  Decision decide = {};
  std::optional<std::string> positive = {};
  // Each fold's model is calibrated by one of these, the one that does best on rows left out of that model.
  std::vector<CalibrationMethod> calibrations = {};
};

constexpr std::size_t kFoldsAtOnce = 16;  // at most so many are in memory together

// Cross-validation: each row is judged by a model that has not seen it. Without a fold, the model is that of
// all rows less the fold's statistics: to the digit what training on the other folds gives. The rows are not
// read again. An evaluation for each fold; its rows are in the order of the file.
std::vector<Evaluation> cross_validate(const LabelledRows& rows, const Plan& plan,
                                       const std::vector<std::uint32_t>& fold_of_row,
                                       const JudgingOptions& judging, unsigned threads = 1,
                                       const Tick& tick = {});

// Every row, or about `most` of them chosen by chance, judged by the model of all the others. Where
// words have an idf or texts a length, those are of all rows, as they are after `forget`.
Evaluation leave_one_out(const LabelledRows& rows, const Plan& plan, const JudgingOptions& judging,
                         std::size_t most = static_cast<std::size_t>(-1), unsigned threads = 1,
                         const Tick& tick = {});

// Rows judged by models that have not seen them: leave-one-out where that is quick, ten folds where it would
// estimate a large model again for every row. Words that only the left-out row has are unknown to its model.
Evaluation judge_unseen(const LabelledRows& rows, const Plan& plan, const JudgingOptions& judging,
                        std::size_t most, unsigned threads = 1, const Tick& tick = {});

// Fits a calibration to rows that the model had not seen.
Calibration calibrate(const ScoredRows& rows, CalibrationMethod method);

struct CalibrationTrial {
  CalibrationMethod method = CalibrationMethod::none;
  double log_loss = 0;
};

// Each method, fitted on four fifths of the rows and judged by the log loss of the rest, in turn.
std::vector<CalibrationTrial> try_calibrations(const ScoredRows& rows,
                                               std::span<const CalibrationMethod> methods);
// The method of the lowest log loss, fitted to all rows; without methods, none. A sigmoid and curves have to
// be better than what is simpler by more than the error of the difference, and to have rows enough. Methods
// are in the order from the simplest.
Calibration best_calibration(const ScoredRows& rows, std::span<const CalibrationMethod> methods);
constexpr std::size_t kCalibrationRows = 20'000;  // more move no curve

// Cross-validation of rows that are in shards, each of which does a part of it: the folds are dealt out over
// the classes of all rows, each shard counts its rows of every fold, and judges them by the models of the
// others. Its evaluations, merged in the order of the shards, are those of cross_validate over all rows.

// The fold of each row, given its class (numbered in code point order): as assign_folds of the rows.
std::vector<std::uint32_t> assign_folds(std::span<const std::uint32_t> labels, std::size_t folds,
                                        std::uint64_t seed);

// The statistics of each fold of a shard. The plan must leave nothing to be found in the rows.
std::vector<Statistics> count_folds(const LabelledRows& rows, const Plan& plan,
                                    const std::vector<std::uint32_t>& fold_of_row, std::size_t n_folds,
                                    unsigned threads = 1, const Tick& tick = {});

// The rows of each fold of a shard, judged by the model that has not seen it. `classes` are those of all
// rows.
std::vector<Evaluation> judge_folds(const LabelledRows& rows, std::span<const Classifier> models,
                                    const std::vector<std::uint32_t>& fold_of_row,
                                    const std::vector<std::string>& classes, const JudgingOptions& judging,
                                    unsigned threads = 1, const Tick& tick = {});

}  // namespace priory

#pragma GCC visibility pop
