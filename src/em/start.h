// SPDX-License-Identifier: Apache-2.0
// Where EM begins: parameters from a file; what the labelled rows say; or seeds, each a row with a faint copy
// of all rows around it, drawn so that they lie apart.
#pragma once

#include <memory>
#include <optional>

#include "priory/mixture.h"

#include "em/expectation.h"

namespace priory {

using ModelState = std::shared_ptr<const Classifier::State>;

// What every step of one EM shares.
struct EmProblem {
  const KeptRows& rows;
  Dictionary classes;      // names of the classes
  std::size_t components;  // cells a class
  EStep how;               // grid, weights and rows held out
  unsigned threads;
  const Tick& tick;
  std::shared_ptr<const NamedSums> vocabulary;  // of a plan with these components
  std::shared_ptr<const NamedSums> as_classes;  // of one with one component and a uniform prior

  std::size_t n_cells() const { return classes.size() * components; }
  NamedSums statistics(const CellSums& counted) const;
  ModelState estimate(const CellSums& counted) const;             // the M-step
  ModelState estimate_as_classes(const CellSums& counted) const;  // each cell a class, all equally likely
  Expectation expect(const Classifier::State& model, const EStep& step) const;
};

// All rows in one cell.
CellSums count_all(const EmProblem& problem);
// The labelled rows in the cells of their classes (one component), weighted.
CellSums count_labelled(const EmProblem& problem);

// A start from a file; an Error of kind data names what does not fit.
ModelState start_from(const EmProblem& problem, const Start& start, const CellSums& all);

// Draws seeds one after the other; `number` and options.seed say which.
class Seeder {
 public:
  Seeder(const EmProblem& problem, const CellSums& all, std::uint64_t seed);
  // A start with a seed for every cell; with labels, from rows of the cell's class where there are any.
  ModelState start();
  // What a cell is to be counted as when it is given a new seed: the row worst explained by the model, more
  // or less.
  CellSums seed_beside(const Classifier::State& model);

 private:
  CellSums seed_at(std::size_t row) const;

  const EmProblem& problem_;
  const CellSums& all_;
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;
};

}  // namespace priory
