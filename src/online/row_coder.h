// SPDX-License-Identifier: Apache-2.0
// Reads the cells of one row as the plan says, the same way that files are read, and writes them as columns
// of one row in codes of the dictionaries it is given. Scratch of one thread: it allocates nothing once its
// buffers have grown to the size of the rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "priory/plan.h"
#include "priory/rows.h"

#include "encode/word_tally.h"
#include "input/cell_reader.h"
#include "rows/chunk_spec.h"
#include "text/tokeniser.h"

namespace priory {

// Numbers words that a dictionary does not have, each of a text once.
class UnknownWords {
 public:
  void begin_text(std::size_t n_words);
  std::uint32_t number(std::string_view word);
  std::string_view operator[](std::size_t k) const { return words_[k]; }
  std::size_t size() const { return words_.size(); }

 private:
  struct Slot {
    std::uint32_t text = 0;  // the one that filled it
    std::uint32_t number = 0;
  };
  std::vector<Slot> slots_;  // a power of two, at most half full
  std::vector<std::string_view> words_;
  std::uint32_t text_ = 0;
};

class RowCoder {
 public:
  explicit RowCoder(const Plan& plan);  // which must outlive it

  const std::vector<std::string>& columns() const { return columns_; }
  void begin(RowView row);  // an Error of kind usage if it has other than one cell a column

  // Part k over numbers: one row of each of its columns.
  void read_numbers(std::size_t k, std::vector<Column>& out);
  // Columns of counts as one bag.
  void read_counts(std::size_t k, Column& out);
  // Column j of part k as a value; nothing where it is missing. Valid until the next row.
  std::optional<std::string_view> value(std::size_t k, std::size_t j);
  // A text as a bag of words; those that are not in `words` get numbers from its size on, see unknown_word.
  // With `apart` each of them has its own, otherwise they may share one.
  void find_words(std::size_t k, const Dictionary& words, bool apart, Column& out);
  // The same, with new words entered.
  void learn_words(std::size_t k, Dictionary& words, Column& out);
  // The same, and for words that are buckets the list of the tokens themselves: as explanations want them.
  void name_words(std::size_t k, Dictionary& words, Column& out);
  std::string unknown_word(std::size_t k, std::uint32_t number) const;  // the dictionary's size left off

  // A label or another value as it stands in files: nothing where it is missing.
  std::optional<std::string_view> label(const CellValue& cell);

 private:
  struct Part {
    std::vector<std::size_t> cells;                // of the row, one a column
    std::vector<ColumnSpec> specs;                 // one a column of the chunk
    std::vector<std::vector<std::string>> labels;  // of the bins of each of these
    std::size_t first_reader = 0;                  // of one a column
    std::optional<Tokeniser> tokens;
    std::vector<std::uint32_t> of_bucket;  // one more than the code of its word; 0: not known
  };

  const CellValue& cell(std::size_t k, std::size_t j) const { return row_[parts_[k].cells[j]]; }
  std::string_view text_of(const CellValue& cell, std::string& buffer) const;
  std::optional<std::string_view> read_value(const CellValue& cell, const CellReader& reader,
                                             const std::string& column, std::string& buffer) const;
  double number(const CellValue& cell, const CellReader& reader, const ColumnSpec& spec, bool& missing);
  const CellReader& reader(std::size_t k, std::size_t j) const {
    return readers_[parts_[k].first_reader + j];
  }
  template <class CodeOf>
  void hash_words(Part& part, const Slices& tokens, const CodeOf& code_of);
  bool begin_text(std::size_t k, Column& out, std::optional<Slices>& tokens);
  void end_text(bool missing, Column& out);

  const Plan* plan_;
  std::vector<std::string> columns_;
  std::vector<Part> parts_;
  CellReaders readers_;  // of the columns of all parts, and of the target
  RowView row_;
  std::vector<std::string>
      buffers_;  // one a column, for what had to be written down; the last is the label's
  std::vector<std::uint32_t> words_;
  UnknownWords unknown_;
  WordTally tally_;
};

}  // namespace priory
