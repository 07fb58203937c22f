// SPDX-License-Identifier: Apache-2.0
// What the renderings of a table need to know of a column: its alignment, and how wide it is and must be.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace priory {

using Cells = std::vector<std::string>;

struct TableColumn {
  bool right = false;     // numbers
  std::size_t width = 0;  // of its widest cell
  std::size_t least = 0;  // as narrow as it may become
};

std::vector<TableColumn> columns_of(const Cells& header, const std::vector<Cells>& rows);

}  // namespace priory
