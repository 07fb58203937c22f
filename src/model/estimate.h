// SPDX-License-Identifier: Apache-2.0
// From statistics to a model: the class prior, and the parameters of every part.
#pragma once

#include <memory>

#include "model/scorer.h"

namespace priory {

// An Error of kind data names the column and class whose parameters cannot be used; of kind usage, a class
// that
// --class-prior leaves out.
// What a model file knows of each part may be given; else it is found out.
std::shared_ptr<const Classifier::State> estimate(std::shared_ptr<const NamedSums> statistics,
                                                  std::vector<KnownPart> known = {});

// The log prior of every cell, from the weight of its rows. A prior that is given or uniform is of the
// classes; their cells share it as they share the rows.
std::vector<double> log_prior_of(const ClassPrior& prior, std::span<const std::string> classes,
                                 std::vector<double> weight);

// The same for the steps of EM, which has its own way with classes that shrink to nothing.
std::shared_ptr<const Classifier::State> estimate_unchecked(std::shared_ptr<const NamedSums> statistics,
                                                            std::vector<KnownPart> known = {});
// The parameters as they are, for who wants to give them to other statistics.
GivenParameters given_of(const Classifier::State& state);
// Why the parameters of a cell are no use, or nothing.
std::string trouble_of(const Classifier::State& state, std::size_t cell);

// The end of a training: the model of rows that have been counted. An Error of kind data if there are none,
// or their texts have no words.
Classifier model_of(NamedSums counted);

}  // namespace priory
