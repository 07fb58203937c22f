// SPDX-License-Identifier: Apache-2.0
// From a text to its tokens. The defaults give exactly the tokens of scikit-learn's CountVectorizer.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "priory/table.h"

#include "words/slices.h"

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

}  // namespace priory
