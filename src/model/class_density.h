// SPDX-License-Identifier: Apache-2.0
// How dense the numbers of a column are in a class, whatever part it is in: for pictures.
#pragma once

#include "priory/classifier.h"

namespace priory {

// log p(x) of a column of numbers in a class, its components together; of a column of a wide part, its
// Gaussian margin.
double log_density_in_class(const Classifier& model, std::size_t part, std::size_t column,
                            std::size_t class_index, double x);

}  // namespace priory
