// SPDX-License-Identifier: Apache-2.0
// Days and weekdays are those of GNU date: date -u -d 2024-12-31 +'%s %a'.
#include "core/date.h"

#include <gtest/gtest.h>

namespace priory {
namespace {

TEST(Date, Formats) {
  struct Case {
    const char* cell;
    DateFormat format;
    double days;  // since 1970-01-01
    const char* weekday;
    const char* month;
    const char* hour;
  };
  using enum DateFormat;
  const Case cases[] = {
      {"1970-01-01", iso, 0, "Thu", "01", ""},
      {"2024-12-31", iso, 20088, "Tue", "12", ""},
      {"2024-02-29", iso, 19782, "Thu", "02", ""},
      {"2025/1/5", iso, 20093, "Sun", "01", ""},
      {"2024-12-31T06:00:00Z", iso, 20088.25, "Tue", "12", "06"},
      {"2024-12-31 12:00", iso, 20088.5, "Tue", "12", "12"},
      {"2024-12-31T18:00:00.123+01:00", iso, 20088.75, "Tue", "12", "18"},
      {"31.12.2024", dmy, 20088, "Tue", "12", ""},
      {"31/12/24", dmy, 20088, "Tue", "12", ""},
      {"12/31/24", mdy, 20088, "Tue", "12", ""},
      {"12/31/2024 6:00 PM", mdy, 20088.75, "Tue", "12", "18"},
      {"12/31/2024 12:00 AM", mdy, 20088, "Tue", "12", "00"},
      {"1.2.1969", dmy, -334, "Sat", "02", ""},
      {"31-Dec-2024", dmy, 20088, "Tue", "12", ""},
      {"31. December 2024", dmy, 20088, "Tue", "12", ""},
      {"31DEC24", dmy, 20088, "Tue", "12", ""},
      {"Dec 31, 2024", mdy, 20088, "Tue", "12", ""},
      {"2024-12", iso, 20058, "", "12", ""},
      {"Dec 2024", mdy, 20058, "", "12", ""},
      {"december-2024", mdy, 20058, "", "12", ""},
      {"December 31 2024 6:00 PM", mdy, 20088.75, "Tue", "12", "18"},
      {"Sept. 1, 1970", mdy, 243, "Tue", "09", ""},
      {"Tue, 31 Dec 2024 18:00:00 +0100", dmy, 20088.75, "Tue", "12", "18"},
      {"Tue, 31 Dec 2024 18:00:00 GMT", dmy, 20088.75, "Tue", "12", "18"},
      {"31/Dec/2024:18:00:00 +0000", dmy, 20088.75, "Tue", "12", "18"},
      {"31.12.2024, 18:00", dmy, 20088.75, "Tue", "12", "18"},
      {"Tuesday, December 31, 2024", mdy, 20088, "Tue", "12", ""},
      {"Tue Dec 31 18:00:00 2024", mdy, 20088.75, "Tue", "12", "18"},
      {"Thu Jan  1 06:00:00 UTC 1970", mdy, 0.25, "Thu", "01", "06"},
      {"12/31/2024, 6:00:00 PM", mdy, 20088.75, "Tue", "12", "18"},
      {"20241231", iso, 20088, "Tue", "12", ""},
      {"1735624800", unix_s, 20088.25, "Tue", "12", "06"},
      {"1735624800000", unix_ms, 20088.25, "Tue", "12", "06"},
      {"06:00", time, 0.25, "", "", "06"},
      {"23:59:30", time, 0.9996527777777778, "", "", "23"},
  };
  for (const Case& each : cases) {
    const auto moment = parse_date(each.cell, each.format);
    ASSERT_TRUE(moment) << each.cell;
    EXPECT_DOUBLE_EQ(moment->days, each.days) << each.cell;
    EXPECT_EQ(date_part(*moment, "weekday"), each.weekday) << each.cell;
    EXPECT_EQ(date_part(*moment, "month"), each.month) << each.cell;
    EXPECT_EQ(date_part(*moment, "hour"), each.hour) << each.cell;
  }
}

TEST(Date, WhatIsNone) {
  using enum DateFormat;
  for (const char* cell : {"2023-02-29", "2024-13-01", "2024-00-10", "2024-1-", "24-12-31", "", "x", "2024-7",
                           "1234-05", "2024-12-31x", "2024-12-31T25:00", "2024-12-31T12:60"})
    EXPECT_FALSE(parse_date(cell, iso)) << cell;
  EXPECT_FALSE(parse_date("12/31/24", dmy));
  EXPECT_FALSE(parse_date("31/12/24", mdy));
  EXPECT_FALSE(parse_date("31.12/2024", dmy));
  EXPECT_FALSE(parse_date("24:00", time));
  for (const char* cell :
       {"Jan 1850", "Foo 2024", "Foo 1, 2024", "Janu 5, 2024", "Dec 311, 2024", "Feb 30, 2024", "31-Dec-2024",
        "Tue", "Tues Dec 31, 2024", "Tue Dec 31 18:00:00", "Tue Dec 31 25:00:00 2024"})
    EXPECT_FALSE(parse_date(cell, mdy)) << cell;
  for (const char* cell : {"Dec 31, 2024", "31-D-2024", "31-12-Dec"})
    EXPECT_FALSE(parse_date(cell, dmy)) << cell;
  for (const char* cell : {"20241301", "2024123", "202412310"}) EXPECT_FALSE(parse_date(cell, iso)) << cell;
}

}  // namespace
}  // namespace priory
