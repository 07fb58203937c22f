// SPDX-License-Identifier: Apache-2.0
// What must hold of a table whatever its bytes are: reading ends or throws a priory::Error, the layout of
// rows is consistent, cells are well-formed UTF-8, and the size of the batches changes nothing. Breaking it
// aborts.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "priory/table.h"

#include "core/utf8.h"
#include "input/records.h"

namespace priory::fuzzing {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void check_layout(const Records& rows) {
  require(rows.record.size() == rows.n_rows && rows.line.size() == rows.n_rows);
  if (rows.sparse) {
    require(rows.begin.size() == rows.n_rows + 1 && rows.begin.back() == rows.cells.size());
    require(rows.column.size() == rows.cells.size());
  } else {
    require(rows.cells.size() == rows.n_rows * rows.n_columns);
  }
}

inline void write_cell(const Cell& cell, std::string& out) {
  require(is_utf8(cell.text()));
  out += cell.data == nullptr ? "<null>" : std::to_string(cell.size) + ":" + std::string(cell.text());
  out += "@" + std::to_string(cell.offset) + " ";
}

// All that rows say, as one text.
inline void write_rows(const Records& rows, std::string& out) {
  check_layout(rows);
  for (std::size_t r = 0; r < rows.n_rows; ++r) {
    out += std::to_string(rows.line[r]) + " ";
    const std::size_t begin = rows.sparse ? rows.begin[r] : r * rows.n_columns;
    const std::size_t end = rows.sparse ? rows.begin[r + 1] : begin + rows.n_columns;
    for (std::size_t i = begin; i < end; ++i) {
      if (rows.sparse) out += std::string(rows.names[rows.column[i]]) + "=";
      write_cell(rows.cells[i], out);
      require(rows.place(r, rows.cells[i]).line >= rows.line[r]);
    }
    out += '\n';
  }
}

// Rows, then bad rows, then the count of repairs: their order among each other depends on the batches.
inline std::string read_all(const std::string& text, Format format, std::size_t batch_bytes, bool header) {
  ReadOptions options;
  options.format = format;
  options.batch_bytes = batch_bytes;
  options.header = header;
  std::string out, bad;
  std::size_t n_bad_utf8 = 0;
  const auto source = records_of(Table::from_text(text, "fuzz", options));
  const auto decoder = source->decoder();
  while (const auto batch = source->next()) {
    decoder->decode(*batch, [&](const Records& rows) {
      write_rows(rows, out);
      for (const BadRow& row : rows.bad) bad += row.place.text() + " " + row.reason + "\n";
      n_bad_utf8 += rows.n_bad_utf8;
    });
  }
  return out + bad + std::to_string(n_bad_utf8);
}

inline std::string outcome(const std::string& text, Format format, std::size_t batch_bytes, bool header) {
  try {
    return read_all(text, format, batch_bytes, header);
  } catch (const Error& error) {
    return error.what();
  }
}

// The first byte of the input chooses the size of the batches.
inline int check(const std::uint8_t* data, std::size_t size, Format format) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool header = data[0] < 128;
  const std::size_t batch_bytes = 1 + data[0] % 64;
  require(outcome(text, format, 1 << 20, header) == outcome(text, format, batch_bytes, header));
  return 0;
}

}  // namespace priory::fuzzing
