// SPDX-License-Identifier: Apache-2.0
// The first step of a tokeniser: from a text to its units, words or characters, lower-cased where asked for.
// Two ways with the same result: the plain one decodes all and goes code point by code point, as the rules
// are written; the other goes by bytes through what is ASCII, and leaves words lying where they were cut, not
// side by side. One cutter belongs to one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "priory/table.h"

#include "text/byte_words.h"
#include "text/token_pattern.h"
#include "text/units.h"

namespace priory {

class Cutter {
 public:
  Cutter(const TokenOptions& options, bool by_bytes);

  void operator()(std::string_view text, Units& out);  // makes `out` the units of `text`
  bool joins() const { return !byte_words_; }          // whether words lie side by side

 private:
  bool cut_ascii_pattern(std::string_view text, Units& out);
  void cut_points(const std::u32string& text, Units& out);
  const std::u32string& points_of(std::string_view text);

  Tokens tokens_;
  bool by_bytes_;
  bool lowers_;
  bool folds_characters_;  // words are folded later, whole
  std::optional<TokenPattern> pattern_;
  std::optional<ByteWords> byte_words_;
  std::u32string points_;
  std::u32string lowered_;
  std::string bytes_;
};

}  // namespace priory
