// SPDX-License-Identifier: Apache-2.0
// Lines of CSV without quotes as rows of cells.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "priory/plan.h"
#include "priory/rows.h"

namespace priory::testing {

inline std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0;; ++at) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    out.push_back(line.substr(at, end - at));
    if ((at = end) == line.size()) return out;
  }
}

// The cell of a column in a line.
inline std::string_view cell_in(std::string_view line, std::string_view header, std::string_view column) {
  const std::vector<std::string_view> names = split(header);
  return split(line)[static_cast<std::size_t>(std::ranges::find(names, column) - names.begin())];
}

// The cells of a line in the order of `columns`.
inline std::vector<CellValue> row_of(std::string_view line, std::string_view header,
                                     const std::vector<std::string>& columns) {
  std::vector<CellValue> out;
  for (const std::string& column : columns) out.emplace_back(cell_in(line, header, column));
  return out;
}

// One column of texts, "text", and the class "y".
inline PlanOptions of_text(const std::string& family) {
  PlanOptions out;
  out.target = "y", out.text = {"text"}, out.family = family;
  return out;
}

}  // namespace priory::testing
