// SPDX-License-Identifier: Apache-2.0
// Rows of a database as cells: written one after the other, row by row, and shown as Records. How a value is
// spelt is decided here, for all engines alike, so that the same rows give the same cells as a CSV file has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/records.h"

namespace priory {

class CellBlock {
 public:
  explicit CellBlock(std::size_t n_columns) : n_columns_(n_columns) {}

  void missing() { spans_.push_back({bytes_.size(), kMissing}); }
  void text(std::string_view value);
  void whole(std::int64_t value);  // -12
  void number(double value);       // the shortest text that reads as this number again
  void truth(bool value) { text(value ? "true" : "false"); }
  void bytes(std::string_view value);  // of a BLOB: \x00ff

  std::size_t n_rows() const { return n_columns_ == 0 ? 0 : spans_.size() / n_columns_; }
  std::size_t n_bytes() const { return bytes_.size(); }
  // Borrows the cells; `first_row` is the number of the first row, from 1. Repairs what is no UTF-8.
  void show(std::string_view name, std::size_t first_row, Records& rows) const;
  void clear() { bytes_.clear(), spans_.clear(); }

 private:
  static constexpr std::uint32_t kMissing = 0xFFFFFFFF;
  struct Span {
    std::size_t begin;
    std::uint32_t size;
  };

  std::size_t n_columns_;
  std::string bytes_;  // a line end after each cell, so that no two of them make a character together
  std::vector<Span> spans_;
};

}  // namespace priory
