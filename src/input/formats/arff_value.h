// SPDX-License-Identifier: Apache-2.0
// Names and values as ARFF writes them: bare, or in single or double quotes with backslash escapes
// (\n, \r and \t are control characters; any other character stands for itself).
#pragma once

#include <string>
#include <string_view>

namespace priory {

struct ArffValue {
  std::string_view text;  // of a quoted value without its quotes, still escaped
  bool quoted = false;
  bool escaped = false;    // unescape_arff(text) is what is meant
  std::size_t offset = 0;  // where it begins in its line
};

// Reads lines value by value.
class ArffReader {
 public:
  explicit ArffReader(std::string_view line, std::size_t at = 0) : line_(line), at_(at) {}

  // The value up to one of `stops` or the end of the line, where the reader then stands; bare ones without
  // the white space around them. False: see fault() and at().
  bool read(std::string_view stops, ArffValue& value);

  void skip_space();
  bool done() const { return at_ >= line_.size(); }
  bool take(char c);  // passes over `c` if it comes next
  char peek() const { return done() ? '\0' : line_[at_]; }
  std::size_t at() const { return at_; }
  const char* fault() const { return fault_; }

 private:
  bool read_quoted(std::string_view stops, ArffValue& value);

  std::string_view line_;
  std::size_t at_;
  const char* fault_ = nullptr;
};

std::string unescape_arff(std::string_view text);

}  // namespace priory
