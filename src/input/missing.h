// SPDX-License-Identifier: Apache-2.0
// Which cells are missing: those without a spelling, empty ones, and those that spell a word of the list.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "input/rows.h"

namespace priory {

class MissingCells {
 public:
  explicit MissingCells(std::vector<std::string> spellings) : spellings_(std::move(spellings)) {}

  bool operator()(const Cell& cell) const {
    const std::string_view text = cell.text();
    if (text.find_first_not_of(' ') == std::string_view::npos) return true;
    return std::find(spellings_.begin(), spellings_.end(), text) != spellings_.end();
  }

 private:
  std::vector<std::string> spellings_;
};

}  // namespace priory
