// SPDX-License-Identifier: Apache-2.0
// A name twice in a row is found without a search: for each name the number of the last row that had it is
// kept.
#include "input/formats/sparse_row.h"

#include <utility>

#include "input/lines.h"

namespace priory {

SparseRow::SparseRow(Records& rows, std::string_view record, std::size_t line)
    : rows_(rows), record_(record), line_(line) {
  ++rows_.row_number;
}

bool SparseRow::add(std::string_view name, const Cell& cell) {
  const std::uint32_t code = rows_.names.insert(name);
  if (code >= rows_.last_row.size()) rows_.last_row.resize(code + 1, 0);
  if (rows_.last_row[code] == rows_.row_number) return false;
  rows_.last_row[code] = rows_.row_number;
  rows_.cells.push_back(cell);
  rows_.column.push_back(code);
  return true;
}

bool SparseRow::add(std::string_view name, std::string_view text, std::size_t offset) {
  // A record has at most 1 GiB, see record_format.h.
  return add(name,
             {text.data(), static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(offset)});
}

void SparseRow::end() {
  rows_.begin.push_back(rows_.cells.size());
  rows_.record.push_back(record_);
  rows_.line.push_back(line_);
  ++rows_.n_rows;
}

void SparseRow::refuse(std::size_t offset, std::string reason, std::string remedy) {
  rows_.cells.resize(rows_.begin.back());
  rows_.column.resize(rows_.begin.back());
  rows_.add_bad(
      {place_in(rows_.file, record_, line_, offset), std::move(reason), std::move(remedy), record_});
}

}  // namespace priory
