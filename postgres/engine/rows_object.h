// SPDX-License-Identifier: Apache-2.0
// What takes rows one by one and becomes a result: the C++ side of the aggregates.
#pragma once

#include <optional>
#include <string>

#include "priory/classifier.h"

#include "guard.h"
#include "options.h"
#include "row_buffer.h"
#include "row_shape.h"

namespace priory::postgres {

class RowsObject : public PrioryObject {
 public:
  // Of rows to come; an object that begins with nothing is planned here.
  virtual void columns(const PrioryColumns& columns) {
    require_shape(&columns);
    shape_->bind(columns);
  }
  // Of rows that have no columns of their own: cells come in the order of these names.
  std::span<const PrioryText> names();
  virtual void add(const PrioryCell& label, const PrioryCell* cells) = 0;
  virtual void remove(const PrioryCell& label, const PrioryCell* cells);
  virtual std::optional<std::string> result() = 0;  // nothing: there are no rows

 protected:
  // Sees to it that there is a shape. Null: there are no columns to plan by.
  virtual void require_shape(const PrioryColumns* columns) = 0;

  std::optional<RowShape> shape_;
};

// The columns that rows to learn from are read by: of the parts, and the weight.
std::vector<std::string> learnt_columns(const Plan& plan);
// The plan that options and columns give.
Plan plan_of(const Options& options, const PrioryColumns* columns);

}  // namespace priory::postgres
