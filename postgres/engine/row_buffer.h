// SPDX-License-Identifier: Apache-2.0
// Rows kept until there are enough of them to be worth a batch: column by column, as numbers, or as texts
// from the first text on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "priory/rows.h"

namespace priory::postgres {

class ColumnBuffer {
 public:
  void add(const CellValue& cell);
  void clear();
  void put_into(Rows& rows, const std::string& name) const;  // borrowed
  std::size_t bytes() const { return bytes_.size() + numbers_.size() * sizeof(double) + ends_.size() * 9; }

 private:
  void add_text(std::string_view text, bool present);
  void become_texts();

  bool texts_ = false;
  std::vector<double> numbers_;  // NaN: missing
  std::string bytes_;
  std::vector<std::uint64_t> ends_ = {0};
  std::vector<std::uint8_t> present_;
};

class RowBuffer {
 public:
  RowBuffer() = default;
  RowBuffer(std::string target, std::vector<std::string> columns);

  void add(const CellValue& label, RowView row);
  std::size_t n_rows() const { return n_rows_; }
  std::size_t bytes() const;
  bool full() const { return n_rows_ >= kMostRows || n_bytes_ >= kMostBytes; }
  Rows rows() const;  // borrowed, until rows are added or cleared
  void clear();

 private:
  static constexpr std::size_t kMostRows = 8192, kMostBytes = 1 << 22;

  std::string target_;
  std::vector<std::string> names_;
  std::vector<ColumnBuffer> columns_;  // the target first
  std::size_t n_rows_ = 0, n_bytes_ = 0;
};

}  // namespace priory::postgres
