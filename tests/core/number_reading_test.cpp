// SPDX-License-Identifier: Apache-2.0
#include "core/number_reading.h"

#include <gtest/gtest.h>
#include <string>

namespace priory {
namespace {

TEST(NumberReading, DigitsBySeparators) {
  struct Case {
    const char* digits;
    Separators by;
    double value;  // negative: none
  };
  const Case cases[] = {
      {"0,98", {',', 0}, 0.98},
      {"0,98", {'.', ','}, -1},
      {"982,481", {'.', ','}, 982481},
      {"982,481", {',', 0}, 982.481},
      {"1,234,567", {',', 0}, -1},
      {"1,234,567", {'.', ','}, 1234567},
      {"12,34,567", {'.', ','}, 1234567},
      {"1,00,000.5", {'.', ','}, 100000.5},
      {"12,34,56", {'.', ','}, -1},
      {"123,45,678", {'.', ','}, -1},
      {"12,345,67,890", {'.', ','}, -1},
      {"12.34.567", {',', '.'}, -1},
      {"1.234,5", {',', '.'}, 1234.5},
      {"1.234,5", {'.', ','}, -1},
      {"1 234,5", {',', ' '}, 1234.5},
      {"1'234.5", {'.', '\''}, 1234.5},
      {"12,34", {'.', ','}, -1},
      {"0,123", {'.', ','}, -1},
      {"1234,567", {'.', ','}, -1},
      {"1,5E+03", {',', 0}, 1500},
      {"1.2.3", {',', '.'}, -1},
      {"1\xC2\xA0"
       "234",
       {'.', ' '},
       1234},
      {"1\xE2\x80\xAF"
       "234",
       {',', ' '},
       1234},
      {".5", {'.', 0}, 0.5},
  };
  for (const Case& each : cases)
    EXPECT_EQ(parse_digits(each.digits, each.by).value_or(-1), each.value) << each.digits;
}

TEST(NumberReading, CellsWithAUnit) {
  struct Case {
    const char* cell;
    Reading reading;
    double value;
  };
  Reading percent, dollars, euros, kilo, kilograms;
  percent.unit = "%", dollars.unit = "$", dollars.multiples = true, euros.unit = "€", euros.decimal = ',';
  euros.thousands = '.', kilo.multiples = true, kilograms.unit = "kg";
  Reading ledger = dollars;
  ledger.parentheses = true, ledger.thousands = ',';
  const Case cases[] = {
      {"12.5%", percent, 12.5},
      {"12.5 %", percent, 12.5},
      {"12.5", percent, 12.5},
      {"$98.25", dollars, 98.25},
      {"-$98.25", dollars, -98.25},
      {"$-98.25", dollars, -98.25},
      {"$1.2k", dollars, 1200},
      {"98,25 €", euros, 98.25},
      {"1.234,50 €", euros, 1234.5},
      {"€98,25", euros, 98.25},
      {"1.2k", kilo, 1200},
      {"3M", kilo, 3e6},
      {"7 kg", kilograms, 7},
      {"7", kilograms, -1},
      {"7 lb", kilograms, -1},
      {"(98.25)", ledger, -98.25},
      {"($1,098.25)", ledger, -1098.25},
      {"(-98.25)", ledger, -1},
      {"(98.25)", dollars, -1},
      {"()", ledger, -1},
      {"1,234.50-", ledger, -1234.5},
      {"98.25- $", ledger, -98.25},
      {"1.234,50-", euros, -1},
      {"-98.25-", ledger, -1},
      {"98-", ledger, -1},
      {"+12.5%", percent, 12.5},
      {"12.5%", Reading(), -1},
      {"1.2k", Reading(), -1},
      {"\xE2\x88\x92"
       "5",
       Reading(), -5},
      {"192.168.1.1", percent, -1},
      {"555-1234", percent, -1},
      {"12:30", percent, -1},
  };
  for (const Case& each : cases)
    EXPECT_EQ(read_number(each.cell, each.reading).value_or(-1), each.value) << each.cell;
}

TEST(NumberReading, SpacesOfAllKinds) {
  EXPECT_EQ(trimmed("  a b "), "a b");
  EXPECT_EQ(trimmed("\xC2\xA0"
                    "a\t"),
            "a");
  EXPECT_EQ(trimmed("\xE2\x80\xAF"), "");
  EXPECT_EQ(trimmed("é"), "é");
  EXPECT_EQ(trimmed(""), "");
}

}  // namespace
}  // namespace priory
