// SPDX-License-Identifier: Apache-2.0
// What happens to words between cutting and counting: numbers are folded, stop words left out, the others
// stemmed. Words met before are looked up, since stemming takes longer than that. One filter belongs to one
// thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "priory/chunk.h"
#include "priory/table.h"

#include "text/fold_numbers.h"
#include "text/known_words.h"
#include "text/stemmer.h"
#include "text/units.h"

namespace priory {

class WordFilter {
 public:
  // `stop_words` as they are cut and folded, and where texts keep their capitals in lower case.
  WordFilter(const TokenOptions& options, const Dictionary& stop_words);

  // Makes `out` the words of `from` that are left, changed as they are to be.
  void operator()(const Units& from, Units& out);

 private:
  struct Stems {
    Stemmer stem;
    KnownWords known;
  };

  // What is left of a word; nothing of a stop word.
  std::string_view filtered(std::string_view word);
  bool stops(std::string_view word);
  std::string_view lowered(std::string_view word);

  bool folds_;
  bool lowers_;  // texts are in lower case already
  NumberFolder fold_;
  Dictionary stop_words_;
  std::optional<Stems> stems_;
  std::u32string points_, lower_points_;
  std::string lower_;
};

}  // namespace priory
