// SPDX-License-Identifier: Apache-2.0
// A column that a family models becomes a part, or joins one with others: columns of counts, and groups.
#pragma once

#include "plan/draft.h"

namespace priory {

// The family a column shall have, and by whose word.
struct FamilyChoice {
  std::string family;
  std::string reason;
  bool text = false;
  std::vector<std::string> declared = {};
  const ColumnGroup* group = nullptr;
  bool guessed = false;  // by the values of the column
};

// An Error of kind usage or data where the family cannot model the column.
void add_column(const ColumnProfile& column, const FamilyChoice& choice, Draft& draft);

// A date as the parts of it that can predict: weekday, month, hour, trend. An Error of kind data if cells are
// no dates of one format.
void add_date(const ColumnProfile& column, Draft& draft);

}  // namespace priory
