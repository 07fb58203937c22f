// SPDX-License-Identifier: Apache-2.0
// Reads the cells of a column by its Reading: which are missing, what number or value the others are. The one
// parser of cells, for files, rows in memory and single rows. Immutable: any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "priory/cells.h"
#include "priory/chunk.h"

#include "core/date.h"
#include "core/number.h"
#include "core/number_reading.h"
#include "input/records.h"

namespace priory {

class CellReader {
 public:
  // `missing`: spellings for all columns of a plan. An empty cell is missing in any case.
  CellReader(const Reading& reading, const std::vector<std::string>& missing, bool trim);

  // Without the spaces around it, unless they are kept.
  std::string_view text(const Cell& cell) const { return trim_ ? trimmed(cell.text()) : cell.text(); }

  bool missing(const Cell& cell) const { return is_missing(text(cell)); }
  // NaN for a cell that is no number.
  double number(const Cell& cell) const { return number_of(text(cell)); }

  // The same of what `text` returned.
  bool is_missing(std::string_view cut) const {
    // Nearly every cell is decided by its first byte.
    if (cut.empty()) return true;
    return (begins_[static_cast<unsigned char>(cut[0])] && is_spelling(cut)) || (looks_closer_ && lacks(cut));
  }
  double number_of(std::string_view cut) const {
    return numbers_plain_ ? parse_number(cut).value_or(kMissingReal) : other_number(cut);
  }
  // The value that a cell stands for; one without data is none at all, where a date or a number was wanted.
  std::string_view value(const Cell& cell) const {
    return values_plain_ ? text(cell) : other_value(text(cell));
  }
  bool numbers_plain() const { return numbers_plain_; }
  const Reading& reading() const { return reading_; }
  // Guessed spellings of missing cells that are numbers.
  const std::vector<double>& missing_numbers() const { return missing_numbers_; }

 private:
  bool is_spelling(std::string_view text) const;
  bool lacks(std::string_view text) const;
  double other_number(std::string_view text) const;
  std::string_view other_value(std::string_view text) const;

  Reading reading_;
  bool trim_ = false, numbers_plain_ = true, values_plain_ = true, looks_closer_ = false;
  std::optional<DateFormat> date_;
  std::vector<std::string> spellings_;
  std::vector<double> missing_numbers_;
  std::vector<std::string> bins_;  // their names
  std::array<bool, 256> begins_{};
};

// The names of the bins between borders, which are ascending: "below 10", "10 to 20", "from 20 on".
std::vector<std::string> bin_names(const std::vector<double>& borders);

// One for every column by its place, of which most share one.
class CellReaders {
 public:
  CellReaders(const std::vector<std::string>& missing, bool trim) : missing_(missing), trim_(trim) {
    all_.emplace_back(Reading(), missing, trim);
  }
  void add(const Reading& reading) {
    of_column_.push_back(reading.plain() ? 0 : all_.size());
    if (!reading.plain()) all_.emplace_back(reading, missing_, trim_);
  }
  const CellReader& operator[](std::size_t column) const { return all_[of_column_[column]]; }
  const CellReader& plain() const { return all_[0]; }
  std::size_t size() const { return of_column_.size(); }

 private:
  std::vector<std::string> missing_;
  bool trim_;
  std::vector<CellReader> all_;
  std::vector<std::size_t> of_column_;
};

}  // namespace priory
