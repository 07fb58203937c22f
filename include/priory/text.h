// SPDX-License-Identifier: Apache-2.0
// From a text to its tokens. The defaults give exactly the tokens of scikit-learn's CountVectorizer.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace priory {

enum class Tokens {
  unicode,     // lower-cased; maximal runs of two or more Unicode word characters
  ascii,       // A-Z lower-cased; maximal runs of [a-z0-9]
  space,       // split at white space, case kept
  characters,  // n-grams of code points; runs of two or more white space characters become one space, case kept
};

struct TokenOptions {
  Tokens tokens = Tokens::unicode;
  std::size_t min_n = 1;  // n-grams of words (joined by one space) or of characters
  std::size_t max_n = 1;

  bool operator==(const TokenOptions&) const = default;
};

// Reusable scratch for one thread; holds no result between texts.
class Tokeniser {
 public:
  explicit Tokeniser(const TokenOptions& options);
  ~Tokeniser();
  Tokeniser(Tokeniser&&) noexcept;
  Tokeniser& operator=(Tokeniser&&) noexcept;

  // The tokens of `text` in order; n-grams by n, then by position. Valid until the next call.
  // Bytes that are not UTF-8 count as U+FFFD, one a maximal ill-formed subsequence.
  const std::vector<std::string_view>& operator()(std::string_view text);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace priory
