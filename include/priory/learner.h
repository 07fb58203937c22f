// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/classifier.h"
#include "priory/predictor.h"
#include "priory/row.h"

namespace priory {

class Learner {
 public:
  // Goes on from a model. An Error of kind usage where rows cannot be added to it: learnt by EM, faded, or
  // from rows with different columns.
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
  // The same, read by chunk_spec of the plan.
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

  // An immutable model of the rows that were learnt and not forgotten. A calibration stays only while nothing
  // changes: it is of the rows it was fitted to. An Error of kind data if no row is left.
  Classifier snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace priory
