// SPDX-License-Identifier: Apache-2.0
// The plain tokeniser: decode all, lower-case all, cut, and join. It is the judge of any faster one, so each
// step is the definition written down. A text that is ASCII throughout, where all steps act byte by byte,
// goes through one table instead.
#include <cstddef>
#include <string>

#include "priory/error.h"
#include "priory/text.h"

#include "text/byte_words.h"
#include "text/lower.h"
#include "text/properties.h"
#include "text/units.h"
#include "text/utf8.h"

namespace priory {
namespace {

constexpr std::size_t kShortestUnicode = 2;  // the default pattern of CountVectorizer: \b\w\w+\b

// Adds the maximal runs of `shortest` or more code points for which `in_word` holds.
template <class InWord>
void cut_points(std::u32string_view text, InWord in_word, std::size_t shortest, Units& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = i;
    while (i < text.size() && in_word(text[i])) ++i;
    if (i > begin && i - begin >= shortest) out.add_word(text.substr(begin, i - begin));
  }
}

// Adds every code point, but for a run of two or more of white space only one space.
void add_characters(std::u32string_view text, Units& out) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_space(text[end])) ++end;
    const std::size_t n_white = end - i;
    out.add_character(n_white > 1 ? U' ' : text[i]);
    i += n_white > 1 ? n_white : 1;
  }
}

void check(const TokenOptions& options) {
  if (options.min_n >= 1 && options.min_n <= options.max_n) return;
  throw Error(ErrorKind::usage,
              "n-grams of " + std::to_string(options.min_n) + " to " + std::to_string(options.max_n), {},
              "the lengths of n-grams begin at 1 and do not go down, as in 1-2");
}

}  // namespace

struct Tokeniser::Scratch {
  explicit Scratch(const TokenOptions& given)
      : options(given),
        unicode(WordBytes::underscore, kShortestUnicode,
                [this](auto segment, Units&) { cut_unicode(segment); }),
        space(WordBytes::dark, 1, [this](auto segment, Units&) { cut_space(segment); }),
        ascii(WordBytes::letters, 1) {}

  void cut_unicode(std::string_view text);
  void cut_space(std::string_view text);
  void cut_characters(std::string_view text);
  void cut(std::string_view text);
  const std::u32string& decoded(std::string_view text);

  TokenOptions options;
  std::u32string points;
  std::u32string lowered;
  Units units;
  ByteWords unicode, space, ascii;
  std::vector<std::string_view> tokens;
};

const std::u32string& Tokeniser::Scratch::decoded(std::string_view text) {
  points.clear();
  decode_utf8(text, points);
  return points;
}

void Tokeniser::Scratch::cut_unicode(std::string_view text) {
  lowered.clear();
  append_lower(decoded(text), lowered);
  cut_points(lowered, is_word, kShortestUnicode, units);
}

void Tokeniser::Scratch::cut_space(std::string_view text) {
  cut_points(
      decoded(text), [](char32_t point) { return !is_space(point); }, 1, units);
}

void Tokeniser::Scratch::cut_characters(std::string_view text) {
  units.clear();
  add_characters(decoded(text), units);
}

void Tokeniser::Scratch::cut(std::string_view text) {
  switch (options.tokens) {
    case Tokens::unicode:
      return unicode(text, units);
    case Tokens::ascii:
      return ascii(text, units);
    case Tokens::space:
      return space(text, units);
    case Tokens::characters:
      return cut_characters(text);
  }
}

Tokeniser::Tokeniser(const TokenOptions& options) {
  check(options);
  scratch_ = std::make_unique<Scratch>(options);
}

Tokeniser::~Tokeniser() = default;
Tokeniser::Tokeniser(Tokeniser&&) noexcept = default;
Tokeniser& Tokeniser::operator=(Tokeniser&&) noexcept = default;

const std::vector<std::string_view>& Tokeniser::operator()(std::string_view text) {
  Scratch& scratch = *scratch_;
  scratch.cut(text);
  if (scratch.options.max_n > 1 && scratch.options.tokens != Tokens::characters) scratch.units.join();
  scratch.units.pad();
  scratch.tokens.clear();
  scratch.units.append_n_grams(scratch.options.min_n, scratch.options.max_n, scratch.tokens);
  return scratch.tokens;
}

}  // namespace priory
