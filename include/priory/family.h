// SPDX-License-Identifier: Apache-2.0
// The families as their users see them: names, what they model and the options they take. Flags, help and the
// manual are made from this list.
#pragma once

#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "priory/chunk.h"

namespace priory {

// A number that shapes an estimate. It can be given for all columns or for one: `--alpha 1,city=0.5`.
struct Option {
  std::string_view name;  // of the flag, without the dashes
  double initial;         // when not given
  double least;           // the smallest legal value
  bool flag;              // takes no value: 0 or 1
  std::string_view help;
  double most = std::numeric_limits<double>::infinity();  // the largest legal value
  bool automatic = false;                                 // `auto` is one too: kAuto
};

// In place of a setting: training finds it from the rows.
constexpr double kAuto = std::numeric_limits<double>::quiet_NaN();

struct FamilyInfo {
  std::string_view name;
  std::string_view aliases;    // other names for it, with commas between them, or empty
  CellKind kind;               // what its cells are
  std::string_view summary;    // one line
  std::string_view density;    // log p(x | cell), as a formula
  std::string_view estimator;  // how the parameters come from the statistics
  std::span<const Option> options;
  bool groups = false;  // its part may have several columns
  bool exact = true;    // what it learns does not depend on how rows are cut into chunks, to the bit
};

// All families, in the order of the manual. `bernoulli` stands twice: over columns and over texts.
std::vector<FamilyInfo> families();

}  // namespace priory
