// SPDX-License-Identifier: Apache-2.0
#include "text/cutter.h"

#include <algorithm>

#include "core/utf8.h"
#include "text/fold_numbers.h"
#include "text/lower.h"
#include "text/pairs.h"
#include "text/properties.h"

namespace priory {
namespace {

constexpr std::size_t kShortestUnicode = 2;  // the default pattern of CountVectorizer: \b\w\w+\b

// Adds the maximal runs of `shortest` or more code points for which `in_word` holds.
template <class InWord>
void cut_words(std::u32string_view text, InWord in_word, std::size_t shortest, Units& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = i;
    while (i < text.size() && in_word(text[i])) ++i;
    if (i > begin && i - begin >= shortest) out.add_word(text.substr(begin, i - begin));
  }
}

bool is_no_space(char32_t point) {
  return !is_space(point);
}

bool is_ascii_word(char32_t point) {
  return point < 0x80 && point != '_' && is_word(point);
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

// Adds the code points of each word, in groups, with a space before and one behind.
void add_characters_of_words(std::u32string_view text, Units& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    if (i == begin) continue;
    out.add_character(U' ');
    for (const char32_t point : text.substr(begin, i - begin)) out.add_character(point);
    out.add_character(U' ');
    out.end_word();
  }
}

// How the bytes of a text are cut, where they are enough for what is ASCII in it.
std::optional<ByteWords> byte_words(const TokenOptions& options) {
  switch (options.tokens) {
    case Tokens::unicode:
    case Tokens::pairs:
      return ByteWords(WordBytes::underscore, options.lowers(), false);
    case Tokens::ascii:
      return ByteWords(WordBytes::letters, options.lowers(), true);
    case Tokens::space:
      return ByteWords(WordBytes::dark, options.lowers(), true);
    default:
      return std::nullopt;
  }
}

char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
}

}  // namespace

Cutter::Cutter(const TokenOptions& options, bool by_bytes)
    : tokens_(options.tokens),
      by_bytes_(by_bytes),
      lowers_(options.lowers()),
      folds_characters_(options.fold_numbers && options.of_characters()) {
  if (tokens_ == Tokens::pattern) pattern_.emplace(options.pattern);
  if (by_bytes) byte_words_ = byte_words(options);
}

void Cutter::operator()(std::string_view text, Units& out) {
  if (byte_words_ && tokens_ == Tokens::ascii) return (*byte_words_)(text, out);
  if (byte_words_)
    return (*byte_words_)(text, out,
                          [this](auto segment, Units& into) { cut_points(points_of(segment), into); });
  if (by_bytes_ && cut_ascii_pattern(text, out)) return;
  out.clear();
  cut_points(points_of(text), out);
}

// Whether the bytes were enough to cut by.
bool Cutter::cut_ascii_pattern(std::string_view text, Units& out) {
  if (tokens_ != Tokens::pattern || !is_ascii(text)) return false;
  out.clear();
  bytes_ = text;
  if (lowers_) std::ranges::transform(bytes_, bytes_.begin(), ascii_lower);
  pattern_->cut(bytes_, out);
  return true;
}

void Cutter::cut_points(const std::u32string& text, Units& out) {
  switch (tokens_) {
    case Tokens::unicode:
      return cut_words(text, is_word, kShortestUnicode, out);
    case Tokens::ascii:
      return cut_words(text, is_ascii_word, 1, out);
    case Tokens::space:
      return cut_words(text, is_no_space, 1, out);
    case Tokens::characters:
      return add_characters(text, out);
    case Tokens::inside_words:
      return add_characters_of_words(text, out);
    case Tokens::pairs:
      return cut_pairs(text, kShortestUnicode, out);
    case Tokens::pattern:
      bytes_.clear();
      for (const char32_t point : text) encode_utf8(point, bytes_);
      return pattern_->cut(bytes_, out);
  }
}

// Decoded, lower-cased, and where characters are counted with numbers folded.
const std::u32string& Cutter::points_of(std::string_view text) {
  points_.clear();
  decode_utf8(text, points_);
  if (lowers_ && tokens_ == Tokens::ascii) {
    for (char32_t& point : points_) point = point < 0x80 ? simple_lower(point) : point;
  } else if (lowers_) {
    lowered_.clear();
    append_lower(points_, lowered_);
    points_.swap(lowered_);
  }
  if (folds_characters_) fold_numbers(points_);
  return points_;
}

}  // namespace priory
