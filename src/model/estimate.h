// SPDX-License-Identifier: Apache-2.0
// From statistics to a model: the class prior, and the parameters of every part.
#pragma once

#include <memory>

#include "model/scorer.h"

namespace priory {

// An Error of kind data names the column and class whose parameters cannot be used; of kind usage, a class
// that
// --class-prior leaves out.
std::shared_ptr<const Classifier::State> estimate(std::shared_ptr<const Statistics> statistics);

}  // namespace priory
