// SPDX-License-Identifier: Apache-2.0
// The head of a CSV file: its delimiter and the names of its columns. Blank lines before the header are
// passed over. Without a header the first record tells how many columns there are, and is a row as well.
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "core/number_reading.h"
#include "input/columns.h"
#include "input/csv/csv.h"
#include "input/csv/csv_delimiter.h"
#include "input/csv/csv_doubts.h"
#include "input/csv/csv_header.h"
#include "input/detect.h"
#include "input/lines.h"

namespace priory {
namespace {

void check_delimiter(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x80 && code != 0 && c != '"' && c != '\n' && c != '\r') return;
  throw Error(ErrorKind::usage, "the delimiter must be one ASCII character, no quote and no line end");
}

bool is_tab_separated(std::string_view name) {
  name = unpacked_name(name);
  return name.size() >= 4 && equal_ignoring_case(name.substr(name.size() - 4), ".tsv");
}

// What was given, what the ending says, what the other files have if it fits, what the records look like.
char delimiter_of(const Opening& opening, const CsvSample& sample) {
  if (opening.options.delimiter) return *opening.options.delimiter;
  if (is_tab_separated(opening.file)) return '\t';
  if (const auto named = delimiter_by_names(sample.bytes, opening.options.expected)) return *named;
  if (opening.first == nullptr) return find_delimiter(sample);
  const char usual = opening.first->delimiter;
  const bool fits = first_width(sample.records(usual), usual) == opening.first->columns.size();
  return fits ? usual : find_delimiter(sample);
}

struct Header {
  std::vector<Cell> cells;
  std::deque<std::string> arena;
  std::size_t size = 0;  // with the blank lines before it
  std::size_t line = 1;
};

void check_faults(const CutRecord& record, const Header& header, const std::string& file) {
  if (record.fault == CsvFault::none) return;
  const bool open = record.fault == CsvFault::open_quote;
  throw Error(ErrorKind::data, open ? "a quote is opened and never closed" : "text after a closing quote",
              place_in(file, record.text, header.line, record.fault_at),
              "close the quoted cell, and write a quote inside it twice");
}

Header cut_header(std::string_view records, char delimiter, const std::string& file) {
  Header header;
  header.cells.resize(first_width(records, delimiter));
  CsvCutter cutter(records, delimiter);
  while (!cutter.done()) {
    const CutRecord record = cutter.next(header.cells, header.arena);
    if (record.text.empty()) {
      ++header.line;
      continue;
    }
    check_faults(record, header, file);
    header.size = records.size() - cutter.left();
    return header;
  }
  throw Error(ErrorKind::data, "no header: the file is empty", {file, 0, 0});
}

std::vector<DeclaredColumn> columns_of(const Header& header, bool named, const Place& place) {
  std::vector<DeclaredColumn> columns(header.cells.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = named ? std::string(without_spaces(header.cells[i].text())) : std::to_string(i + 1);
  }
  settle_names(columns, place);
  return columns;
}

std::vector<std::uint32_t> map_to_table(const Opening& opening, const std::vector<DeclaredColumn>& columns) {
  if (opening.first == nullptr) return {};
  const Head& first = *opening.first;
  if (!opening.options.header && first.columns.size() != columns.size()) {
    throw Error(ErrorKind::data, fmt::format("{} has {} columns, but {} has {}", opening.file, columns.size(),
                                             first.file, first.columns.size()));
  }
  return column_map(first.columns, first.file, columns, opening.file);
}

}  // namespace

namespace {

// What spreadsheets write above the header to say what parts the cells: "sep=;".
std::optional<char> delimiter_line(std::string_view bytes) {
  constexpr std::string_view kSays = "sep=";
  std::string_view line = bytes.substr(0, bytes.find('\n'));
  if (line.size() == bytes.size()) return std::nullopt;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() != kSays.size() + 1 || !equal_ignoring_case(line.substr(0, kSays.size()), kSays))
    return std::nullopt;
  return line.back();
}

