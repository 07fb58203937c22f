// SPDX-License-Identifier: Apache-2.0
#include "core/date.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/number.h"

namespace priory {
namespace {

constexpr double kSecondsADay = 86400;

constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};

// The letters at the beginning that are a month, its first three, or "sept"; 0: none.
std::size_t month_name(std::string_view text, int& month) {
  std::array<char, 10> letters{};
  std::size_t n = 0;
  for (; n < std::min(letters.size(), text.size()); ++n) {
    letters[n] = static_cast<char>(text[n] | 0x20);
    if (letters[n] < 'a' || letters[n] > 'z') break;
  }
  const std::string_view name(letters.data(), n);
  for (std::size_t k = 0; k < kMonths.size(); ++k) {
    const bool cut = n == 3 || name == "sept";
    if (n == 0 || !(name == kMonths[k] || (cut && kMonths[k].starts_with(name)))) continue;
    month = static_cast<int>(k) + 1;
    return n;
  }
  return 0;
}

// The letters at the beginning that are an English day of the week, whole or its first three.
std::size_t weekday_name(std::string_view text) {
  static constexpr std::array<std::string_view, 7> kDays = {"monday", "tuesday",  "wednesday", "thursday",
                                                            "friday", "saturday", "sunday"};
  std::string lower;
  for (const char c : text.substr(0, 10)) {
    const char low = static_cast<char>(c | 0x20);
    if (low < 'a' || low > 'z') break;
    lower += low;
  }
  const bool found = std::ranges::any_of(kDays, [&](std::string_view day) {
    return lower == day || (lower.size() == 3 && day.starts_with(lower));
  });
  return found ? lower.size() : 0;
}

// Reads a cell from left to right; every step says whether it found what it wanted.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool take(std::string_view any) {
    if (rest_.empty() || any.find(rest_[0]) == std::string_view::npos) return false;
    last_ = rest_[0];
    rest_.remove_prefix(1);
    return true;
  }
  char last() const { return last_; }
  // A whole number of so many digits.
  bool number(std::size_t least, std::size_t most, int& out) {
    std::size_t n = 0;
    out = 0;
    while (n < most && n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9')
      out = 10 * out + (rest_[n++] - '0');
    if (n < least) return false;
    rest_.remove_prefix(n);
    n_ = n;
    return true;
  }
  std::size_t n_digits() const { return n_; }
  void skip_digits() {
    while (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') rest_.remove_prefix(1);
  }
  // The English name of a month, whole or cut.
  bool month(int& out) {
    const std::size_t size = month_name(rest_, out);
    rest_.remove_prefix(size);
    return size > 0;
  }
  // An English day of the week with what parts it from the date.
  void pass_weekday() {
    const std::size_t size = weekday_name(rest_);
    if (size == 0) return;
    rest_.remove_prefix(size);
    take("."), take(","), take(" ");
  }
  bool word(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

 private:
  std::string_view rest_;
  char last_ = 0;
  std::size_t n_ = 0;
};

struct Day {
  int year = 0, month = 0, day = 0;
};

bool exists(const Day& d) {
  static constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (d.month < 1 || d.month > 12 || d.day < 1 || d.year < 1000 || d.year > 9999) return false;
  const bool leap = d.year % 4 == 0 && (d.year % 100 != 0 || d.year % 400 == 0);
  return d.day <= kDays[static_cast<std::size_t>(d.month) - 1] + (leap && d.month == 2 ? 1 : 0);
}

// Days since 1970-01-01 (Hinnant, days_from_civil).
int days_of(const Day& d) {
  const int y = d.year - (d.month <= 2 ? 1 : 0);
  const int era = y / 400, of_era = y - era * 400;
  const int of_year = (153 * (d.month + (d.month > 2 ? -3 : 9)) + 2) / 5 + d.day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

// 20241231: the cell is nothing else.
bool read_digits(std::string_view cell, Day& out) {
  Scanner scan(cell);
  return cell.size() == 8 && scan.number(4, 4, out.year) && scan.number(2, 2, out.month) &&
         scan.number(2, 2, out.day);
}

bool read_iso(Scanner& scan, Day& out) {
  return scan.number(4, 4, out.year) && scan.take("-/") && scan.number(1, 2, out.month) && scan.take("-/") &&
         scan.number(1, 2, out.day);
}

// Two digits of a year are of the hundred years that end with 2068, as POSIX has it.
bool read_year(Scanner& scan, int& year) {
  if (!scan.number(2, 4, year) || scan.n_digits() == 3) return false;
  if (scan.n_digits() == 2) year += year < 69 ? 2000 : 1900;
  return true;
}

bool read_day_month(Scanner& scan, bool day_first, Day& out) {
  int first = 0, second = 0;
  if (!scan.number(1, 2, first) || !scan.take(day_first ? "./-" : "/-")) return false;
  const char sign = scan.last();
  if (!scan.number(1, 2, second) || !scan.take(std::string_view(&sign, 1))) return false;
  out.day = day_first ? first : second, out.month = day_first ? second : first;
  return read_year(scan, out.year);
}

// Dec 31, 2024: a sign parts the day from the year.
bool read_month_name_first(Scanner& scan, Day& out) {
  if (!scan.month(out.month)) return false;
  scan.take(".");
  if (!scan.take(" -") || (scan.take(" "), !scan.number(1, 2, out.day))) return false;
  const bool comma = scan.take(",");
  return (scan.take(" -") || comma) && read_year(scan, out.year);
}

// 31-Dec-2024, 31. December 2024, 31DEC24.
bool read_month_name_second(Scanner& scan, Day& out) {
  if (!scan.number(1, 2, out.day)) return false;
  scan.take("."), scan.take(" -/");
  if (!scan.month(out.month)) return false;
  scan.take(".,"), scan.take(" -/");
  return read_year(scan, out.year);
}

bool read_day(Scanner& scan, bool day_first, Day& out) {
  const Scanner begin = scan;
  if (read_day_month(scan, day_first, out)) return true;
  scan = begin;
  return day_first ? read_month_name_second(scan, out) : read_month_name_first(scan, out);
}

bool read_month_number(Scanner& scan, Day& out) {
  return scan.number(4, 4, out.year) && scan.take("-") && scan.number(2, 2, out.month);
}

bool read_named_month(Scanner& scan, Day& out) {
  if (!scan.month(out.month)) return false;
  scan.take(".");
  return scan.take(" -") && scan.number(4, 4, out.year);
}

// 2024-07, Jul 2024: the cell is nothing else, and of this century or the last: other pairs of numbers are
// codes.
bool read_month_alone(std::string_view cell, DateFormat format, Day& out) {
  constexpr int kFirstYear = 1900, kLastYear = 2100;
  Scanner scan(cell);
  const bool found = format == DateFormat::iso   ? read_month_number(scan, out)
                     : format == DateFormat::mdy ? read_named_month(scan, out)
                                                 : false;
  out.day = 1;
  return found && scan.done() && exists(out) && out.year >= kFirstYear && out.year <= kLastYear;
}

// hh:mm, hh:mm:ss, fractions of it, am or pm; returns the seconds, or -1.
double read_time(Scanner& scan) {
  int hour = 0, minute = 0, second = 0;
  if (!scan.number(1, 2, hour) || !scan.take(":") || !scan.number(2, 2, minute)) return -1;
  if (scan.take(":")) {
    if (!scan.number(2, 2, second)) return -1;
    if (scan.take(".,")) scan.skip_digits();
  }
  scan.take(" ");
  const bool pm = scan.word("PM") || scan.word("pm");
  const bool am = !pm && (scan.word("AM") || scan.word("am"));
  if ((pm || am) && (hour < 1 || hour > 12)) return -1;
  if (pm || am) hour = hour % 12 + (pm ? 12 : 0);
  if (hour > 23 || minute > 59 || second > 60) return -1;
  return hour * 3600 + minute * 60 + second;
}

bool read_offset(Scanner& scan) {
  int hours = 0, minutes = 0;
  scan.take(" ");
  if (scan.take("Zz") || scan.word("UTC") || scan.word("GMT")) return true;
  if (!scan.take("+-")) return true;
  return scan.number(2, 2, hours) && (scan.take(":"), scan.done() || scan.number(2, 2, minutes));
}

// Tue Dec 31 23:59:00 2024, as C's ctime and date write it: the year comes last. Returns the seconds, or -1.
double read_ctime(Scanner& scan, Day& out) {
  if (!scan.month(out.month) || !scan.take(" ") || (scan.take(" "), !scan.number(1, 2, out.day)) ||
      !scan.take(" "))
    return -1;
  const double seconds = read_time(scan);
  scan.take(" ");
  if (scan.word("UTC") || scan.word("GMT")) scan.take(" ");
  return seconds >= 0 && scan.number(4, 4, out.year) ? seconds : -1;
}

Moment moment_of(double days, bool with_time) {
  Moment out;
  const double whole = std::floor(days);
  // The civil date of a day (Hinnant, civil_from_days), as far as the month.
  const auto z = static_cast<long>(whole) + 719468;
  const long era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
  const long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const long of_year = of_era - (365 * year + year / 4 - year / 100);
  const long shifted = (5 * of_year + 2) / 153;
  out.days = days;
  out.month = static_cast<int>(shifted < 10 ? shifted + 3 : shifted - 9);
  out.weekday = static_cast<int>(((static_cast<long>(whole) + 3) % 7 + 7) % 7);
  if (with_time) out.hour = std::min(23, static_cast<int>((days - whole) * 24 + 1e-9));
  return out;
}

std::optional<Moment> parse_unix(std::string_view cell, double a_second) {
  constexpr double kEarliest = 0, kLatest = 4102444800;  // 1970 to 2100
  const auto number = parse_number(cell);
  if (!number || *number / a_second < kEarliest || *number / a_second > kLatest) return std::nullopt;
  return moment_of(*number / a_second / kSecondsADay, true);
}

}  // namespace

std::optional<DateFormat> date_format_of(std::string_view name) {
  const auto at = std::ranges::find(kDateFormats, name);
  if (at == kDateFormats.end()) return std::nullopt;
  return static_cast<DateFormat>(at - kDateFormats.begin());
}

bool begins_with_date_word(std::string_view cell) {
  int month = 0;
  return month_name(cell, month) > 0 || weekday_name(cell) > 0;
}

std::optional<Moment> parse_date(std::string_view cell, DateFormat format) {
  constexpr std::size_t kLongest = 40;
  if (cell.empty() || cell.size() > kLongest) return std::nullopt;
  if (format == DateFormat::unix_s) return parse_unix(cell, 1);
  if (format == DateFormat::unix_ms) return parse_unix(cell, 1000);
  Scanner scan(cell);
  Day day;
  if (format == DateFormat::time) {
    const double seconds = read_time(scan);
    if (seconds < 0 || !scan.done()) return std::nullopt;
    return Moment{seconds / kSecondsADay, 0, -1, static_cast<int>(seconds / 3600)};
  }
  if (format == DateFormat::iso && read_digits(cell, day) && exists(day))
    return moment_of(days_of(day), false);
  if (read_month_alone(cell, format, day)) {
    Moment out = moment_of(days_of(day), false);
    out.weekday = -1;
    return out;
  }
  if (format != DateFormat::iso) scan.pass_weekday();
  if (format == DateFormat::mdy) {
    Scanner ahead = scan;
    const double seconds = read_ctime(ahead, day);
    if (seconds >= 0 && ahead.done() && exists(day))
      return moment_of(days_of(day) + seconds / kSecondsADay, true);
  }
  const bool found =
      format == DateFormat::iso ? read_iso(scan, day) : read_day(scan, format == DateFormat::dmy, day);
  if (!found || !exists(day)) return std::nullopt;
  if (scan.done()) return moment_of(days_of(day), false);
  const bool whole_year = scan.n_digits() == 4;  // in 31/Dec/2024:23:59:00, and not in 31 Dec 18:00
  scan.take(",");
  if (!scan.take("T ") && !(whole_year && scan.take(":"))) return std::nullopt;
  const double seconds = read_time(scan);
  if (seconds < 0 || !read_offset(scan) || !scan.done()) return std::nullopt;
  return moment_of(days_of(day) + seconds / kSecondsADay, true);
}

std::string_view date_part(const Moment& moment, std::string_view part) {
  static constexpr std::array kWeekdays =
      std::to_array<std::string_view>({"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"});
  static constexpr std::array kNumbers = std::to_array<std::string_view>(
      {"00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11",
       "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23"});
  if (part == "weekday" && moment.weekday >= 0) return kWeekdays[static_cast<std::size_t>(moment.weekday)];
  if (part == "month" && moment.month > 0) return kNumbers[static_cast<std::size_t>(moment.month)];
  if (part == "hour" && moment.hour >= 0) return kNumbers[static_cast<std::size_t>(moment.hour)];
  return {};
}

}  // namespace priory
