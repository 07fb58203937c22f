// SPDX-License-Identifier: Apache-2.0
// Plain words, which most models count, have a way of their own; every other option goes through the
// pipeline.
#include <optional>

#include "priory/text.h"

#include "text/byte_words.h"
#include "text/token_pipeline.h"
#include "text/utf8.h"

namespace priory {
namespace {

// Words as their kind has them, neither changed nor left out.
bool are_plain_words(const TokenOptions& options) {
  const bool words =
      options.tokens == Tokens::unicode || options.tokens == Tokens::ascii || options.tokens == Tokens::space;
  return words && options.letter_case == LetterCase::usual && !options.filters();
}

}  // namespace

struct Tokeniser::Scratch {
  explicit Scratch(const TokenOptions& given)
      : options(given), plain_words(are_plain_words(given)), pipeline(given, true) {}

  bool cut_plain_words(std::string_view text);

  TokenOptions options;
  bool plain_words;
  TokenPipeline pipeline;
  Units units;
  std::vector<std::string_view> tokens;
};

// Cuts a text by its bytes, if those are enough.
bool Tokeniser::Scratch::cut_plain_words(std::string_view text) {
  if (options.tokens == Tokens::ascii) return cut_bytes(text, kAsciiBytes, 1, units), true;
  if (!is_ascii(text)) return false;
  const bool unicode = options.tokens == Tokens::unicode;
  return cut_bytes(text, unicode ? kUnicodeBytes : kSpaceBytes, unicode ? 2 : 1, units), true;
}

Tokeniser::Tokeniser(const TokenOptions& options) : scratch_(std::make_unique<Scratch>(options)) {}
Tokeniser::~Tokeniser() = default;
Tokeniser::Tokeniser(Tokeniser&&) noexcept = default;
Tokeniser& Tokeniser::operator=(Tokeniser&&) noexcept = default;

const std::vector<std::string_view>& Tokeniser::operator()(std::string_view text) {
  Scratch& scratch = *scratch_;
  if (!scratch.plain_words || !scratch.cut_plain_words(text)) return scratch.pipeline(text);
  scratch.tokens.clear();
  scratch.units.append_n_grams(scratch.options.min_n, scratch.options.max_n, scratch.tokens);
  return scratch.tokens;
}

}  // namespace priory
