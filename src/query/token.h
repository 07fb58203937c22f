// SPDX-License-Identifier: Apache-2.0
// The words of a query. A token knows where it stands, so that every message can point at it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace priory::query {

// A place in a query, in bytes. Places are no part of what a query says: all are equal.
struct At {
  std::size_t begin = 0;
  bool operator==(const At&) const { return true; }
};

enum class TokenKind { word, number, quoted, sign, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;  // of a quoted one what is between the quotes
  At at;
};

// Words are runs of letters, digits and _ (any byte beyond ASCII is a letter), numbers are what reads as one,
// and "..." may hold anything; \" and \\ in it are a quote and a backslash.
std::vector<Token> tokenise(std::string_view query);

// Whether a name reads as one word without quotes.
bool is_word(std::string_view text);
// Two words but for their case; for keywords, which are ASCII.
bool same_letters(std::string_view a, std::string_view b);

// An Error of kind usage that shows the query with a caret under the place.
[[noreturn]] void refuse(std::string_view query, At at, const std::string& message);

}  // namespace priory::query
