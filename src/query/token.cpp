// SPDX-License-Identifier: Apache-2.0
#include "query/token.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "priory/error.h"

namespace priory::query {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word_byte(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

class Lexer {
 public:
  explicit Lexer(std::string_view query) : query_(query) {}

  std::vector<Token> run() {
    std::vector<Token> out;
    do out.push_back(next());
    while (out.back().kind != TokenKind::end);
    return out;
  }

 private:
  Token next() {
    while (at_ < query_.size() && is_space(query_[at_])) ++at_;
    if (at_ == query_.size()) return {TokenKind::end, "", {at_}};
    if (query_[at_] == '"') return quoted();
    if (const std::size_t size = number_size(); size > 0) return take(TokenKind::number, size);
    if (is_word_byte(query_[at_])) return take(TokenKind::word, word_size(at_));
    return sign();
  }

  Token take(TokenKind kind, std::size_t size) {
    const std::size_t begin = at_;
    at_ += size;
    return {kind, std::string(query_.substr(begin, size)), {begin}};
  }

  std::size_t word_size(std::size_t begin) const {
    std::size_t end = begin;
    while (end < query_.size() && is_word_byte(query_[end])) ++end;
    return end - begin;
  }

  // 0 where no number stands. 2nd and 1_000 are words.
  std::size_t number_size() const {
    const bool plus = query_[at_] == '+';
    const std::size_t begin = at_ + (plus ? 1 : 0);
    const std::size_t first = begin + (!plus && query_[at_] == '-' ? 1 : 0);
    if (first >= query_.size() || !(is_digit(query_[first]) || query_[first] == '.')) return 0;
    double value = 0;
    const auto [end, error] = std::from_chars(query_.data() + begin, query_.data() + query_.size(), value);
    const std::size_t size = static_cast<std::size_t>(end - query_.data()) - at_;
    if (error != std::errc() || word_size(at_ + size) > 0) return 0;
    return size;
  }

  Token quoted() {
    Token out{TokenKind::quoted, "", {at_}};
    for (++at_; at_ < query_.size() && query_[at_] != '"'; ++at_) {
      const bool escape = query_[at_] == '\\' && at_ + 1 < query_.size() &&
                          (query_[at_ + 1] == '"' || query_[at_ + 1] == '\\');
      if (escape) ++at_;
      out.text += query_[at_];
    }
    if (at_ == query_.size()) refuse(query_, out.at, "this quote is not closed");
    ++at_;
    return out;
  }

  Token sign() {
    static constexpr std::string_view kSigns[] = {"!=", "<=", ">=", "==", "<", ">", "=", "(",
                                                  ")",  "{",  "}",  ",",  ";", "|", ":"};
    for (const std::string_view each : kSigns) {
      if (query_.substr(at_).starts_with(each)) return take(TokenKind::sign, each.size());
    }
    refuse(query_, {at_},
           fmt::format("'{}' has no meaning here; names and values with other characters than letters, "
                       "digits and _ stand in double quotes",
                       query_[at_]));
  }

  std::string_view query_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokenise(std::string_view query) {
  return Lexer(query).run();
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_word_byte);
}

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

void refuse(std::string_view query, At at, const std::string& message) {
  std::string line(query);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  // A character has one byte that does not continue another.
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; };
  const auto end = line.begin() + static_cast<std::ptrdiff_t>(std::min(at.begin, line.size()));
  const auto before = static_cast<std::size_t>(std::count_if(line.begin(), end, begins));
  throw Error(ErrorKind::usage, fmt::format("{}\n  {}\n  {}^", message, line, std::string(before, ' ')));
}

}  // namespace priory::query
