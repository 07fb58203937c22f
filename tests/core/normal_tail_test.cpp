// SPDX-License-Identifier: Apache-2.0
// Expected values: series and continued fractions in decimal arithmetic of 120 digits.
#include "core/normal_tail.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "core/log_space.h"

namespace priory {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// Of a logarithm of size 1 and more relatively, of one near 0 as it is (and of a tiny one all its digits).
void expect_digits(double got, double expected) {
  EXPECT_NEAR(got, expected, 2e-15 * std::abs(expected) + (std::abs(expected) > 1 ? 2e-15 : 0));
}

TEST(NormalTail, HasAllItsDigitsFarOut) {
  const double known[][2] = {
      {-10, -7.6198530241605260660e-24}, {-1.5, -6.9143455612233982993e-2}, {0, -6.9314718055994530942e-1},
      {0.5, -1.1759117615936186089e+0},  {3, -6.6077262215103495433e+0},    {10, -5.3231285150512470578e+1},
      {36, -6.5250322759379839685e+2},   {37, -6.8903058557689059360e+2},   {38, -7.2655721601882013010e+2},
      {100, -5.0055242086942050886e+3},
  };
  for (const auto& [z, log_p] : known) expect_digits(log_normal_above(z), log_p);
  EXPECT_EQ(log_normal_above(kEndless), kLogZero);
  EXPECT_EQ(log_normal_above(-kEndless), 0);
}

TEST(NormalTail, IntervalsWideNarrowAndFarOut) {
  const double known[][3] = {
      {-1, 1, -3.8171514630212607227e-1},         {-0.001, 0.002, -6.7280820235185500817e+0},
      {3, 4, -6.6314677865382250655e+0},          {3, 3.0000001, -2.1537034335799569075e+1},
      {-4, -3, -6.6314677865382250655e+0},        {40, 41, -8.0460844201375378817e+2},
      {-1e-09, 1e-09, -2.0949057189591138526e+1}, {2, 2.001, -9.8276938121035864928e+0},
  };
  for (const auto& [a, b, log_p] : known) {
    EXPECT_NEAR(log_normal_between(a, b), log_p, 4e-14) << a << " " << b;
    EXPECT_EQ(log_normal_between(-b, -a), log_normal_between(a, b));
  }
  EXPECT_EQ(log_normal_between(-kEndless, kEndless), 0);
  EXPECT_EQ(log_normal_between(2, kEndless), log_normal_above(2));
  EXPECT_EQ(log_normal_between(1, 1), kLogZero);
}

}  // namespace
}  // namespace priory
