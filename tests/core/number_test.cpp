// SPDX-License-Identifier: Apache-2.0
#include "core/number.h"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

namespace priory {
namespace {

TEST(Number, Spellings) {
  const std::pair<const char*, double> cases[] = {{"0", 0},
                                                  {"7", 7},
                                                  {"-7", -7},
                                                  {"+7", 7},
                                                  {"007", 7},
                                                  {"1.5", 1.5},
                                                  {".5", 0.5},
                                                  {"5.", 5},
                                                  {"-.5", -0.5},
                                                  {"+.5", 0.5},
                                                  {"1e3", 1000},
                                                  {"1E3", 1000},
                                                  {"1e+3", 1000},
                                                  {"1e-3", 0.001},
                                                  {"-2.5e-1", -0.25},
                                                  {"  3 ", 3},
                                                  {" -4", -4},
                                                  {"0x", NAN},
                                                  {"0x10", NAN},
                                                  {"1,5", NAN},
                                                  {"", NAN},
                                                  {" ", NAN},
                                                  {"-", NAN},
                                                  {"+", NAN},
                                                  {"--1", NAN},
                                                  {"+-1", NAN},
                                                  {"++1", NAN},
                                                  {"1e", NAN},
                                                  {"e5", NAN},
                                                  {"1 2", NAN},
                                                  {"1_000", NAN},
                                                  {"12abc", NAN},
                                                  {"abc", NAN},
                                                  {"nan", NAN},
                                                  {"NaN", NAN},
                                                  {"-nan", NAN},
                                                  {"inf", NAN},
                                                  {"-inf", NAN},
                                                  {"Infinity", NAN},
                                                  {"1e309", NAN},
                                                  {"-1e400", NAN},
                                                  {"\t1", NAN},
                                                  {"1\n", NAN},
                                                  {".", NAN},
                                                  {"\u22121.5", -1.5},
                                                  {"\u2212-1", NAN},
                                                  {"\u2212", NAN},
                                                  {"-\u22121", NAN},
                                                  {"1.2.3", NAN},
                                                  {"9007199254740993", 9007199254740992.0}};
  for (const auto& [text, expected] : cases) {
    const std::optional<double> value = parse_number(text);
    const bool equal = std::isnan(expected) ? !value.has_value() : value == expected;
    EXPECT_TRUE(equal) << "'" << text << "' is read as " << value.value_or(NAN);
  }
}

TEST(Number, MinusZeroKeepsItsSign) {
  EXPECT_TRUE(std::signbit(parse_number("-0.0").value()));
}

TEST(Number, TooSmallIsTheNearest) {
  EXPECT_EQ(parse_number("1e-400"), 0.0);
  EXPECT_EQ(parse_number("-1e-400"), 0.0);
  EXPECT_EQ(parse_number("4.9406564584124654e-324"), 0x1p-1074);
  EXPECT_EQ(parse_number("1e-310"), 1e-310);
}

TEST(Number, TooLargeIsNone) {
  EXPECT_EQ(parse_number("1.7976931348623157e308"), 0x1.fffffffffffffp1023);
  EXPECT_EQ(parse_number("1.7976931348623159e308"), std::nullopt);
  EXPECT_EQ(parse_number(std::string(400, '9')), std::nullopt);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1"), 0.0);
}

RC_GTEST_PROP(Number, EveryDoubleIsReadAsPrinted, (double x)) {
  RC_PRE(std::isfinite(x));
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", x);
  RC_ASSERT(parse_number(text) == x);
  RC_ASSERT(parse_number(std::string(" ") + text + "  ") == x);
}

// Decimals of so many digits around those that are read in the short way.
RC_GTEST_PROP(Number, DecimalsAreTheNearestDouble, (bool minus, std::uint64_t digits)) {
  std::string text = std::to_string(digits >> *rc::gen::inRange(0, 64));
  text.insert(*rc::gen::inRange<std::size_t>(0, text.size() + 1), ".");
  if (minus) text.insert(0, "-");
  RC_ASSERT(parse_number(text) == std::strtod(text.c_str(), nullptr));
}

// One character that is none of a decimal's, at any place.
TEST(Number, NoOtherCharacterStandsInADecimal) {
  for (const std::string& decimal :
       std::vector<std::string>{"1", "12345", "1.2345678", "-123456789.1234567", "0.123456789012345"}) {
    for (std::size_t at = 0; at <= decimal.size(); ++at) {
      for (const char other : {'/', ':', ',', 'a', '\0', '\xB1', '\xAE'}) {
        std::string text = decimal;
        text.insert(at, 1, other);
        EXPECT_EQ(parse_number(text), std::nullopt) << text;
      }
    }
  }
}

// What strtod takes to the end is a number or one of its own spellings (hexadecimal, inf, nan, white space).
RC_GTEST_PROP(Number, AgreesWithStrtod, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789.eE+- /:\xB0")));
  char* end = nullptr;
  const double expected = std::strtod(text.c_str(), &end);
  while (*end == ' ') ++end;
  const bool whole = end == text.c_str() + text.size() && text.find_first_not_of(' ') != std::string::npos;
  const std::optional<double> value = parse_number(text);
  RC_ASSERT(value.has_value() == (whole && std::isfinite(expected)));
  if (value) RC_ASSERT(*value == expected);
}

}  // namespace
}  // namespace priory