// The bytes of the lines to be passed over; nothing when there may be more of them.
std::optional<std::size_t> skipped_bytes(const Opening& opening) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < opening.options.skip_lines; ++k) {
    const std::size_t end = opening.bytes.find('\n', at);
    if (end == std::string_view::npos && !opening.whole) return std::nullopt;
    at = end == std::string_view::npos ? opening.bytes.size() : end + 1;
  }
  return at;
}

void check_first_line(const Opening& opening, const CsvSample& sample) {
  if (opening.first != nullptr || opening.options.skip_lines > 0 || opening.options.delimiter) return;
  const auto above = lines_above_header(sample);
  if (!above) return;
  throw Error(ErrorKind::data, "this is no header: most lines below have more cells", {opening.file, 1, 0},
              fmt::format("pass over what stands above the header: ‹skip-lines› {}", *above));
}

void check_names(const Opening& opening, const Header& header, std::string_view records, char delimiter) {
  if (opening.first != nullptr || !opening.options.header) return;
  const auto below = names_further_down(header.cells, records.substr(header.size), delimiter);
  if (!below) return;
  throw Error(
      ErrorKind::data, "this is no header: most names are empty", {opening.file, header.line, 0},
      fmt::format("pass over what stands above the header: ‹skip-lines› {}", header.line - 1 + *below));
}

std::string first_names(const std::vector<DeclaredColumn>& columns) {
  constexpr std::size_t kNamed = 3;
  std::string out;
  for (std::size_t k = 0; k < std::min(kNamed, columns.size()); ++k)
    out += fmt::format("{}'{}'", k == 0 ? "" : ", ", columns[k].name);
  return columns.size() > kNamed ? out + ", ..." : out;
}

void note_doubts(const Opening& opening, const Header& header, std::string_view below, Head& head) {
  if (looks_like_data(header.cells, below, head.delimiter))
    head.notes.push_back(fmt::format(
        "{}: the first row is read as the names of the columns, {}, and looks like data; if there is no "
        "header, say ‹no-header›",
        opening.file, first_names(head.columns)));
  const std::string doubts = doubts_of_head(header.cells, header.line, below, head.delimiter);
  if (!doubts.empty()) head.notes.push_back(fmt::format("{}: {}", opening.file, doubts));
}

}  // namespace

std::optional<Head> read_csv_head(const Opening& opening) {
  if (const auto said = delimiter_line(opening.bytes); said && opening.options.skip_lines == 0) {
    ReadOptions below = opening.options;
    below.skip_lines = 1, below.delimiter = opening.options.delimiter.value_or(*said);
    return read_csv_head({opening.bytes, opening.whole, opening.file, below, opening.first, opening.label});
  }
  if (opening.options.delimiter) check_delimiter(*opening.options.delimiter);
  const std::optional<std::size_t> skipped = skipped_bytes(opening);
  if (!skipped) return std::nullopt;
  const CsvSample sample{opening.bytes.substr(*skipped), opening.whole};
  const bool named = opening.options.header;
  check_first_line(opening, sample);
  Head head;
  head.delimiter = delimiter_of(opening, sample);
  const std::string_view records = sample.records(head.delimiter);
  if (!opening.whole && first_width(records, head.delimiter) == 0) return std::nullopt;
  Header header = cut_header(records, head.delimiter, opening.file);
  header.line += opening.options.skip_lines;
  check_names(opening, header, records, head.delimiter);
  head.columns = columns_of(header, named, {opening.file, header.line, 0});
  head.size = *skipped + (named ? header.size : 0);
  if (named && opening.first == nullptr) note_doubts(opening, header, records.substr(header.size), head);
  head.records = std::make_shared<CsvRecords>(head.delimiter, head.columns.size(),
                                              map_to_table(opening, head.columns), named);
  return head;
}

}  // namespace priory
