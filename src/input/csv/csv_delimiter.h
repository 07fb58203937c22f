// SPDX-License-Identifier: Apache-2.0
// Which delimiter a CSV file has, from its first records.
#pragma once

#include <string>
#include <string_view>

namespace priory {

// The beginning of a file. Where its last whole record ends depends on the delimiter, which is not known yet.
struct CsvSample {
  std::string_view bytes;
  bool whole = false;  // the file has no more

  std::string_view records(char delimiter) const;
};

// Of comma, tab, semicolon and bar the one under which most of the first records have as many cells as the
// very first, and that more than one; of equals the one with more cells. Comma when no record has two cells.
char find_delimiter(const CsvSample& sample);

// The number of cells of the first record that is not blank; 0 when there is none.
std::size_t first_width(std::string_view records, char delimiter);

}  // namespace priory
