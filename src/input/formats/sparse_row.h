// SPDX-License-Identifier: Apache-2.0
// One row of the sparse layout in the making: its cells are listed one by one, and the row is then either
// ended or, when its record turns out bad, taken back as if it had never begun.
#pragma once

#include <string>
#include <string_view>

#include "input/records.h"

namespace priory {

class SparseRow {
 public:
  SparseRow(Records& rows, std::string_view record, std::size_t line);

  // False when the row has a cell of that name already.
  bool add(std::string_view name, const Cell& cell);
  bool add(std::string_view name, std::string_view text, std::size_t offset);

  void end();
  void refuse(std::size_t offset, std::string reason, std::string remedy = {});  // a BadRow
  std::string_view record() const { return record_; }

 private:
  Records& rows_;
  std::string_view record_;
  std::size_t line_;
};

}  // namespace priory
