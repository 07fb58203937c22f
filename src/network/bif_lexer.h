// SPDX-License-Identifier: Apache-2.0
// The tokens of BIF: words, quoted names and the marks { } ( ) [ ] , ; |. White space and comments, // and
// /* */, stand between them. Words are anything else: names of variables and states are written in many ways.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "priory/error.h"

namespace priory {

struct BifToken {
  enum class Kind { word, quoted, mark, end } kind = Kind::end;
  std::string_view text;  // of a quoted name, what is between the quotes
  std::size_t at = 0;     // where it begins in the file

  bool is(char mark) const { return kind == Kind::mark && text[0] == mark; }
  bool is(std::string_view word) const { return kind == Kind::word && text == word; }
  bool is_name() const { return kind == Kind::word || kind == Kind::quoted; }
  std::string name() const;         // without the backslashes before quotes
  std::string description() const;  // "'word'", "the end of the file"
};

class BifLexer {
 public:
  BifLexer(std::string_view text, const std::string& file);

  const BifToken& peek() const { return token_; }
  BifToken take();
  // A name, or an interval as it stands: (0, 2.5]. Where states are listed, a bracket begins one.
  BifToken take_state();
  void skip_past(char mark);  // whatever it is up to there

  Place place(std::size_t at) const;  // lines and columns count from 1, columns in bytes
  [[noreturn]] void fail(std::size_t at, const std::string& message, std::string remedy = {}) const;

 private:
  void advance();
  void skip_space();
  bool skip_comment();
  BifToken quoted();
  BifToken word();
  bool begins_comment(std::size_t at) const;

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;  // behind token_
  BifToken token_;
};

// Whether a name can stand without quotes.
bool is_plain_word(std::string_view name);

}  // namespace priory
