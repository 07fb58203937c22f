// SPDX-License-Identifier: Apache-2.0
// Which cells are missing: those without a spelling, empty ones, and those that spell a word of the list.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "input/records.h"

namespace priory {

class MissingCells {
 public:
  explicit MissingCells(std::vector<std::string> spellings) : spellings_(std::move(spellings)) {
    begins_[static_cast<unsigned char>(' ')] = true;
    for (const std::string& each : spellings_) begins_[static_cast<unsigned char>(each[0])] = true;
  }

  bool operator()(const Cell& cell) const {
    // Nearly every cell is decided by its first byte.
    if (cell.size == 0) return true;
    if (!begins_[static_cast<unsigned char>(cell.data[0])]) return false;
    const std::string_view text = cell.text();
    return text.find_first_not_of(' ') == std::string_view::npos ||
           std::find(spellings_.begin(), spellings_.end(), text) != spellings_.end();
  }

 private:
  std::vector<std::string> spellings_;
  std::array<bool, 256> begins_{};
};

}  // namespace priory
