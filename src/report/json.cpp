// SPDX-License-Identifier: Apache-2.0
// Ours and not nlohmann's because that needs the whole document in memory and has no way to write infinities.
#include <cmath>
#include <fmt/format.h>
#include <ostream>

#include "priory/report.h"

#include "core/utf8.h"

namespace priory {
namespace {

std::string escaped(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
  }
}

bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == '\x7f';
}

}  // namespace

JsonWriter& JsonWriter::key(std::string_view name) {
  separate(open_.size() == 1);
  quote(name);
  out_ << ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (std::isinf(number)) return value(number > 0 ? "inf" : "-inf");
  return raw(number_text(number));
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate(false);
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate(false);
  out_ << text;
  return *this;
}

JsonWriter& JsonWriter::begin(char bracket) {
  separate(!open_.empty() && open_.back().is_array);
  out_ << bracket;
  open_.push_back({bracket == '[', false, true});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  const bool lines = open_.back().lines;
  open_.pop_back();
  if (lines) new_line();
  out_ << bracket;
  if (open_.empty()) out_ << '\n';
  return *this;
}

// Before every value: a comma after the one before it, unless a key has just announced it.
void JsonWriter::separate(bool on_new_line) {
  if (after_key_ || open_.empty()) {
    after_key_ = false;
    return;
  }
  Frame& frame = open_.back();
  if (!frame.empty) out_ << (on_new_line ? "," : ", ");
  frame.empty = false;
  if (!on_new_line) return;
  frame.lines = true;
  new_line();
}

void JsonWriter::new_line() {
  out_ << '\n' << std::string(2 * open_.size(), ' ');
}

void JsonWriter::quote(std::string_view text) {
  out_ << '"';
  while (!text.empty()) {
    const Utf8Step step = first_point(text);
    if (step.point == kReplacement) {
      out_ << kReplacementUtf8;
    } else if (needs_escape(text.front())) {
      out_ << escaped(text.front());
    } else {
      out_ << text.substr(0, step.length);
    }
    text.remove_prefix(step.length);
  }
  out_ << '"';
}

}  // namespace priory
