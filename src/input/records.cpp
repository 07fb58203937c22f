// SPDX-License-Identifier: Apache-2.0
#include "input/records.h"

#include "bytes/charset.h"
#include "core/utf8.h"
#include "input/lines.h"

namespace priory {
namespace {

// The beginning of a record, on one line.
std::string shown(std::string_view record) {
  constexpr std::size_t kShown = 72;
  std::size_t end = std::min(record.size(), kShown);
  while (end < record.size() && (record[end] & 0xC0) == 0x80) --end;  // not inside a character
  std::string out(record.substr(0, end));
  for (char& c : out) c = static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  return end < record.size() ? out + "…" : out;
}

}  // namespace

void BadRow::refuse() const {
  throw Error(kind, reason + (record.empty() ? "" : "\n  in the row: " + shown(record)), place, remedy);
}

void Records::clear() {
  n_rows = 0;
  n_latin1 = 0;
  n_bad_utf8 = 0;
  n_bad_mails = 0;
  files.clear();
  record.clear();
  line.clear();
  bad.clear();
  cells.clear();
  begin.assign(1, 0);
  column.clear();
  arena.clear();
}

void Records::add_bad(BadRow row) {
  row.before = n_rows;
  bad.push_back(std::move(row));
}

Place Records::place(std::size_t row, const Cell& cell) const {
  if (record[row].data() == nullptr)
    return {std::string(file_of(row)), line[row], std::size_t{cell.offset} + 1};
  return place_in(file_of(row), record[row], line[row], cell.offset);
}

std::string_view Records::keep(std::string text) {
  return arena.emplace_back(std::move(text));
}

bool is_windows_1252(std::string_view text) {
  constexpr std::string_view kNone = "\x81\x8D\x8F\x90\x9D";  // stand for nothing in it
  if (text.find_first_of(kNone) != std::string_view::npos) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (static_cast<unsigned char>(text[at]) < 0xC2) continue;
    for (std::size_t size = 2; size <= 4; ++size) {
      if (at + size <= text.size() && is_utf8(text.substr(at, size))) return false;
    }
  }
  return true;
}

std::string from_windows_1252(std::string_view text) {
  std::string out;
  for (const char c : text) append_utf8(windows_1252(static_cast<unsigned char>(c)), out);
  return out;
}

void repair_cells(Records& rows, std::size_t first) {
  for (std::size_t i = first; i < rows.cells.size(); ++i) {
    Cell& cell = rows.cells[i];
    if (is_utf8(cell.text())) continue;
    const std::string_view text = rows.keep(repaired_utf8(cell.text()));
    cell.data = text.data();
    cell.size = static_cast<std::uint32_t>(text.size());  // at most three times 1 GiB
    ++rows.n_bad_utf8;
  }
}

}  // namespace priory
