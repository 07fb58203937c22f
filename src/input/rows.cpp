// SPDX-License-Identifier: Apache-2.0
#include "input/rows.h"

#include "input/lines.h"

namespace priory {

void Rows::clear() {
  n_rows = 0;
  n_bad_utf8 = 0;
  record.clear();
  line.clear();
  bad.clear();
  cells.clear();
  begin.assign(1, 0);
  column.clear();
  arena.clear();
}

Place Rows::place(std::size_t row, const Cell& cell) const {
  return place_in(file, record[row], line[row], cell.offset);
}

std::string_view Rows::keep(std::string text) {
  return arena.emplace_back(std::move(text));
}

}  // namespace priory
