// SPDX-License-Identifier: Apache-2.0
// Any bytes through the tokeniser, with any options. The first six choose kind, lengths, case and filters,
// the rest is the text; of a pattern also the expression, up to the first NUL. Holds that tokens are never
// empty and always UTF-8, that words keep the rule of their kind, that as many are in an n-gram as were asked
// for, that a tokeniser used twice says the same twice, and that the plain tokeniser says the same as the
// fast one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "priory/error.h"

#include "core/utf8.h"
#include "text/properties.h"
#include "text/token_pipeline.h"
#include "text/tokeniser.h"

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
  return point < 0x80 && point != '_' && priory::is_word(point);
}

bool is_capital(char32_t point) {
  return priory::simple_lower(point) != point;
}

void check_word(const TokenOptions& options, std::u32string_view word) {
  const auto all = [&](auto holds) { return std::ranges::all_of(word, holds); };
  require(!word.empty());
  const bool shortened = options.fold_numbers || !options.stem.empty();
  if (options.tokens == Tokens::unicode) require((word.size() > 1 || shortened) && all(priory::is_word));
  if (options.tokens == Tokens::ascii && options.stem.empty()) require(all(is_ascii_word));
  if (options.tokens == Tokens::space) require(!std::ranges::any_of(word, priory::is_space));
  if (options.lowers() && options.stem.empty()) require(!std::ranges::any_of(word, is_capital));
  const auto stops = [&](const std::string& stop) {
    std::u32string points;
    priory::decode_utf8(stop, points);
    return points == word;
  };
  if (options.stem.empty()) require(std::ranges::none_of(options.stop_words, stops));
}

// Checks each word of an n-gram and returns how many there are.
std::size_t check_words(const TokenOptions& options, std::u32string_view rest) {
  for (std::size_t n = 1;; ++n) {
    const std::size_t end = rest.find(U' ');
    check_word(options, rest.substr(0, end));
    if (end == rest.npos) return n;
    rest.remove_prefix(end + 1);
  }
}

void check_token(const TokenOptions& options, std::string_view token) {
  require(!token.empty());
  const std::u32string points = points_of(token);
  if (options.tokens == Tokens::pattern) return;  // whose words can hold spaces
  const std::size_t n = options.of_characters() ? points.size() : check_words(options, points);
  require((n >= options.min_n || options.tokens == Tokens::inside_words) && n <= options.max_n);
}

// Reads options from the front of `bytes` and leaves the text.
TokenOptions options_of(std::string_view& bytes) {
  const auto take = [&](unsigned n) {
    const unsigned out = static_cast<unsigned char>(bytes[0]) % n;
    bytes.remove_prefix(1);
    return out;
  };
  static const std::vector<std::string> kStems = priory::stem_languages();
  TokenOptions out;
  out.tokens = static_cast<Tokens>(take(7));
  out.min_n = 1 + take(4);
  out.max_n = out.min_n + take(4);
  out.letter_case = static_cast<priory::LetterCase>(take(3));
  const unsigned filters = take(8);
  const unsigned stem = take(64);
  out.fold_numbers = (filters & 1U) != 0;
  if ((filters & 2U) != 0 && !out.of_characters()) out.stop_words = {"0", "ab", "den", "漢"};
  if ((filters & 4U) != 0 && !out.of_characters()) out.stem = kStems[stem % kStems.size()];
  if (out.tokens != Tokens::pattern) return out;
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  out.pattern = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return out;
}

std::vector<std::string> copied(const priory::Slices& views) {
  return {views.begin(), views.end()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 6) return 0;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const TokenOptions options = options_of(text);
  try {
    priory::Tokeniser tokenise(options);
    const std::vector<std::string> first = copied(tokenise(text));
    for (const std::string& token : first) check_token(options, token);
    require(copied(tokenise(text)) == first);
    priory::PlainTokeniser plain(options);
    require(copied(plain(text)) == first);
  } catch (const priory::Error&) {
    require(options.tokens == Tokens::pattern);  // one that is none, or takes too many steps
  }
  return 0;
}
