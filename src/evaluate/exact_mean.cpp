// SPDX-License-Identifier: Apache-2.0
// Only `value` rounds, and only once.
#include "evaluate/exact_mean.h"

#include <cmath>
#include <limits>

namespace priory {

void ExactMean::add(double value, std::uint64_t weight) {
  if (weight == 0) return;
  weight_ += weight;
  if (std::isinf(value)) {
    infinite_ = true;
  } else {
    sum_.add_product(0, 0, static_cast<double>(weight), value);
  }
}

double ExactMean::value() const {
  if (infinite_) return std::numeric_limits<double>::infinity();
  if (weight_ == 0) return 0;
  return quotient(sum_.exact(0, 0), Exact(mpz_class(weight_), 0));
}

}  // namespace priory
