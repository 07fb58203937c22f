// SPDX-License-Identifier: Apache-2.0
// Only `value` rounds, and only once.
#include "evaluate/exact_mean.h"

#include <algorithm>
#include <limits>

#include "exact/exact.h"

namespace priory {
namespace {

constexpr long kLeastExponent = -1074;  // of the smallest double's last digit

__extension__ using Wide = unsigned __int128;

mpz_class whole(Wide number) {
  mpz_class out;
  mpz_import(out.get_mpz_t(), 1, -1, sizeof number, 0, 0, &number);
  return out;
}

}  // namespace

void ExactMean::merge(const ExactMean& other) {
  for (std::size_t e = 0; e < kExponents; ++e) sums_[e] += other.sums_[e];
  weight_ += other.weight_;
}

double ExactMean::value() const {
  if (sums_.back() != 0) return std::numeric_limits<double>::infinity();
  if (weight_ == 0) return 0;
  Exact sum;
  for (std::size_t e = 0; e + 1 < kExponents; ++e) {
    // Numbers too small for an exponent of their own share the unit of the smallest that have one.
    if (sums_[e] != 0)
      sum = sum + Exact(whole(sums_[e]), kLeastExponent - 1 + std::max(1L, static_cast<long>(e)));
  }
  return quotient(sum, Exact(mpz_class(weight_), 0));
}

}  // namespace priory
