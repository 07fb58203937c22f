// SPDX-License-Identifier: Apache-2.0
// What a classifier computes with: the estimate of every part. Immutable; any number of threads may use it.
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
  std::shared_ptr<const Family> weighted = {};  // owns `family` where the plan gives its score a weight

  const Parameters& parameters() const { return estimate->all(); }
  // A value or word for people.
  std::string shown(std::size_t value) const {
    if (of_columns && !of_columns->gathered() && !family->scores_combinations())
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
struct FittedWeights;

// The cells of a model are its classes; or, with several components a class, those of the first class, then
// those of the second, and so on.
struct Classifier::State {
  std::shared_ptr<const NamedSums> statistics;
  std::vector<std::string> classes;
  std::size_t components = 1;     // cells a class
  std::vector<double> log_prior;  // of the cells
  bool adds_prior = true;         // not when every part is a complement
  std::vector<PartModel> parts;
  Context context;                                    // of the estimate
  std::shared_ptr<const Calibration> calibration;     // null: posteriors are as they come
  std::shared_ptr<const TuningRecord> tuning;         // null: its settings were given
  std::vector<ClassesTried> classes_tried;            // of hidden classes: how many there could have been
  std::shared_ptr<const NetworkView> network;         // null: it is none
  std::shared_ptr<const FittedWeights> fitted;        // null: parts are scored by their densities
  std::vector<std::shared_ptr<const State>> members;  // of a pool, which has all their parts in their order
  std::vector<double> log_shift;  // of each class, when rows come at other rates than in training

  std::size_t n_cells() const { return classes.size() * components; }
  std::vector<double> class_prior() const;  // log probabilities of the classes
  // "column=value", or a word alone where there is one column of them; a column of counts by itself.
  std::string name_of_value(const PartModel& part, std::size_t value) const;
  // By calibration and shift; `fallback`, the log prior, where no class is left.
  void adjust(std::span<double> log_posterior, std::span<const double> fallback) const;
};

Classifier classifier_of(std::shared_ptr<const Classifier::State> state);
Classifier classifier_of(std::shared_ptr<const NamedSums> sums);  // estimates

inline const NamedSums& sums_of(const Classifier& model) {
  return *state_of(model).statistics;
}

// Log posteriors of one row from its log scores. True when no class explains the row: then they are the
// prior.
bool to_posterior(std::span<double> log_scores, std::span<const double> log_prior);

// Log posteriors multiplied with a slope, and made to sum to one again.
void soften(std::span<double> log_posterior, double slope);

}  // namespace priory
