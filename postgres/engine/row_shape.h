// SPDX-License-Identifier: Apache-2.0
// From the columns of a query to the cells that a model takes: by their names, or, of a ROW(...) without
// names, by their places.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "priory/plan.h"
#include "priory/rows.h"

#include "engine.h"

namespace priory::postgres {

class RowShape {
 public:
  RowShape() = default;
  // The columns that the model reads, in order.
  RowShape(const Plan& plan, std::vector<std::string> wanted);

  // An Error of kind usage for a column that the rows lack.
  void bind(const PrioryColumns& columns);
  const std::vector<std::string>& wanted() const { return wanted_; }
  std::span<const PrioryText> names() const { return names_; }

  // The cells that the model takes, of a row's; valid until the next row.
  RowView cells(const PrioryCell* cells);

 private:
  void lacks(const std::string& name, const PrioryColumns& columns) const;

  std::vector<std::string> wanted_;
  std::vector<PrioryText> names_;
  std::vector<bool> optional_, by_number_;  // truths of the column are the numbers 0 and 1
  std::vector<std::size_t> from_;           // the place of each in a row, or kNone
  std::vector<CellValue> cells_;
};

// A truth is spelt as SQL casts it to text.
CellValue cell_value(const PrioryCell& cell, bool truth_is_number = false);

}  // namespace priory::postgres
