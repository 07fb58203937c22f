// SPDX-License-Identifier: Apache-2.0
// An exact number m * 2^e with a whole m of any size: what a sum of doubles really is. Sums, differences and
// products stay exact; only `rounded` and `quotient` round, once and to nearest. Used by estimators, which
// run once a column and class; the hot loops add into `Sums`.
#pragma once

#include <gmpxx.h>

namespace priory {

struct Exact {
  mpz_class m = 0;
  long e = 0;

  Exact() = default;
  Exact(mpz_class whole, long exponent) : m(std::move(whole)), e(exponent) {}
  explicit Exact(double x);

  bool zero() const { return m == 0; }
};

Exact operator+(const Exact& a, const Exact& b);
Exact operator-(const Exact& a, const Exact& b);
Exact operator*(const Exact& a, const Exact& b);

Exact divided(const Exact& a, const Exact& b, long bits);  // a / b, its first `bits` bits; b is not zero

double rounded(const Exact& a);                   // the nearest double, ties to even
double quotient(const Exact& a, const Exact& b);  // the nearest double to a / b; b is not zero

}  // namespace priory
