// SPDX-License-Identifier: Apache-2.0
// The cursor never looks for the end of the text: in valid JSON every value is closed before it.
#include "input/formats/json_walk.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include "core/utf8.h"

namespace priory {
namespace {

std::uint32_t hex4(const char* digits) {
  std::uint32_t code = 0;
  std::from_chars(digits, digits + 4, code, 16);
  return code;
}

// Appends what the escape at `at` (after its backslash) stands for; returns where it ends.
const char* append_escape(std::string& text, const char* at) {
  switch (*at) {
    case 'b':
      text += '\b';
      return at + 1;
    case 'f':
      text += '\f';
      return at + 1;
    case 'n':
      text += '\n';
      return at + 1;
    case 'r':
      text += '\r';
      return at + 1;
    case 't':
      text += '\t';
      return at + 1;
    case 'u':
      break;
    default:
      text += *at;
      return at + 1;
  }
  const std::uint32_t code = hex4(at + 1);
  const bool is_pair = code >= 0xD800 && code < 0xDC00;  // valid JSON has the other half behind \u
  encode_utf8(is_pair ? 0x10000 + ((code - 0xD800) << 10) + (hex4(at + 7) - 0xDC00) : code, text);
  return at + (is_pair ? 11 : 5);
}

// The closing quote of the string whose content begins at `at`.
const char* closing_quote(const char* at) {
  while (*at != '"') at += *at == '\\' ? 2 : 1;
  return at;
}

}  // namespace

JsonWalk::JsonWalk(std::string_view object, SparseRow& row, Records& rows)
    : at_(object.data()), row_(row), rows_(rows) {}

bool JsonWalk::run() {
  skip_space();
  return object();
}

std::size_t JsonWalk::offset() const {
  return static_cast<std::size_t>(at_ - row_.record().data());
}

bool JsonWalk::object() {
  do {
    ++at_;  // the brace or a comma
    skip_space();
    if (*at_ != '}' && !member()) return false;
  } while (*at_ == ',');
  ++at_;
  return true;
}

bool JsonWalk::member() {
  const std::size_t parent = name_.size();
  name_ += string();
  skip_space();
  ++at_;  // the colon
  skip_space();
  if (!value()) return false;
  skip_space();
  name_.resize(parent);
  return true;
}

bool JsonWalk::value() {
  const char* place = at_;
  if (*at_ == '[') return array();
  if (*at_ == '"') return add(string(), place);
  if (*at_ != '{') {
    const std::string_view token = bare_token();
    return add(token == "null" ? std::string_view() : token, place);
  }
  name_ += '.';
  return object();
}

// Scalars are joined by spaces, without nulls; an array with other things in it stays JSON.
bool JsonWalk::array() {
  const char* place = at_;
  std::string joined;
  const char* gap = "";
  do {
    ++at_;  // the bracket or a comma
    skip_space();
    if (*at_ == '[' || *at_ == '{') {
      at_ = place;
      skip_nested();
      return add({place, static_cast<std::size_t>(at_ - place)}, place);
    }
    if (*at_ != ']') {
      const std::string_view text = *at_ == '"' ? string() : bare_token();
      if (text != "null" || at_[-1] == '"') joined.append(std::exchange(gap, " ")).append(text);
    }
    skip_space();
  } while (*at_ == ',');
  ++at_;
  return add(rows_.keep(std::move(joined)), place);
}

bool JsonWalk::add(std::string_view text, const char* place) {
  return row_.add(name_, text, static_cast<std::size_t>(place - row_.record().data()));
}

std::string_view JsonWalk::string() {
  const char* begin = at_ + 1;
  const char* end = closing_quote(begin);
  at_ = end + 1;
  const std::string_view raw(begin, static_cast<std::size_t>(end - begin));
  if (raw.find('\\') == std::string_view::npos) return raw;
  std::string text;
  for (const char* c = begin; c != end;) {
    if (*c == '\\') {
      c = append_escape(text, c + 1);
    } else {
      text += *c++;
    }
  }
  return rows_.keep(std::move(text));
}

std::string_view JsonWalk::bare_token() {
  const char* begin = at_;
  while (*at_ != ',' && *at_ != '}' && *at_ != ']' && *at_ != ' ' && *at_ != '\t' && *at_ != '\r') ++at_;
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

// Passes over an array and all that is in it.
void JsonWalk::skip_nested() {
  std::size_t depth = 0;
  do {
    if (*at_ == '"') at_ = closing_quote(at_ + 1);
    if (*at_ == '[' || *at_ == '{') ++depth;
    if (*at_ == ']' || *at_ == '}') --depth;
    ++at_;
  } while (depth > 0);
}

void JsonWalk::skip_space() {
  while (*at_ == ' ' || *at_ == '\t' || *at_ == '\r') ++at_;
}

}  // namespace priory
