// SPDX-License-Identifier: Apache-2.0
// Raw rows: a run of records cut into cells, before anyone knows what the columns mean. Two layouts:
//   dense   every row has a cell for each of the table's columns (CSV, TSV, dense ARFF);
//   sparse  a row lists the cells it has, each with the name of its column (JSONL, svmlight, sparse ARFF).
// Cells point into the batch or into `arena`; both must outlive the use of the rows.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "priory/chunk.h"
#include "priory/error.h"
#include "priory/table.h"

namespace priory {

struct Cell {
  const char* data = nullptr;  // null: missing without a spelling (JSON null, a key that is not there)
  std::uint32_t size = 0;
  std::uint32_t offset = 0;  // bytes from the beginning of the record, or cells of a database: for messages

  std::string_view text() const { return {data, size}; }
};

// A record that could not be cut into cells, or whose cells do not fit, and why.
struct BadRow {
  Place place;
  std::string reason;
  std::string remedy;
  std::string_view record;  // its bytes, while the batch lives
  ErrorKind kind = ErrorKind::data;
  std::size_t before = 0;  // the row of the Records that it stands before

  [[noreturn]] void refuse() const;  // an Error of that kind that shows the row
};

struct Records {
  std::string_view file;                // its name, for messages
  std::vector<std::string_view> files;  // one a row, where every row is a file; else empty
  std::size_t n_rows = 0;
  std::vector<std::string_view> record;  // one a row: its bytes, without the line end; of a database none
  std::vector<std::size_t> line;         // one a row: the line it begins at, from 1; of a database its number
  std::vector<BadRow> bad;               // the records left out, in order
  std::size_t n_latin1 = 0;              // cells that were no UTF-8 and are windows-1252
  std::size_t n_bad_utf8 = 0;            // cells whose ill-formed UTF-8 was replaced by U+FFFD
  std::size_t n_bad_mails = 0;           // mails read as far as they go

  std::size_t n_columns = 0;  // dense: the width of every row
  std::vector<Cell> cells;    // dense: rows x columns; sparse: the entries of all rows

  bool sparse = false;
  std::vector<std::size_t> begin = {0};  // sparse: row r has entries [begin[r], begin[r + 1])
  std::vector<std::uint32_t> column;     // sparse: one an entry: its column in `names`
  Dictionary names;                      // sparse: of the columns seen so far by this decoder; only grows
  bool absent_is_zero = false;           // sparse: a cell not listed is the number 0, not missing
  std::vector<std::uint64_t> last_row;   // sparse: one a name: the last row that had it, see SparseRow
  std::uint64_t row_number = 0;          // sparse: of the rows this decoder ever began

  std::deque<std::string> arena;  // cells that had to be unescaped

  void clear();              // all but names and layout
  void add_bad(BadRow row);  // it stands behind the rows so far
  const Cell& at(std::size_t row, std::size_t col) const { return cells[row * n_columns + col]; }
  std::string_view file_of(std::size_t row) const { return files.empty() ? file : files[row]; }
  Place place(std::size_t row, const Cell& cell) const;  // file:line:column of a cell
  std::string_view keep(std::string text);               // moves a text into the arena
};

// Whether a text that is not UTF-8 is to be taken for windows-1252 (Latin-1 and a few signs more): nothing in
// it is a character of UTF-8, as something would be in a text of it that has a broken place.
bool is_windows_1252(std::string_view text);
std::string from_windows_1252(std::string_view text);  // as UTF-8

// Repairs UTF-8 in the cells from `first` on, and counts them. Batches are checked whole, which is fast, and
// only those that fail come here.
void repair_cells(Records& rows, std::size_t first);

// Those of a table, from the start. A pipe is kept in a temporary file when `again` says that it will be read
// once more. Of a table that is shared out, the rows of this rank, or of all. Of a database the cells of
// columns that are not `wanted` are missing; empty: all are.
std::unique_ptr<Source<Records>> records_of(const Table& table, bool again = false,
                                            const std::vector<bool>& wanted = {});
std::unique_ptr<Source<Records>> records_of_all(const Table& table, bool again = false);

}  // namespace priory
