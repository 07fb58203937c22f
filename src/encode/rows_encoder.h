// SPDX-License-Identifier: Apache-2.0
// From Rows to chunks, column by column. What lies in memory as the families want it is borrowed; the rest is
// converted a chunk at a time. One encoder belongs to one decoder; its dictionaries only grow.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "priory/table.h"

#include "encode/text_encoder.h"
#include "input/cell_reader.h"
#include "rows/chunk_spec.h"
#include "rows/rows_cells.h"

namespace priory {

// The codes of one column of values in the dictionary of its decoder.
class ValueCoder {
 public:
  ValueCoder(const RowsColumn& column, const CellReader& reader, Dictionary& values);

  // The code of every row, kMissingCode of those that are missing. Adds what is wrong to `errors`.
  void read(const RowSet& rows, MaybeOwned<std::uint32_t>& out, std::vector<RowsError>& errors);
  // The same of numbers that are in memory already.
  void read(std::span<const double> numbers, MaybeOwned<std::uint32_t>& out);
  std::size_t n_bad_utf8 = 0;

 private:
  std::uint32_t enter(std::optional<std::string_view> text);
  std::uint32_t code_of(double number);
  void read_codes(const RowSet& rows, MaybeOwned<std::uint32_t>& out, std::vector<RowsError>& errors);
  bool borrow_codes(const RowSet& rows, MaybeOwned<std::uint32_t>& out) const;
  bool copy_codes(const RowSet& rows, MaybeOwned<std::uint32_t>& out) const;

  RowsColumn column_;
  const CellReader* reader_;
  Dictionary* values_;
  std::vector<std::uint32_t> of_code_;                          // of each value of a column of codes
  bool same_ = false;                                           // those are 0, 1, 2, ...
  std::unordered_map<std::uint64_t, std::uint32_t> of_number_;  // by the bits
  std::string buffer_;
};

class RowsEncoder {
 public:
  RowsEncoder(const Rows& rows, const ChunkSpec& spec);
  RowsEncoder(const RowsEncoder&) = delete;
  RowsEncoder& operator=(const RowsEncoder&) = delete;

  // The rows from `first` on, `most` of them or as many as make a chunk of texts. Those that do not fit are
  // left out; `errors` says why, in their order.
  const Chunk& encode(std::size_t first, std::size_t most);
  std::size_t n_taken() const { return n_taken_; }  // of the rows asked for, bad ones included
  const std::vector<RowsError>& errors() const { return errors_; }
  std::size_t take_bad_utf8();
  // How many rows stand before those in memory, from now on: chunks and places count them.
  void number_after(std::size_t n_before) { n_before_ = n_before; }

 private:
  // A bag of counts: the words of each block it has columns of.
  struct CountPiece {
    const RowsBlock* block = nullptr;
    std::vector<std::uint32_t> word_of_column;  // kMissingCode: none
    std::size_t n_words = 0;
    bool all_in_order = false;  // word and column are the same, for all columns
  };
  struct Slot {
    RowsColumn from;                 // of a column of numbers, values or texts
    std::vector<CountPiece> pieces;  // of counts
    std::optional<TextEncoder> text;
    std::optional<ValueCoder> coder;
    std::vector<double> number_of_code;  // of a column of codes read as numbers; NaN: none
  };

  void add_slot(const ColumnSpec& column, std::size_t k);
  void add_pieces(const ColumnSpec& column, Slot& slot) const;
  void fill(const RowSet& rows);
  void read_texts(std::size_t k, RowSet& rows);
  std::size_t read_together(std::size_t k, const RowSet& rows);
  void read_reals(std::size_t k, const RowSet& rows);
  void read_bins(std::size_t k, const RowSet& rows);
  void parse_reals(std::size_t k, const RowSet& rows, MaybeOwned<double>& out);
  void check_reals(std::size_t k, const RowSet& rows, MaybeOwned<double>& x);
  void read_values(const RowsColumn& from, ValueCoder& coder, const RowSet& rows,
                   MaybeOwned<std::uint32_t>& out);
  void read_counts(std::size_t k, const RowSet& rows);
  std::size_t add_counts(const CountPiece& piece, std::size_t k, std::size_t i, const RowSet& rows);
  bool add_count(std::size_t k, const RowsColumn& from, std::size_t row, std::uint32_t word, double value);
  bool borrow_counts(std::size_t k, const RowSet& rows);
  void read_target(const RowSet& rows);
  void read_weights(const RowSet& rows);
  void keep_cells(const RowSet& rows);
  SparseRows& entries(const RowsBlock& block, const RowSet& rows);
  const CellReader& reader(std::size_t k, std::size_t name = 0) const {
    return readers_[first_reader_[k] + name];
  }
  bool is_missing(double value, const CellReader& reader) const;
  std::span<const double> dense(const RowsColumn& column, const RowSet& rows);
  void refuse(std::size_t row, const RowsColumn& column, double value, const ColumnSpec& spec,
              const std::string& shown);

  Rows rows_;
  ChunkSpec spec_;
  CellReaders readers_;                    // as in RowEncoder
  std::vector<std::size_t> first_reader_;  // of each column
  std::vector<double> missing_numbers_;    // spellings of missing cells that are numbers
  std::vector<Dictionary> dictionaries_;
  Dictionary classes_;
  std::vector<Slot> slots_;
  RowsColumn target_, weight_;
  std::optional<ValueCoder> class_coder_;
  std::vector<std::string> kept_;
  Chunk chunk_;
  std::vector<RowsError> errors_;
  std::size_t n_taken_ = 0, n_before_ = 0;
  std::size_t n_bad_utf8_ = 0;
  std::map<const RowsBlock*, SparseRows> sparse_;  // of the rows at hand
  std::vector<double> scratch_;
  std::string buffer_;
};

}  // namespace priory
