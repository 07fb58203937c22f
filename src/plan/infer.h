// SPDX-License-Identifier: Apache-2.0
// What a column is, judging by its values, and the reason in words.
#pragma once

#include <string>

#include "priory/schema.h"

namespace priory {

struct Guess {
  std::string type;  // a family, "text" or "ignore"
  std::string reason;
  bool id = false;        // names the row and tells nothing about it
  bool doubtful = false;  // nearly all cells are numbers, some are not: the user should say
};

// Whether most cells are in scripts without spaces between words.
bool is_unspaced(const ColumnProfile& column);

Guess infer_type(const ColumnProfile& column);

}  // namespace priory
