// SPDX-License-Identifier: Apache-2.0
// The figures of drift, of counts and of moments.
#pragma once

#include <cstddef>
#include <vector>

namespace priory {

struct GTest {
  double g = 0;
  std::size_t degrees = 0;
  double p_value = 1;
  std::vector<double> of_value;  // what each value adds
};

// That two lists of counts come from one distribution (Sokal and Rohlf, Biometry): 2 sum of O log(O / E).
// Values with no count at all play no part.
GTest g_test(const std::vector<double>& learnt, const std::vector<double>& now);

// The sum of (q - p) log(q / p), half a count added to each value.
double stability_index(const std::vector<double>& learnt, const std::vector<double>& now);

struct Moments2 {
  double n = 0, mean = 0, variance = 0;
};
// That both come from one normal distribution: the ratio of the likelihoods at their maxima.
GTest g_test(const Moments2& learnt, const Moments2& now);
// The same index of two normal distributions: Jeffreys' divergence.
double stability_index(const Moments2& learnt, const Moments2& now);

}  // namespace priory
