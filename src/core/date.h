// SPDX-License-Identifier: Apache-2.0
// Dates and times as tables have them, and the parts of them that can predict.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace priory {

enum class DateFormat {
  iso,      // 2024-12-31, 2024/1/5, 2024-12-31 23:59, 20241231, 2024-12, RFC 3339
  dmy,      // 31.12.2024, 31/12/24, 31-12-2024, 31-Dec-2024, Tue, 31 Dec 2024, with a time or without
  mdy,      // 12/31/2024, 12/31/24, Dec 31, 2024, Dec 2024, Tue Dec 31 23:59:00 2024
  time,     // 23:59, 23:59:30
  unix_s,   // seconds since 1970
  unix_ms,  // milliseconds since 1970
};
inline constexpr std::array<std::string_view, 6> kDateFormats = {"iso",  "dmy",  "mdy",
                                                                 "time", "unix", "unix-ms"};
std::optional<DateFormat> date_format_of(std::string_view name);

// A moment, in the time that the cell gives: an offset from UTC is passed over, since the hour of the day is
// that of the place.
struct Moment {
  double days = 0;  // since 1970-01-01, with the time as a fraction; of a time alone that of the day
  int month = 0;    // 1 to 12; 0: a time alone
  int weekday = 0;  // 0 is Monday; -1: a time alone, or a month
  int hour = -1;    // 0 to 23; -1: a date alone
};
// Whether it begins with the English name of a month or a day of the week, or its first three letters.
bool begins_with_date_word(std::string_view cell);

// The range of days that are written as one number: 20241231.
inline constexpr double kFirstDayNumber = 19000101, kLastDayNumber = 21001231;

std::optional<Moment> parse_date(std::string_view cell, DateFormat format);

inline constexpr std::array<std::string_view, 4> kDateParts = {"weekday", "month", "hour", "trend"};
// The name of a part that is a value: "Mon", "12", "23"; empty if the moment has none.
std::string_view date_part(const Moment& moment, std::string_view part);

}  // namespace priory
