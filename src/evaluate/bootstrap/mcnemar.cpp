// SPDX-License-Identifier: Apache-2.0
// McNemar, Note on the sampling error of the difference between correlated proportions, 1947.
#include <algorithm>
#include <cmath>

#include "priory/evaluation.h"

namespace priory {
namespace {

constexpr std::size_t kFew = 25;  // for which chi square is no good approximation

// Twice the chance of so few heads or fewer among n tosses. All sums are whole numbers below 2^24.
double binomial_p_value(std::size_t heads, std::size_t n) {
  double choose = 1, sum = 0;
  for (std::size_t k = 0; k <= heads; ++k) {
    sum += choose;
    choose = choose * static_cast<double>(n - k) / static_cast<double>(k + 1);
  }
  return std::min(1.0, std::ldexp(2 * sum, -static_cast<int>(n)));
}

}  // namespace

McNemar mcnemar(std::size_t first_only, std::size_t second_only) {
  const std::size_t n = first_only + second_only;
  McNemar out{first_only, second_only, n < kFew, 0, 1};
  if (out.exact) {
    out.p_value = binomial_p_value(std::min(first_only, second_only), n);
  } else if (first_only != second_only) {
    const double gap = std::abs(static_cast<double>(first_only) - static_cast<double>(second_only)) - 1;
    out.statistic = gap * gap / static_cast<double>(n);
    out.p_value = std::erfc(std::sqrt(out.statistic / 2));
  }
  return out;
}

}  // namespace priory
