// SPDX-License-Identifier: Apache-2.0
#include "network/bif_lexer.h"

#include <algorithm>

namespace priory {
namespace {

constexpr std::string_view kMarks = "{}()[],;|";
constexpr std::string_view kSpace = " \t\r\n\f\v";

bool ends_word(char c) {
  return c == '"' || kMarks.find(c) != std::string_view::npos || kSpace.find(c) != std::string_view::npos;
}

}  // namespace

std::string BifToken::name() const {
  if (kind != Kind::quoted) return std::string(text);
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool escapes =
        text[k] == '\\' && k + 1 < text.size() && (text[k + 1] == '"' || text[k + 1] == '\\');
    out += text[escapes ? ++k : k];
  }
  return out;
}

std::string BifToken::description() const {
  return kind == Kind::end ? "the end of the file" : "'" + std::string(text) + "'";
}

BifLexer::BifLexer(std::string_view text, const std::string& file) : text_(text), file_(file) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
  advance();
}

Place BifLexer::place(std::size_t at) const {
  const std::string_view before = text_.substr(0, at);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {file_, static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          at - line_start + 1};
}

void BifLexer::fail(std::size_t at, const std::string& message, std::string remedy) const {
  throw Error(ErrorKind::data, message, place(at), std::move(remedy));
}

BifToken BifLexer::take() {
  const BifToken out = token_;
  advance();
  return out;
}

BifToken BifLexer::take_state() {
  if (!token_.is('(') && !token_.is('[')) return take();
  const std::size_t end = text_.find_first_of(")];{}", token_.at);
  if (end == std::string_view::npos || (text_[end] != ')' && text_[end] != ']'))
    fail(token_.at, "an interval begins here and does not end");
  const BifToken out{BifToken::Kind::word, text_.substr(token_.at, end + 1 - token_.at), token_.at};
  at_ = end + 1;
  advance();
  return out;
}

void BifLexer::skip_past(char mark) {
  while (!token_.is(mark)) {
    if (token_.kind == BifToken::Kind::end)
      fail(token_.at, std::string("the file ends before a '") + mark + "'");
    advance();
  }
  advance();
}

bool BifLexer::begins_comment(std::size_t at) const {
  return text_.substr(at, 2) == "//" || text_.substr(at, 2) == "/*";
}

bool BifLexer::skip_comment() {
  if (!begins_comment(at_)) return false;
  const bool line = text_[at_ + 1] == '/';
  const std::size_t end = line ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
  if (end == std::string_view::npos && !line) fail(at_, "a comment begins here and does not end");
  at_ = end == std::string_view::npos ? text_.size() : end + (line ? 1 : 2);
  return true;
}

void BifLexer::skip_space() {
  do {
    at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size());
  } while (skip_comment());
}

void BifLexer::advance() {
  skip_space();
  token_ = {BifToken::Kind::end, {}, at_};
  if (at_ == text_.size()) return;
  if (text_[at_] == '"') {
    token_ = quoted();
  } else if (kMarks.find(text_[at_]) != std::string_view::npos) {
    token_ = {BifToken::Kind::mark, text_.substr(at_, 1), at_};
    ++at_;
  } else {
    token_ = word();
  }
}

BifToken BifLexer::quoted() {
  const std::size_t begin = at_;
  for (std::size_t k = begin + 1; k < text_.size(); ++k) {
    if (text_[k] == '\\' && k + 1 < text_.size() && (text_[k + 1] == '"' || text_[k + 1] == '\\')) {
      ++k;
    } else if (text_[k] == '"') {
      at_ = k + 1;
      return {BifToken::Kind::quoted, text_.substr(begin + 1, k - begin - 1), begin};
    }
  }
  fail(begin, "a quoted name begins here and does not end");
}

BifToken BifLexer::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !ends_word(text_[at_]) && !begins_comment(at_)) ++at_;
  return {BifToken::Kind::word, text_.substr(begin, at_ - begin), begin};
}

bool is_plain_word(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '+' || c == '<' || c == '>';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

}  // namespace priory
