// SPDX-License-Identifier: Apache-2.0
// What a column is, judging by its values, and the reason in words.
#pragma once

#include <string>

#include "priory/table.h"

namespace priory {

struct Guess {
  std::string type;  // a family, "text" or "ignore"
  std::string reason;
  bool id = false;           // names the row and tells nothing about it
  bool doubtful = false;     // nearly all cells are numbers, some are not: the user should say
  std::string warning = {};  // what the user should say if it is otherwise; empty: there is no doubt
};

// Whether most cells are in scripts without spaces between words.
bool is_unspaced(const ColumnProfile& column);

// Cells that are no numbers, where the others are: "'n.d.' (12), 'abt 5'".
std::string odd_cells(const ColumnProfile& column);

// Where the class is hidden, few whole levels are categories with gaps between them as well: a variance of
// few levels would shrink onto one of them.
Guess infer_type(const ColumnProfile& column, bool class_is_hidden = false);

}  // namespace priory
