// SPDX-License-Identifier: Apache-2.0
// From raw rows into the columns of a chunk, row by row. A row either fits whole or leaves no trace.
// One encoder belongs to one decoder; its dictionaries only grow.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "priory/table.h"

#include "encode/text_encoder.h"
#include "input/cell_reader.h"
#include "input/records.h"
#include "rows/chunk_spec.h"

namespace priory {

// Why a row does not fit.
struct CellError {
  const Cell* cell;  // null: one that is not there
  std::string reason;
  std::string remedy;
};

// Whether the number is one that the column takes; NaN is none. A CellError says why not.
bool fits(double value, const ColumnSpec& spec);
void check_number(const Cell& cell, double value, const ColumnSpec& spec);

// The value that a cell is; or a CellError where it is no date, or no number for a bin.
std::string_view checked_value(const Cell& cell, const CellReader& reader, const std::string& column);

// The values of a column of numbers read as codes: its bins, each with its number for a code.
void enter_bins(const ColumnSpec& spec, Dictionary& values);

// Of a row whose class is needed and missing.
CellError missing_target(const Cell* cell, const std::string& target);
// The weight as rows have it; or a CellError that says what is none.
double weight_of(const Cell* cell, std::optional<double> weight);

constexpr std::size_t kTokensAChunk = 1 << 14;

class RowEncoder {
 public:
  RowEncoder(const Table& table, const ChunkSpec& spec);

  // An empty chunk for rows of these columns. `numbers`: what their cells are, if that is known; see Profile.
  void begin_chunk(const Records& rows, const std::vector<double>* numbers = nullptr);
  void add_row(const Records& rows, std::size_t row);  // or a CellError
  // A row without cells, since they could not be read; those passed through stay where there are any.
  void add_bad_row(const BadRow& bad);
  void add_bad_row(const BadRow& bad, const Records& rows, std::size_t row);
  const Chunk& chunk() const { return chunk_; }
  // Texts make chunks of few rows: their words should still be in the cache when they are counted.
  bool full() const;

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  // Where the cell of a named column goes.
  struct Slot {
    std::uint32_t column = kNowhere;  // of the spec; the target and the weight come after the last
    std::uint32_t word = kNowhere;    // in a bag of counts
  };

  std::uint32_t target_slot() const { return static_cast<std::uint32_t>(spec_.columns.size()); }
  void add_slots(const ColumnSpec& column);
  std::vector<Slot> slots_of(std::string_view name) const;
  void place(const Slot& slot, const Cell& cell);
  void add_cell(std::size_t k, bool absent_is_zero);
  void add_counts(std::size_t k);
  void add_text(std::size_t k);
  void add_target(const Cell* cell);
  void add_weight(const Cell* cell);
  void keep_cells(const Records& rows, std::size_t begin, std::size_t end);
  void undo_row();
  void add_missing_cells();

  double number(const Cell& cell, const CellReader& reader, const ColumnSpec& spec) const;
  const CellReader& reader(std::size_t k, std::size_t name = 0) const {
    return readers_[first_reader_[k] + name];
  }
  const CellReader& target_reader() const { return readers_[readers_.size() - 2]; }
  const CellReader& weight_reader() const { return readers_[readers_.size() - 1]; }

  ChunkSpec spec_;
  const Cell* first_cell_ = nullptr;       // of the rows at hand,
  const double* numbers_ = nullptr;        // and their numbers, NaN for none and for what is missing; or null
  CellReaders readers_;                    // one a name of the spec's columns; of the target, of the weight
  std::vector<std::size_t> first_reader_;  // of each column
  std::vector<Dictionary> dictionaries_;   // one a column of the spec
  Dictionary classes_;
  std::vector<std::optional<TextEncoder>> texts_;  // of the columns that are
  std::map<std::string, std::vector<Slot>, std::less<>> slots_;
  std::vector<std::vector<Slot>> dense_;   // one a column of the table's head
  std::vector<std::vector<Slot>> sparse_;  // one a name that sparse rows have used so far
  std::vector<bool> kept_;
  std::vector<std::string> kept_names_;
  Chunk chunk_;
  std::vector<const Cell*> cells_;  // of the row at hand, one a column of the spec, target and weight
  std::vector<std::vector<std::pair<std::uint32_t, const Cell*>>> counts_;
};

}  // namespace priory
