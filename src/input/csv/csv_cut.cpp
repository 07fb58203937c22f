// SPDX-License-Identifier: Apache-2.0
// The cells between the marks. Most cells have no quotes: they are what lies between two marks.
#include "input/csv/csv_cut.h"

#include <algorithm>
#include <cstring>

#include "input/lines.h"

namespace priory {
namespace {

const char* find_quote(const char* from, const char* end) {
  const void* found = from == end ? nullptr : std::memchr(from, '"', static_cast<std::size_t>(end - from));
  return found == nullptr ? end : static_cast<const char*>(found);
}

std::uint32_t distance(const char* from, const char* to) {
  return static_cast<std::uint32_t>(to - from);  // at most 1 GiB, see record_format.h
}

std::string without_doubled_quotes(std::string_view text) {
  std::string single;
  single.reserve(text.size());
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    const char* quote = find_quote(at, end);
    single.append(at, quote == end ? end : quote + 1);
    at = quote == end ? end : quote + 2;
  }
  return single;
}

}  // namespace

CsvCutter::CsvCutter(std::string_view bytes, char delimiter)
    : at_(bytes.data()), end_(at_ + bytes.size()), delimiter_(delimiter), marks_(bytes, delimiter) {}

CutRecord CsvCutter::next(std::span<Cell> cells, std::deque<std::string>& arena) {
  CutRecord record;
  record_ = at_;
  while (true) {
    record.n_cells += bare_cells(cells.subspan(std::min(record.n_cells, cells.size())));
    Cell cell{at_, 0, distance(record_, at_)};
    const bool is_quoted = at_ != end_ && *at_ == '"';
    const char* stop = is_quoted ? quoted(cell, record, arena) : marks_.next();
    if (!is_quoted) cell.size = distance(at_, stop);
    store(cell, cells, record);
    at_ = stop;
    if (stop == end_ || *stop != delimiter_) break;
    ++at_;
  }
  record.text = {record_, static_cast<std::size_t>(at_ - record_)};
  pass_line_end(at_);
  return record;
}

// The fast way through the cells that are neither quoted nor the last of their record, as long as there is
// room. All it uses is in local variables: the compiler cannot know that writing a cell changes none of the
// members.
std::size_t CsvCutter::bare_cells(std::span<Cell> cells) {
  MarkScanner marks = marks_;
  const char* at = at_;
  const char* const record = record_;
  std::size_t n = 0;
  for (; n < cells.size() && at != end_ && *at != '"'; ++n) {
    const MarkScanner before = marks;
    const char* stop = marks.next();
    if (stop == end_ || *stop != delimiter_) {
      marks = before;
      break;
    }
    cells[n] = {at, distance(at, stop), distance(record, at)};
    at = stop + 1;
  }
  marks_ = marks;
  at_ = at;
  return n;
}

void CsvCutter::store(const Cell& cell, std::span<Cell> cells, CutRecord& record) const {
  if (record.n_cells < cells.size()) cells[record.n_cells] = cell;
  if (record.n_cells == cells.size()) record.surplus = cell.offset;
  ++record.n_cells;
}

// Reads a quoted cell at at_; returns where it stops: a mark or the end.
const char* CsvCutter::quoted(Cell& cell, CutRecord& record, std::deque<std::string>& arena) {
  const char* begin = at_ + 1;
  const char* close = find_quote(begin, end_);
  bool doubled = false;
  while (close != end_ && close + 1 != end_ && close[1] == '"') {
    doubled = true;
    close = find_quote(close + 2, end_);
  }
  if (close == end_ && record.fault == CsvFault::none) {
    record.fault = CsvFault::open_quote;
    record.fault_at = distance(record_, at_);
  }
  std::string_view text(begin, static_cast<std::size_t>(close - begin));
  record.n_lines += count_line_ends(text);
  if (doubled) text = arena.emplace_back(without_doubled_quotes(text));
  cell.data = text.data();
  cell.size = static_cast<std::uint32_t>(text.size());
  const char* after = close == end_ ? end_ : close + 1;
  marks_.seek(after);
  return after_quote(after, record);
}

const char* CsvCutter::after_quote(const char* place, CutRecord& record) {
  if (!ends_cell(place) && record.fault == CsvFault::none) {
    record.fault = CsvFault::text_after_quote;
    record.fault_at = distance(record_, place);
  }
  return marks_.next();
}

bool CsvCutter::ends_cell(const char* place) const {
  return place == end_ || *place == delimiter_ || *place == '\n' || *place == '\r';
}

void CsvCutter::pass_line_end(const char* place) {
  if (place == end_) return;
  at_ = place + 1;
  if (*place != '\r' || at_ == end_ || *at_ != '\n') return;
  ++at_;
  marks_.next();  // the LF of CR LF
}

}  // namespace priory
