// SPDX-License-Identifier: Apache-2.0
// The options that say what a text is cut into.
#include <fmt/format.h>

#include "priory/front_end.h"

#include "command.h"

namespace priory::app {
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
  if (!token_pattern.empty()) return Tokens::pattern;
  if (!char_ngrams.empty()) return inside_words ? Tokens::inside_words : Tokens::characters;
  return tokens.empty() ? Tokens::unicode : value_of_word<Tokens>(tokens);
}

TokenOptions PlanArguments::finish_tokens() const {
  TokenOptions out;
  out.tokens = kind_of_tokens();
  if (!ngrams.empty()) std::tie(out.min_n, out.max_n) = parse_range("--ngrams", ngrams, kLongestGram);
  if (!char_ngrams.empty())
    std::tie(out.min_n, out.max_n) = parse_range("--char-ngrams", char_ngrams, kLongestGram);
  settle_case(out, letter_case.empty() ? LetterCase::usual : value_of_word<LetterCase>(letter_case));
  out.fold_numbers = fold_numbers;
  out.pattern = token_pattern;
  out.stem = stem;
  if (!stop_words.empty()) out.stop_words = stop_words_of_all(stop_words);
  return out;
}

Tf PlanArguments::finish_tf() const {
  if (binary && tf.empty()) return Tf::binary;
  return tf.empty() ? Tf::count : value_of_word<Tf>(tf);
}

}  // namespace priory::app
