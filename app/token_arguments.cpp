// SPDX-License-Identifier: Apache-2.0
// The options that say what a text is cut into.
#include <fmt/format.h>

#include "command.h"

namespace priory::app {
namespace {

constexpr std::size_t kLongestGram = 64;

void exclude(const std::string& a, bool has_a, const std::string& b, bool has_b) {
  if (has_a && has_b) throw Error(ErrorKind::usage, fmt::format("{} and {} exclude each other", a, b));
}

// Lists of several languages and files together.
std::vector<std::string> stop_words_of(const std::string& names) {
  std::set<std::string> out;
  for (const std::string& name : parse_list(names))
    for (const std::string& word : priory::stop_words(name)) out.insert(word);
  return {out.begin(), out.end()};
}

}  // namespace

void PlanArguments::declare_tokens(Arguments& arguments) {
  arguments.word(
      "--tokens", "KIND", tokens, {"unicode", "ascii", "space", "pairs"},
      "unicode: runs of two or more word characters; ascii: runs of [a-z0-9]; space: split at white "
      "space; pairs: as unicode, but pairs of characters where a script has no spaces");
  arguments.text("--token-pattern", "REGEX", token_pattern,
                 "tokens are the matches of a Perl-compatible regular expression, or of its one group");
  arguments.text("--ngrams", "N-M", ngrams, "runs of words, such as 1-2");
  arguments.text("--char-ngrams", "N-M", char_ngrams, "runs of characters instead of words, such as 1-3");
  arguments.flag("--inside-words", inside_words,
                 "--char-ngrams within each word and the spaces at its ends, never across");
  arguments.word("--case", "CASE", letter_case, words_of<LetterCase>(1),
                 "of letters: lower for words, keep for --tokens space and --char-ngrams when not given");
  arguments.flag("--fold-numbers", fold_numbers, "every run of digits becomes one 0");
  arguments
      .text("--stop-words", "LIST", stop_words,
            fmt::format("leave out the words of a language ({}) or of a file, one a line",
                        fmt::join(stop_word_languages(), ", ")))
      .reads();
  arguments.text("--stem", "LANGUAGE", stem,
                 fmt::format("words to their stems, by Snowball: {}", fmt::join(stem_languages(), ", ")));
}

Tokens PlanArguments::kind_of_tokens() const {
  exclude("--tokens", !tokens.empty(), "--token-pattern", !token_pattern.empty());
  exclude("--tokens", !tokens.empty(), "--char-ngrams", !char_ngrams.empty());
  exclude("--token-pattern", !token_pattern.empty(), "--char-ngrams", !char_ngrams.empty());
  if (!token_pattern.empty()) return Tokens::pattern;
  if (!char_ngrams.empty()) return inside_words ? Tokens::inside_words : Tokens::characters;
  return tokens.empty() ? Tokens::unicode : value_of_word<Tokens>(tokens);
}

TokenOptions PlanArguments::finish_tokens() const {
  exclude("--ngrams", !ngrams.empty(), "--char-ngrams", !char_ngrams.empty());
  exclude("--stem", !stem.empty(), "--char-ngrams", !char_ngrams.empty());
  exclude("--stop-words", !stop_words.empty(), "--char-ngrams", !char_ngrams.empty());
  if (inside_words && char_ngrams.empty())
    throw Error(ErrorKind::usage, "--inside-words says where --char-ngrams are counted, and there are none");
  TokenOptions out;
  out.tokens = kind_of_tokens();
  if (!ngrams.empty()) std::tie(out.min_n, out.max_n) = parse_range("--ngrams", ngrams, kLongestGram);
  if (!char_ngrams.empty())
    std::tie(out.min_n, out.max_n) = parse_range("--char-ngrams", char_ngrams, kLongestGram);
  // What is usual is not told apart from what was asked for: equal models are equal.
  if (!letter_case.empty() && out.lowers() != (letter_case == "lower"))
    out.letter_case = value_of_word<LetterCase>(letter_case);
  out.fold_numbers = fold_numbers;
  out.pattern = token_pattern;
  out.stem = stem;
  if (!stop_words.empty()) out.stop_words = stop_words_of(stop_words);
  check_tokens(out);
  return out;
}

Tf PlanArguments::finish_tf() const {
  if (binary && !tf.empty() && tf != "binary")
    throw Error(ErrorKind::usage, fmt::format("--binary and --tf {} exclude each other", tf));
  if (binary) return Tf::binary;
  return tf.empty() ? Tf::count : value_of_word<Tf>(tf);
}

}  // namespace priory::app
