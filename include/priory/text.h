// SPDX-License-Identifier: Apache-2.0
// From a text to its tokens. The defaults give exactly the tokens of scikit-learn's CountVectorizer.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "priory/schema.h"
#include "priory/slices.h"

namespace priory {

// Reusable scratch for one thread; holds no result between texts.
class Tokeniser {
 public:
  explicit Tokeniser(const TokenOptions& options);
  ~Tokeniser();
  Tokeniser(Tokeniser&&) noexcept;
  Tokeniser& operator=(Tokeniser&&) noexcept;

  // The tokens of `text` in order; n-grams by n, then by position. Valid until the next call. From the
  // beginning of each Dictionary::kReadable bytes can be read. Bytes that are not UTF-8 count as U+FFFD, one
  // a maximal ill-formed subsequence.
  Slices operator()(std::string_view text);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// An Error of kind usage for options that make no tokeniser: a pattern that is none, a language that is not
// known, words asked of what has none.
void check_tokens(const TokenOptions& options);

// The languages that words can be stemmed in, and those whose stop words are known.
std::vector<std::string> stem_languages();
std::vector<std::string> stop_word_languages();

// The stop words of a language, or else those in a file: one a line, lines with # at the beginning left out.
// In code point order.
std::vector<std::string> stop_words(const std::string& language_or_file);

}  // namespace priory
