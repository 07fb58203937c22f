// SPDX-License-Identifier: Apache-2.0
#include "input/cell_reader.h"

#include <cmath>
#include <fmt/format.h>

#include "core/spellings.h"

namespace priory {

CellReader::CellReader(const Reading& reading, const std::vector<std::string>& missing, bool trim)
    : reading_(reading), trim_(trim), date_(date_format_of(reading.date)), spellings_(missing) {
  spellings_.insert(spellings_.end(), reading.missing.begin(), reading.missing.end());
  begins_[static_cast<unsigned char>(' ')] = true;
  for (const std::string& each : spellings_) {
    if (!each.empty()) begins_[static_cast<unsigned char>(each[0])] = true;
  }
  for (const std::string& each : reading.missing) {
    if (const auto number = parse_number(each)) missing_numbers_.push_back(*number);
  }
  bins_ = bin_names(reading.borders);
  numbers_plain_ = reading.decimal == '.' && reading.thousands == 0 && reading.unit.empty() &&
                   !reading.multiples && !reading.parentheses && !date_;
  values_plain_ = reading.truth.empty() && !date_ && reading.borders.empty();
  looks_closer_ = !missing_numbers_.empty() || !reading.part.empty();
}

bool CellReader::is_spelling(std::string_view text) const {
  return text.find_first_not_of(' ') == std::string_view::npos ||
         std::find(spellings_.begin(), spellings_.end(), text) != spellings_.end();
}

bool CellReader::lacks(std::string_view text) const {
  if (date_) {  // a date without a time has no hour
    const auto moment = parse_date(text, *date_);
    return moment && reading_.part != "trend" && date_part(*moment, reading_.part).empty();
  }
  const double number = numbers_plain_ ? parse_number(text).value_or(kMissingReal) : other_number(text);
  return std::find(missing_numbers_.begin(), missing_numbers_.end(), number) != missing_numbers_.end();
}

double CellReader::other_number(std::string_view text) const {
  if (!date_) return read_number(text, reading_).value_or(kMissingReal);
  const auto moment = parse_date(text, *date_);
  return moment ? moment->days : kMissingReal;
}

std::string_view CellReader::other_value(std::string_view text) const {
  if (!reading_.truth.empty()) {
    const int truth = truth_of(text);
    return truth < 0 ? text : std::string_view(reading_.truth[static_cast<std::size_t>(truth)]);
  }
  if (!reading_.borders.empty()) {
    const double number = numbers_plain_ ? parse_number(text).value_or(kMissingReal) : other_number(text);
    if (std::isnan(number)) return {};
    const auto at = std::upper_bound(reading_.borders.begin(), reading_.borders.end(), number);
    return bins_[static_cast<std::size_t>(at - reading_.borders.begin())];
  }
  const auto moment = parse_date(text, *date_);
  return moment ? date_part(*moment, reading_.part) : std::string_view();
}

std::vector<std::string> bin_names(const std::vector<double>& borders) {
  std::vector<std::string> out;
  if (borders.empty()) return out;
  out.push_back(fmt::format("below {}", borders.front()));
  for (std::size_t k = 1; k < borders.size(); ++k)
    out.push_back(fmt::format("{} to {}", borders[k - 1], borders[k]));
  out.push_back(fmt::format("from {} on", borders.back()));
  return out;
}

}  // namespace priory
