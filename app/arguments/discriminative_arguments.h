// SPDX-License-Identifier: Apache-2.0
// --discriminative and what goes with it: weights fitted to the classes given the rows; and --weights, one a
// part.
#pragma once

#include "training_data.h"

namespace priory::app {

// "auto" is nothing.
std::optional<double> parse_penalty(const std::string& text);

struct DiscriminativeArguments {
  bool wanted = false, of_parts = false;

  void declare(Arguments& arguments);
  // An Error of kind usage for one of them without --discriminative.
  void check() const;
  bool any() const { return wanted || of_parts; }
  // Those of EM that mean the same here: --tolerance and --max-iterations.
  void take_from(EmOptions& em);
  DiscriminativeOptions options(unsigned threads, std::size_t memory = 0) const;

  Classifier fit(const Classifier& generative, const LabelledRows& rows, unsigned threads,
                 std::size_t memory = 0) const;
  // The plan with one weight a part.
  Plan weighted(const LabelledRows& rows, const Plan& plan, unsigned threads) const;
  // How a model of some of the rows is made: for folds.
  LearnFrom learn_by(const Plan& plan, unsigned threads) const;

 private:
  std::string l2_ = "auto", towards_ = "generative";
  double l1_ = 0, tolerance_ = DiscriminativeOptions().tolerance;
  std::size_t max_iterations_ = DiscriminativeOptions().max_iterations;
  bool balanced_ = false, nb_scaled_ = false;
};

// What was fitted, in a line.
void tell_fit(const Discriminative& fitted);

}  // namespace priory::app
