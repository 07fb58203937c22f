// SPDX-License-Identifier: Apache-2.0
#include "input/rows.h"

#include <algorithm>

namespace priory {

void Rows::clear() {
  n_rows = 0;
  record.clear();
  line.clear();
  bad.clear();
  cells.clear();
  begin.assign(1, 0);
  column.clear();
  arena.clear();
}

Place Rows::place(std::size_t row, const Cell& cell) const {
  const std::string_view before = record[row].substr(0, std::min<std::size_t>(cell.offset, record[row].size()));
  const auto breaks = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t last = before.rfind('\n');
  const std::size_t before_cell = last == std::string_view::npos ? before.size() : before.size() - last - 1;
  return {std::string(file), line[row] + breaks, before_cell + 1};
}

}  // namespace priory
