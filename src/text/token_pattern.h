// SPDX-License-Identifier: Apache-2.0
// A regular expression whose matches are tokens, by PCRE2 with the properties of Unicode, in the order and
// with the rules of Python's re.findall: from left to right, without overlap, and of a pattern with a group
// the group. A match of nothing is no token. One pattern belongs to one thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "text/units.h"

namespace priory {

class TokenPattern {
 public:
  explicit TokenPattern(const std::string& pattern);  // an Error of kind usage for what is none
  ~TokenPattern();
  TokenPattern(TokenPattern&&) noexcept;
  TokenPattern& operator=(TokenPattern&&) noexcept;

  // Adds the tokens of `text`, which must be well-formed UTF-8. Texts beyond 16 KiB are searched in pieces
  // that end at white space. An Error of kind data when a search goes beyond its limit of steps, which only a
  // pattern that backtracks without end does.
  void cut(std::string_view text, Units& out) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace priory
