// SPDX-License-Identifier: Apache-2.0
// What tells two models apart: options, classes, rows, and the sums of each part.
#pragma once

#include <string>
#include <vector>

#include "priory/classifier.h"

namespace priory {

// One thing that differs. What is on one side only is empty on the other.
struct DifferenceItem {
  std::string what;   // "alpha", "target", "family"; of sums "count", "sum", "n", ...
  std::string value;  // of sums: the value, word or column
  std::string label;  // the class; empty: of all
  std::string first, second;
  double size = 0;  // of sums: how far they are apart
};

// What differs in one place: the model as a whole, its classes, or a part.
struct DifferenceGroup {
  std::string place;  // "options", "classes", "rows", "calibration"; of a part its columns
  bool part = false;
  std::vector<DifferenceItem> items;  // options first; then sums, the most different first
  std::size_t n_more = 0;             // items beyond those listed
};

struct ModelDifference {
  std::vector<DifferenceGroup> groups;  // only those with a difference
  bool same = true;                     // to the byte
  std::size_t n_items() const;
};

// At most `top` of the items of each group are listed.
ModelDifference difference(const Classifier& a, const Classifier& b, std::size_t top);

}  // namespace priory
