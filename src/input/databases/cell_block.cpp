// SPDX-License-Identifier: Apache-2.0
#include "input/databases/cell_block.h"

#include <fmt/format.h>

#include "priory/error.h"

#include "core/utf8.h"
#include "input/row_source.h"

namespace priory {

void CellBlock::text(std::string_view value) {
  if (value.size() > kLargestRecord)
    throw Error(ErrorKind::data, fmt::format("a cell is longer than {} bytes", kLargestRecord), {},
                "leave its column out of the query (‹sql›)");
  spans_.push_back({bytes_.size(), static_cast<std::uint32_t>(value.size())});
  bytes_.append(value).push_back('\n');
}

void CellBlock::whole(std::int64_t value) {
  const fmt::format_int spelt(value);
  text({spelt.data(), spelt.size()});
}

void CellBlock::number(double value) {
  fmt::memory_buffer spelt;
  fmt::format_to(std::back_inserter(spelt), "{}", value);
  text({spelt.data(), spelt.size()});
}

void CellBlock::bytes(std::string_view value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string spelt = "\\x";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    spelt += kDigits[byte >> 4U], spelt += kDigits[byte & 15U];
  }
  text(spelt);
}

void CellBlock::show(std::string_view name, std::size_t first_row, Records& rows) const {
  rows.clear();
  rows.file = name;
  rows.n_columns = n_columns_, rows.n_rows = n_rows();
  rows.record.resize(rows.n_rows);
  for (std::size_t row = 0; row < rows.n_rows; ++row) rows.line.push_back(first_row + row);
  for (std::size_t k = 0; k < spans_.size(); ++k) {
    const auto column = static_cast<std::uint32_t>(k % n_columns_);
    const bool there = spans_[k].size != kMissing;
    rows.cells.push_back(
        {there ? bytes_.data() + spans_[k].begin : nullptr, there ? spans_[k].size : 0, column});
  }
  if (!is_utf8(bytes_)) repair_cells(rows, 0);
}

}  // namespace priory
