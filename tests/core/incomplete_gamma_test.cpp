// SPDX-License-Identifier: Apache-2.0
// Expected values: finite sums (for whole and half a) in decimal arithmetic of 120 digits.
#include "core/incomplete_gamma.h"

#include <gtest/gtest.h>

namespace priory {
namespace {

TEST(IncompleteGamma, SeriesAndFraction) {
  const double known[][3] = {
      {0.5, 0.5, 3.1731050786291410283e-1},   {0.5, 10, 7.7442164310440836377e-6},
      {1, 3, 4.9787068367863942979e-2},       {3, 10.85, 1.3721240796553588273e-3},
      {2.5, 0.125, 9.9847918144663156031e-1}, {50, 40, 9.2966493334060504556e-1},
      {49.5, 80, 1.0115119648361802883e-4},   {500, 500, 4.9405285382923964195e-1},
      {500, 650, 3.8897364994868524768e-10},  {10000, 10300, 1.4704948963856812759e-3},
      {0.5, 300, 1.6741679846917877620e-132},
  };
  for (const auto& [a, x, q] : known)
    EXPECT_NEAR(upper_incomplete_gamma(a, x), q, 1e-13 * q) << a << " " << x;
  EXPECT_EQ(upper_incomplete_gamma(3, 0), 1);
}

// Expected values: scipy's gammaincc. None of them takes a step for each of sqrt(a).
TEST(IncompleteGamma, OfLargeShapes) {
  const double known[][3] = {
      {1e8, 1e8, 0.49998670192398587},           {1e8, 100020000, 0.022755530774855204},
      {1e8, 99990000, 0.8413447464718561},       {1e8, 100050000, 2.878429686852779e-07},
      {1e12, 1000001000000, 0.1586552539314167}, {1e12, 999997000000, 0.998650113786608},
      {1e10, 10000000001, 0.4999946807695949},
  };
  for (const auto& [a, x, q] : known) EXPECT_NEAR(upper_incomplete_gamma(a, x), q, 1e-9 * q) << a << " " << x;
  EXPECT_EQ(upper_incomplete_gamma(1e300, 2e300), 0);
  EXPECT_EQ(upper_incomplete_gamma(2e300, 1e300), 1);
}

// The 5 % points of chi-squared with 1, 2 and 10 degrees of freedom, as every textbook prints them.
TEST(IncompleteGamma, TheTableOfChiSquared) {
  EXPECT_NEAR(upper_incomplete_gamma(0.5, 3.841 / 2), 0.05, 2e-5);
  EXPECT_NEAR(upper_incomplete_gamma(1, 5.991 / 2), 0.05, 2e-5);
  EXPECT_NEAR(upper_incomplete_gamma(5, 18.307 / 2), 0.05, 2e-5);
}

}  // namespace
}  // namespace priory
