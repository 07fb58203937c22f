// SPDX-License-Identifier: Apache-2.0
// svmlight and libsvm: a line `label index:value index:value ... # comment`. The label goes to a column named
// `label` and keeps its spelling; features are named by their index without leading zeros, and those not
// listed are 0. `qid:N` is passed over. Indices may come in any order, but only once a row.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "core/utf8.h"
#include "input/formats/sparse_row.h"
#include "input/lines.h"
#include "input/record_format.h"

namespace priory {
namespace {

constexpr const char* kShape = "a row is: label index:value index:value ...";
constexpr std::size_t kMaxDigits = 18;  // of an index; every such number fits 64 bits

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

bool is_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// The next run of other than white space at or after `at`; empty at the end.
std::string_view next_token(std::string_view text, std::size_t& at) {
  constexpr std::string_view kBlanks = " \t\r\f\v";
  at = std::min(text.find_first_not_of(kBlanks, at), text.size());
  const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
  return text.substr(at, end - at);
}

class SvmlightRecords : public LineRecords {
 public:
  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override {
    rows.sparse = rows.absent_is_zero = true;
    const std::size_t first_cell = rows.cells.size();
    LineCutter lines(bytes, first_line);
    while (lines.next()) {
      const std::string_view text = lines.text().substr(0, lines.text().find('#'));
      if (!trim(text).empty()) parse_row(text, SparseRow(rows, lines.text(), lines.line()));
    }
    if (!is_utf8(bytes)) repair_cells(rows, first_cell);
  }

 private:
  static void parse_row(std::string_view text, SparseRow row) {
    std::size_t at = 0;
    const std::string_view label = next_token(text, at);
    if (label.find(':') != std::string_view::npos) return row.refuse(at, "the row has no label", kShape);
    if (label.find(',') != std::string_view::npos) {
      return row.refuse(at, fmt::format("'{}' is several labels", repaired_utf8(label)),
                        "give a row one label");
    }
    row.add("label", label, at);
    for (at += label.size();;) {
      const std::string_view token = next_token(text, at);
      if (token.empty()) return row.end();
      if (!add_feature(token, at, row)) return;
      at += token.size();
    }
  }

  static bool add_feature(std::string_view token, std::size_t at, SparseRow& row) {
    const std::size_t colon = token.find(':');
    const auto refuse = [&](std::size_t offset, std::string reason) {
      row.refuse(at + offset, std::move(reason), kShape);
      return false;
    };
    if (colon == std::string_view::npos)
      return refuse(0, fmt::format("'{}' is not index:value", repaired_utf8(token)));
    const std::string_view index = token.substr(0, colon), value = token.substr(colon + 1);
    if (index == "qid" && is_digits(value)) return true;
    if (!is_digits(index)) return refuse(0, fmt::format("'{}' is not an index", repaired_utf8(index)));
    const std::string_view name = without_zeros(index);
    if (name.size() > kMaxDigits) return refuse(0, "the index is too large");
    if (!is_number(value))
      return refuse(colon + 1, fmt::format("'{}' is not a number", repaired_utf8(value)));
    if (!row.add(name, value, at + colon + 1)) return refuse(0, fmt::format("index {} comes twice", name));
    return true;
  }
};

}  // namespace

std::optional<Head> read_svmlight_head(const Opening&) {
  Head head;
  head.sparse = true;
  head.records = std::make_shared<SvmlightRecords>();
  return head;
}

}  // namespace priory
