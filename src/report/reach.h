// SPDX-License-Identifier: Apache-2.0
// Which numbers of a column are worth drawing: where nearly all rows are, or, without rows, nearly all of
// what the model expects. One far number, or a long tail, must not squeeze all others into a corner.
#pragma once

#include <vector>

#include "priory/classifier.h"

namespace priory {

struct Reach {
  double low = 0, high = 0;
  bool whole = false;  // whole numbers only
  bool is_empty() const { return !(high > low); }
};

// All but the outermost hundredth of the numbers that are finite, half of it at either end; all of few.
Reach reach_of(std::vector<double> numbers);
// The same of the model's own distribution, whichever class reaches further. `column` of the part.
Reach reach_of(const Classifier& model, std::size_t part, std::size_t column);

// Places to draw a curve at, in order; whole numbers one by one where they are few.
std::vector<double> places_in(const Reach& reach, std::size_t most);

}  // namespace priory
