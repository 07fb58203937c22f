// SPDX-License-Identifier: Apache-2.0
#include "kernels/cholesky.h"

#include <cmath>
#include <gmock/gmock.h>
#include <random>

namespace priory {
namespace {

using Numbers = std::vector<double>;

TEST(Cholesky, ByHand) {
  // L = (2 0; 3 1), L L' = (4 6; 6 10), L^-1 = (1/2 0; -3/2 1)
  const auto factor = inverse_factor(Numbers{4, 6, 6, 10}, 2);
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->rows, (Numbers{0.5, 0, -1.5, 1}));
  EXPECT_DOUBLE_EQ(factor->log_determinant, std::log(4.));
  EXPECT_EQ(precision(factor->rows, 2), (Numbers{2.5, -1.5, -1.5, 1}));
}

TEST(Cholesky, TheInverseTimesTheMatrixIsOne) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (const std::size_t n : {1U, 2U, 5U, 20U}) {
    Numbers root(n * n), matrix(n * n);
    for (double& each : root) each = normal(random);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < n; ++k) matrix[i * n + j] += root[i * n + k] * root[j * n + k];
        matrix[i * n + j] += i == j ? 1 : 0;
      }
    }
    const Numbers inverse = precision(inverse_factor(matrix, n).value().rows, n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += matrix[i * n + k] * inverse[k * n + j];
        EXPECT_NEAR(sum, i == j ? 1 : 0, 1e-12);
      }
    }
  }
}

TEST(Cholesky, RefusesWhatIsNotPositiveDefinite) {
  EXPECT_FALSE(inverse_factor(Numbers{0}, 1));
  EXPECT_FALSE(inverse_factor(Numbers{-1}, 1));
  EXPECT_FALSE(inverse_factor(Numbers{NAN}, 1));
  EXPECT_FALSE(inverse_factor(Numbers{HUGE_VAL}, 1));
  EXPECT_FALSE(inverse_factor(Numbers{1, 2, 2, 1}, 2));
  EXPECT_FALSE(inverse_factor(Numbers{1, 1, 1, 1}, 2));
  // 0.1 and 0.3 * 0.1: singular but for rounding.
  EXPECT_FALSE(inverse_factor(Numbers{0.01, 0.003, 0.003, 0.0009}, 2));
  EXPECT_TRUE(inverse_factor(Numbers{1e-300, 0, 0, 1e300}, 2));
}

}  // namespace
}  // namespace priory
