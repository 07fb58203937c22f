// SPDX-License-Identifier: Apache-2.0
// Lines, as an editor counts them: LF, CR LF and a lone CR each end one. So messages point at the line a user
// sees, whichever of them the format itself takes for the end of a record.
#pragma once

#include <cstddef>
#include <string_view>

#include "priory/error.h"

namespace priory {

std::size_t count_line_ends(std::string_view text);

// The place `offset` bytes into a record that begins at `line`.
Place place_in(std::string_view file, std::string_view record, std::size_t line, std::size_t offset);

// One after the other the pieces of a text that end with LF, without their LF or CR LF.
class LineCutter {
 public:
  explicit LineCutter(std::string_view text, std::size_t first_line = 1)
      : rest_(text), next_line_(first_line) {}

  bool next();  // false at the end
  std::string_view text() const { return text_; }
  std::size_t line() const { return line_; }       // its number
  std::string_view rest() const { return rest_; }  // what comes after it

 private:
  std::string_view rest_;
  std::string_view text_;
  std::size_t line_ = 0;
  std::size_t next_line_;
};

// The length of the text up to and including its last LF.
std::size_t whole_lines(std::string_view text);

std::string_view trim(std::string_view text);                      // of spaces, tabs, CR, form feeds
bool equal_ignoring_case(std::string_view a, std::string_view b);  // ASCII

}  // namespace priory
