// SPDX-License-Identifier: Apache-2.0
#include "kernels/look.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace priory {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();
const double kOdd[] = {0, -0.0, -1, kInf, -kInf, std::nan(""), kMost, -kMost, kLeast};

// Each odd number at each place of rows of each size, among numbers that all is well with.
TEST(Look, FindsTheOneOddNumberWhereverItStands) {
  EXPECT_TRUE(none_infinite({}));
  EXPECT_TRUE(all_positive_and_finite({}));
  for (std::size_t n = 1; n < 75; ++n) {
    for (std::size_t at = 0; at < n; ++at) {
      std::vector<double> x(n, 1.5);
      for (const double odd : kOdd) {
        x[at] = odd;
        EXPECT_EQ(none_infinite(x), !std::isinf(odd)) << odd << " at " << at << " of " << n;
        EXPECT_EQ(all_positive_and_finite(x), odd > 0 && std::isfinite(odd))
            << odd << " at " << at << " of " << n;
      }
    }
  }
}

TEST(Look, ReadsColumnsOfMatricesOfEveryHeightAndWidth) {
  for (const std::size_t width : {8U, 9U, 13U, 40U}) {
    for (std::size_t n_rows = 0; n_rows < 35; ++n_rows) {
      std::vector<double> matrix(width * n_rows);
      for (std::size_t k = 0; k < matrix.size(); ++k) matrix[k] = static_cast<double>(k);
      for (std::size_t first = 0; first + kTogether <= width; ++first) {
        std::vector<std::vector<double>> columns(kTogether, std::vector<double>(n_rows + 1, -1));
        double* out[kTogether];
        for (std::size_t j = 0; j < kTogether; ++j) out[j] = columns[j].data();
        read_columns(matrix.data() + (n_rows == 0 ? 0 : first), static_cast<std::ptrdiff_t>(width), n_rows,
                     out);
        for (std::size_t j = 0; j < kTogether; ++j) {
          for (std::size_t r = 0; r < n_rows; ++r) ASSERT_EQ(columns[j][r], matrix[r * width + first + j]);
          ASSERT_EQ(columns[j][n_rows], -1);  // nothing behind the end
        }
      }
    }
  }
}

}  // namespace
}  // namespace priory
