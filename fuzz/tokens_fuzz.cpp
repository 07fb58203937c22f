// SPDX-License-Identifier: Apache-2.0
// Any bytes through the tokeniser. The first three choose kind and lengths, the rest is the text. Holds that
// tokens are never empty and always UTF-8, that words keep the rule of their kind, that as many are in an
// n-gram as were asked for, and that a tokeniser used twice says the same twice.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "priory/text.h"

#include "text/properties.h"
#include "text/utf8.h"

namespace {

using priory::TokenOptions;
using priory::Tokens;

void require(bool holds) {
  if (!holds) std::abort();
}

// Decoding what is well-formed and encoding it again gives the same bytes; what is not, others.
std::u32string points_of(std::string_view token) {
  std::u32string points;
  priory::decode_utf8(token, points);
  std::string again;
  for (const char32_t point : points) priory::encode_utf8(point, again);
  require(again == token);
  return points;
}

bool is_ascii_word(char32_t point) {
  return (point >= 'a' && point <= 'z') || (point >= '0' && point <= '9');
}

void check_word(Tokens kind, std::u32string_view word) {
  const auto all = [&](auto holds) { return std::ranges::all_of(word, holds); };
  require(word.size() >= (kind == Tokens::unicode ? 2U : 1U));
  if (kind == Tokens::unicode) require(all(priory::is_word));
  if (kind == Tokens::ascii) require(all(is_ascii_word));
  if (kind == Tokens::space) require(!std::ranges::any_of(word, priory::is_space));
}

// Checks each word of an n-gram and returns how many there are.
std::size_t check_words(Tokens kind, std::u32string_view rest) {
  for (std::size_t n = 1;; ++n) {
    const std::size_t end = rest.find(U' ');
    check_word(kind, rest.substr(0, end));
    if (end == rest.npos) return n;
    rest.remove_prefix(end + 1);
  }
}

void check_token(const TokenOptions& options, std::string_view token) {
  require(!token.empty());
  const std::u32string points = points_of(token);
  const std::size_t n =
      options.tokens == Tokens::characters ? points.size() : check_words(options.tokens, points);
  require(n >= options.min_n && n <= options.max_n);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::size_t min_n = 1 + data[1] % 4U;
  const TokenOptions options = {static_cast<Tokens>(data[0] % 4), min_n, min_n + data[2] % 4U};
  const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
  priory::Tokeniser tokenise(options);
  const auto& views = tokenise(text);
  for (const std::string_view token : views) check_token(options, token);
  const std::vector<std::string> first(views.begin(), views.end());
  require(std::ranges::equal(tokenise(text), first));
  return 0;
}
