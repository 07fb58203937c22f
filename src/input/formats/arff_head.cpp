// SPDX-License-Identifier: Apache-2.0
// The head of an ARFF file: @relation, one @attribute a column, @data. What is wrong here is an Error, since
// without its declarations nothing can be said about the rows.
#include <fmt/format.h>
#include <set>
#include <utility>

#include "core/utf8.h"
#include "input/columns.h"
#include "input/formats/arff.h"
#include "input/lines.h"

namespace priory {
namespace {

using Kind = DeclaredColumn::Kind;

std::string meant(const ArffValue& value) {
  return repaired_utf8(value.escaped ? unescape_arff(value.text) : std::string(value.text));
}

// One line of the head.
class Declaration {
 public:
  Declaration(const LineCutter& line, const std::string& file)
      : line_(line), file_(file), reader_(line.text()) {}

  std::string_view keyword() { return value(" \t").text; }

  DeclaredColumn column() {
    DeclaredColumn column;
    const ArffValue name = value(" \t{");
    if (name.text.empty() && !name.quoted) fail(name.offset, "@attribute needs a name and a type");
    column.name = meant(name);
    reader_.skip_space();
    if (reader_.take('{')) {
      read_values(column);
    } else {
      column.kind = kind_of(value(" \t"));
    }
    return column;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& reason) const {
    throw Error(ErrorKind::data, reason, place_in(file_, line_.text(), line_.line(), offset),
                "see the ARFF format: @attribute name numeric | string | date | {value, value, ...}");
  }

 private:
  ArffValue value(std::string_view stops) {
    ArffValue value;
    if (!reader_.read(stops, value)) fail(value.offset, reader_.fault());
    return value;
  }

  Kind kind_of(const ArffValue& type) const {
    for (const std::string_view name : {"numeric", "real", "integer"}) {
      if (equal_ignoring_case(type.text, name)) return Kind::numeric;
    }
    for (const std::string_view name : {"string", "date"}) {
      if (equal_ignoring_case(type.text, name)) return Kind::text;
    }
    fail(type.offset, fmt::format("unknown type '{}'", meant(type)));
  }

  void read_values(DeclaredColumn& column) {
    column.kind = Kind::values;
    std::set<std::string> seen;
    reader_.skip_space();
    if (reader_.take('}')) return;
    do {
      const ArffValue one = value(",}");
      if (one.text.empty() && !one.quoted) fail(one.offset, "a value is missing");
      column.values.push_back(meant(one));
      if (!seen.insert(column.values.back()).second) fail(one.offset, "a value is declared twice");
    } while (reader_.take(','));
    if (!reader_.take('}')) fail(reader_.at(), "the list of values has no closing brace");
  }

  const LineCutter& line_;
  const std::string& file_;
  ArffReader reader_;
};

bool is_passed_over(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || text[0] == '%';
}

// Reads declarations up to and with @data; false when the bytes end before.
bool read_declarations(LineCutter& lines, const Opening& opening, std::vector<DeclaredColumn>& columns) {
  while (lines.next()) {
    if (is_passed_over(lines.text())) continue;
    Declaration declaration(lines, opening.file);
    const std::string_view keyword = declaration.keyword();
    if (equal_ignoring_case(keyword, "@data")) return true;
    if (equal_ignoring_case(keyword, "@relation")) continue;
    if (!equal_ignoring_case(keyword, "@attribute")) {
      declaration.fail(
          0, fmt::format("'{}' is neither @relation, @attribute nor @data", repaired_utf8(keyword)));
    }
    columns.push_back(declaration.column());
  }
  return false;
}

// The first row, from which the layout is told.
std::string_view first_row(std::string_view data) {
  LineCutter lines(data);
  while (lines.next()) {
    if (!is_passed_over(lines.text())) return trim(lines.text());
  }
  return {};
}

bool same_declaration(const DeclaredColumn& a, const DeclaredColumn& b) {
  const auto as_set = [](const DeclaredColumn& c) {
    return std::set<std::string>(c.values.begin(), c.values.end());
  };
  return a.kind == b.kind && as_set(a) == as_set(b);
}

std::vector<std::uint32_t> map_to_table(const Opening& opening, const std::vector<DeclaredColumn>& columns) {
  if (opening.first == nullptr) return {};
  const Head& first = *opening.first;
  auto map = column_map(first.columns, first.file, columns, opening.file);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (same_declaration(columns[i], first.columns[map.empty() ? i : map[i]])) continue;
    throw Error(ErrorKind::data, fmt::format("{} declares column '{}' otherwise than {}", opening.file,
                                             columns[i].name, first.file));
  }
  return map;
}

void check_columns(const Opening& opening, std::vector<DeclaredColumn>& columns, bool has_data) {
  if (!has_data) throw Error(ErrorKind::data, "the file has no @data", {opening.file, 0, 0});
  if (columns.empty()) throw Error(ErrorKind::data, "the file declares no @attribute", {opening.file, 0, 0});
  settle_names(columns, {opening.file, 0, 0});
}

}  // namespace

std::optional<Head> read_arff_head(const Opening& opening) {
  const std::size_t known = opening.whole ? opening.bytes.size() : whole_lines(opening.bytes);
  LineCutter lines(opening.bytes.substr(0, known));
  Head head;
  const bool has_data = read_declarations(lines, opening, head.columns);
  const std::string_view row = first_row(lines.rest());
  if (!opening.whole && (!has_data || row.empty())) return std::nullopt;
  check_columns(opening, head.columns, has_data);
  head.sparse = opening.first != nullptr ? opening.first->sparse : row.starts_with('{');
  head.size = known - lines.rest().size();
  head.records =
      std::make_shared<ArffRecords>(head.columns, map_to_table(opening, head.columns), head.sparse);
  return head;
}

}  // namespace priory
