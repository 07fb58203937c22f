// SPDX-License-Identifier: Apache-2.0
// Words to their stems by libstemmer, the Snowball algorithms. One stemmer belongs to one thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace priory {

class Stemmer {
 public:
  explicit Stemmer(const std::string& language);  // an Error of kind usage for one that is not known

  // The stem, or the word itself where the algorithm would leave nothing, or where it is too long to be a
  // word: some algorithms take time with the square of the length. Valid until the next call.
  std::string_view operator()(std::string_view word);

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Delete> stemmer_;
};

}  // namespace priory
