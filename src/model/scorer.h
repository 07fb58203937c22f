// SPDX-License-Identifier: Apache-2.0
// What a classifier computes with: the estimate of every part, and for each thread a Scorer that turns chunks
// into log scores. The State is immutable; a Scorer belongs to one thread.
#pragma once

#include <memory>
#include <vector>

#include "priory/classifier.h"

#include "model/part_estimate.h"

namespace priory {

struct PartModel {
  const Family* family = nullptr;
  const PartPlan* plan = nullptr;
  std::vector<std::size_t> columns;          // of the chunk
  std::shared_ptr<const Dictionary> values;  // the selected ones
  std::shared_ptr<const FrozenVocabulary> frozen;
  Settings settings;
  std::shared_ptr<const PartEstimate> estimate;
  std::shared_ptr<const BucketNames> names = {};        // of a hashed text; null: none
  std::shared_ptr<const ColumnValues> of_columns = {};  // where values are combinations; null: they are not

  const Parameters& parameters() const { return estimate->all(); }
  // A value or word for people.
  std::string shown(std::size_t value) const {
    if (of_columns && !family->scores_combinations())
      return of_columns->shown_cell(static_cast<double>(value));
    if (of_columns) return of_columns->shown(value);
    return names ? names->shown((*values)[value]) : std::string((*values)[value]);
  }
  // The values that the codes of one of its columns stand for; null where it has numbers.
  const Dictionary* dictionary(std::size_t column) const {
    if (of_columns) return &of_columns->of(column);
    return plan->kind == CellKind::reals ? nullptr : values.get();
  }
};

struct NetworkView;

// The cells of a model are its classes; or, with several components a class, those of the first class, then
// those of the second, and so on.
struct Classifier::State {
  std::shared_ptr<const Statistics> statistics;
  std::vector<std::string> classes;
  std::size_t components = 1;     // cells a class
  std::vector<double> log_prior;  // of the cells
  bool adds_prior = true;         // not when every part is a complement
  std::vector<PartModel> parts;
  Context context;                                 // of the estimate
  std::shared_ptr<const Calibration> calibration;  // null: posteriors are as they come
  std::shared_ptr<const TuningRecord> tuning;      // null: its settings were given
  std::shared_ptr<const NetworkView> network;      // null: it is none
  std::vector<double> log_shift;  // of each class, when rows come at other rates than in training

  std::size_t n_cells() const { return classes.size() * components; }
  std::vector<double> class_prior() const;  // log probabilities of the classes
  // "column=value", or a word alone where there is one column of them; a column of counts by itself.
  std::string name_of_value(const PartModel& part, std::size_t value) const;
  // By calibration and shift; `fallback`, the log prior, where no class is left.
  void adjust(std::span<double> log_posterior, std::span<const double> fallback) const;
};

class RowInference;

// Belongs to one thread: a copy begins without it.
class OwnInference {
 public:
  OwnInference() = default;
  OwnInference(const OwnInference&) {}
  OwnInference(OwnInference&&) noexcept = default;
  OwnInference& operator=(const OwnInference& other) {
    if (this != &other) inference_ = nullptr;
    return *this;
  }
  OwnInference& operator=(OwnInference&&) noexcept = default;
  ~OwnInference() = default;

  RowInference& of(const Classifier::State& state);

 private:
  std::shared_ptr<RowInference> inference_;
};

class Scorer {
 public:
  explicit Scorer(const Classifier::State& state)
      : state_(&state), translations_(state.parts.size()), local_(state.parts.size()) {
    for (std::size_t k = 0; k < translations_.size(); ++k)
      translations_[k].resize(state.parts[k].columns.size());
  }

  // log p(row, cell), or the score where a part is no density: cells x rows. Valid until the next call.
  LogScores& operator()(const Chunk& chunk);
  // The same of the classes, each the sum of its cells.
  const LogScores& of_classes(const Chunk& chunk);
  Explanation explain(const Chunk& chunk, std::size_t row);
  ScoredChunk posterior(const Chunk& chunk);

 private:
  // The estimate of those words alone that a chunk has.
  struct Local {
    std::size_t n_scored = 0;  // words so far
    std::vector<std::uint32_t> values;
    Parameters parameters;
  };

  const Parameters& parameters_for(std::size_t k, std::vector<Column>& own, bool translated);
  Explanation explain_row(const Chunk& chunk, std::size_t row);
  void explain_inferred(const std::vector<std::vector<const Column*>>& columns, std::size_t row,
                        Explanation& out);
  void explain_part(std::size_t k, const Chunk& chunk, std::size_t row,
                    const std::vector<const Column*>& columns, std::vector<Column>& own, Explanation& out);
  std::vector<const Column*> translated(std::size_t k, const Chunk& chunk, std::vector<Column>& own);
  std::vector<const Column*> combined(std::size_t k, const Chunk& chunk, std::vector<Column>& own);
  bool is_translated(std::size_t k, const Column& column);
  bool smooths() const;  // what the model does not have has a share of its own
  std::uint32_t unknown_code(std::size_t n_values) const;
  void infer_missing(const Chunk& chunk, const std::vector<std::vector<const Column*>>& columns);
  void note_unknown(std::size_t k, const Chunk& chunk, std::size_t row, Explanation& out);
  void refuse_unseen(std::size_t k, const Chunk& chunk) const;

  const Classifier::State* state_;
  std::vector<std::vector<Translation>> translations_;  // of each part's columns
  LogScores scores_;
  std::vector<Local> local_;
  std::vector<std::vector<Column>> own_;  // translated columns of each part
  OwnInference inference_;                // of rows with missing cells, in a network
};

// Log posteriors of one row from its log scores. True when no class explains the row: then they are the
// prior.
bool to_posterior(std::span<double> log_scores, std::span<const double> log_prior);

}  // namespace priory
