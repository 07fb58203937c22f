// SPDX-License-Identifier: Apache-2.0
// Cutting of CSV, by RFC 4180 and what files are like beyond it. A cell that begins with a quote goes on to
// the closing quote, over delimiters and line ends, and "" in it is one quote. In any other cell a quote is a
// character like others. A record ends with LF, CR LF or a lone CR.
// What is not so (text after a closing quote, a quote never closed) is told, never guessed at.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "input/records.h"

namespace priory {

// The length of the longest prefix that is whole records whatever may follow.
std::size_t whole_csv_records(std::string_view bytes, char delimiter);

// What the bytes before a place say of it: see RecordFormat::state_after.
enum CsvState : std::uint8_t {
  kCsvRecord,   // a record begins,
  kCsvCell,     // a cell does,
  kCsvBare,     // in a cell without quotes, or after its closing quote
  kCsvQuoted,   // within quotes
  kCsvClosing,  // after a quote within quotes: it closes them unless another follows
  kCsvReturn,   // after a CR: a record begins, unless its LF follows
  kCsvStates
};
std::uint8_t csv_state_after(std::uint8_t state, std::string_view bytes, char delimiter);
std::size_t first_csv_record(std::uint8_t state, std::string_view bytes, char delimiter);

// Finds one after the other the delimiters and line ends, 64 bytes at a time.
class MarkScanner {
 public:
  MarkScanner(std::string_view bytes, char delimiter);

  // The next mark, or the end.
  const char* next() {
    if (marks_ == 0 && !next_block()) return end_;
    const char* mark = block_ + std::countr_zero(marks_);
    marks_ &= marks_ - 1;
    return mark;
  }
  void seek(const char* place);  // goes on from there; never back

 private:
  bool next_block();  // to the next with a mark; false when there is none
  std::uint64_t marks_at(const char* block) const;

  const char* block_;
  const char* end_;
  char delimiter_;
  std::uint64_t marks_;  // bit i: block_[i] is a mark not yet passed
};

enum class CsvFault { none, text_after_quote, open_quote };

struct CutRecord {
  std::string_view text;  // without its line end
  std::size_t n_cells = 0;
  std::size_t n_lines = 1;
  std::size_t surplus = 0;  // where the first cell begins that found no room
  CsvFault fault = CsvFault::none;
  std::size_t fault_at = 0;  // both in bytes from the beginning of the record
};

class CsvCutter {
 public:
  CsvCutter(std::string_view bytes, char delimiter);

  bool done() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }  // bytes not yet cut
  // The next record. As many cells as there is room for are written, all are counted; those with "" are
  // unescaped into the arena.
  CutRecord next(std::span<Cell> cells, std::deque<std::string>& arena);

 private:
  std::size_t bare_cells(std::span<Cell> cells);
  void store(const Cell& cell, std::span<Cell> cells, CutRecord& record) const;
  const char* quoted(Cell& cell, CutRecord& record, std::deque<std::string>& arena);
  const char* after_quote(const char* place, CutRecord& record);
  bool ends_cell(const char* place) const;
  void pass_line_end(const char* place);

  const char* at_;
  const char* end_;
  const char* record_ = nullptr;
  char delimiter_;
  MarkScanner marks_;
};

}  // namespace priory
