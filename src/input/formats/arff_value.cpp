// SPDX-License-Identifier: Apache-2.0
#include "input/formats/arff_value.h"

#include <algorithm>

#include "input/lines.h"

namespace priory {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

}  // namespace

void ArffReader::skip_space() {
  while (!done() && is_space(line_[at_])) ++at_;
}

bool ArffReader::take(char c) {
  if (done() || line_[at_] != c) return false;
  ++at_;
  return true;
}

bool ArffReader::read(std::string_view stops, ArffValue& value) {
  skip_space();
  value = {};
  value.offset = at_;
  if (peek() == '\'' || peek() == '"') return read_quoted(stops, value);
  const std::size_t end = std::min(line_.find_first_of(stops, at_), line_.size());
  value.text = trim(line_.substr(at_, end - at_));
  at_ = end;
  return true;
}

bool ArffReader::read_quoted(std::string_view stops, ArffValue& value) {
  const char quote = line_[at_];
  const std::size_t begin = at_ + 1;
  std::size_t end = begin;
  while (end < line_.size() && line_[end] != quote) {
    const bool is_escape = line_[end] == '\\';
    value.escaped = value.escaped || is_escape;
    end += is_escape ? 2U : 1U;
  }
  if (end >= line_.size()) {
    fault_ = "a quote is opened and not closed on this line";
    return false;
  }
  value.quoted = true;
  value.text = line_.substr(begin, end - begin);
  at_ = end + 1;
  if (!done() && stops.find(line_[at_]) != std::string_view::npos) return true;  // white space may be a stop
  skip_space();
  if (done() || stops.find(line_[at_]) != std::string_view::npos) return true;
  fault_ = "text after a closing quote";
  return false;
}

std::string unescape_arff(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char c = text[++i];
    plain += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
  }
  return plain;
}

}  // namespace priory
