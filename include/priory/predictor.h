// SPDX-License-Identifier: Apache-2.0
// One row at a time: a Predictor is the scratch of one thread over a model, a Learner is a model that
// changes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/rows.h"

#pragma GCC visibility push(default)

namespace priory {

// Predicts row by row: the scratch of one thread over a classifier. To the bit what the classifier says of
// the same rows in bulk.
//
//   Predictor predictor(load("mail.priory"));
//   predictor.predict("cheap pills");            // of a model that reads one column
//   for (const std::string& name : predictor.columns()) ...   // the order of the cells of a row
//   predictor.posterior(row);                    // probabilities in the order of predictor.classes()
//
// Once all words of a model are estimated, nothing is allocated for a row, but for explanations and where a
// network has to infer what a row lacks. While few words have been met against those that the model knows,
// those of each row are estimated alone; the one pause for all comes when that would have cost as much. A
// Predictor belongs to one thread; make one for each. Copying the model is cheap.

// The most probable class of a row, the first of equals. The label is the model's.
struct Answer {
  std::size_t index = 0;  // among the classes
  std::string_view label;
  double probability = 0;
  bool impossible = false;  // no class can have produced the row: the answer is the prior's
};

// A row for each row, a column for each class.
struct PosteriorMatrix {
  std::size_t n_rows = 0;
  std::size_t n_classes = 0;
  std::vector<double> data;

  std::span<const double> row(std::size_t r) const { return {data.data() + r * n_classes, n_classes}; }
};

class Predictor {
 public:
  explicit Predictor(Classifier model);
  ~Predictor();
  Predictor(Predictor&&) noexcept;
  Predictor& operator=(Predictor&&) noexcept;

  const Classifier& model() const;
  const std::vector<std::string>& columns() const;  // the cells of a row, in this order
  const std::vector<std::string>& classes() const;

  // An Error of kind usage if the row has not one cell a column, of kind data if a cell is not what its
  // column takes. What is returned is valid until the next call.
  Answer predict(RowView row);
  std::span<const double> posterior(RowView row);
  std::span<const double> log_posterior(RowView row);
  Explanation explain(RowView row);

  // The same of a model that reads one column.
  Answer predict(std::string_view text) { return predict(alone(text)); }
  std::span<const double> posterior(std::string_view text) { return posterior(alone(text)); }
  std::span<const double> log_posterior(std::string_view text) { return log_posterior(alone(text)); }
  Explanation explain(std::string_view text) { return explain(alone(text)); }

  // Many rows: n_rows rows of as many cells as there are columns, one row after the other.
  PosteriorMatrix posteriors(std::span<const CellValue> cells);
  PosteriorMatrix log_posteriors(std::span<const CellValue> cells);

  // All rows of files or of memory; to the bit what the rows have one by one, for any number of threads.
  PosteriorMatrix posteriors(const Data& rows, unsigned threads = 1) const;
  PosteriorMatrix log_posteriors(const Data& rows, unsigned threads = 1) const;
  // Into memory of the caller's, row after row. An Error of kind usage if that is not rows x classes.
  void posteriors(const Data& rows, std::span<double> out, unsigned threads = 1) const;
  void log_posteriors(const Data& rows, std::span<double> out, unsigned threads = 1) const;
  // The most probable class of every row, the first of equals: its place among the classes.
  std::vector<std::uint32_t> labels(const Data& rows, unsigned threads = 1) const;

 private:
  struct Scratch;
  RowView alone(std::string_view text) {
    only_ = CellValue(text);
    return {&only_, 1};
  }
  PosteriorMatrix matrix(std::span<const CellValue> cells, bool log);

  CellValue only_;
  std::unique_ptr<Scratch> scratch_;
};

// A model that changes: it learns and forgets row by row and predicts at any moment.
//
//   Learner learner(load("mail.priory"));
//   learner.learn("cheap pills", "spam");
//   learner.predict("pills").label;
//   learner.forget("cheap pills", "spam");
//   save(learner.snapshot(), "mail.priory");  // the bytes of training on the rows that remain
//
// What a row costs does not depend on how many words the model knows: of texts, only what the row touches is
// counted and estimated; parts over other columns are estimated again when a prediction asks for them. The
// plan is held: idf and vocabularies that training has fixed stay, and so does the structure. A Learner
// belongs to one thread at a time; snapshots belong to everybody.

// An Error of kind usage says why rows cannot be added to a model: learnt by EM, faded, or discriminative.
void require_changeable(const Classifier& model);

class Learner {
 public:
  // Goes on from a model that is changeable.
  // Where its rows came with different columns, a row has the smallest of their headers that has all of its
  // cells which are given: leave a CellValue empty where a row has no such column. A column goes from the
  // snapshots with the last row that had it, and comes back with the next.
  explicit Learner(const Classifier& model);
  // Begins with nothing. An Error of kind usage where the plan leaves something to be found in the rows (a
  // structure, idf, a vocabulary): train on some first.
  explicit Learner(const Plan& plan);
  ~Learner();
  Learner(Learner&&) noexcept;
  Learner& operator=(Learner&&) noexcept;

  const Plan& plan() const;
  const std::vector<std::string>& columns() const;  // the cells of a row, in this order
  std::vector<std::string> classes() const;         // of the rows learnt, in the order of the posteriors
  double n_rows() const;

  // One row of a class. An Error of kind data, with nothing changed, if a cell is not what its column takes
  // or the class is missing; for `forget` also if the row was never learnt, as far as the sums can tell.
  void learn(RowView row, const CellValue& label, double weight = 1);
  void forget(RowView row, const CellValue& label, double weight = 1);
  // Of a model that reads one column.
  void learn(std::string_view text, const CellValue& label, double weight = 1);
  void forget(std::string_view text, const CellValue& label, double weight = 1);
  // Many rows at once; with nothing changed if one of them is refused.
  void learn(const Data& rows, unsigned threads = 1);
  void forget(const Data& rows, unsigned threads = 1);
  // The same, opened by rows_to_learn.
  void learn(Source<Chunk>& rows, unsigned threads = 1);
  void forget(Source<Chunk>& rows, unsigned threads = 1);

  // To the bit what the snapshot would say. Valid until the next call. An Error of kind data if nothing was
  // learnt yet, or where training on the same rows would be one.
  Answer predict(RowView row);
  std::span<const double> posterior(RowView row);
  std::span<const double> log_posterior(RowView row);
  Answer predict(std::string_view text);
  std::span<const double> posterior(std::string_view text);
  std::span<const double> log_posterior(std::string_view text);
  // As a Predictor of the snapshot explains it. The first after a change makes a snapshot, which costs as
  // much as the model is large.
  Explanation explain(RowView row);
  Explanation explain(std::string_view text);

  // An immutable model of the rows that were learnt and not forgotten. A calibration stays, marked with the
  // rows that came and went, until there are other classes than those it is for. An Error of kind data if no
  // row is left.
  Classifier snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace priory

#pragma GCC visibility pop
