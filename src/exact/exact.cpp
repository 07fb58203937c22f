// SPDX-License-Identifier: Apache-2.0
#include "exact/exact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace priory {
namespace {

constexpr long kMantissaBits = std::numeric_limits<double>::digits;
constexpr long kLeastExponent = std::numeric_limits<double>::min_exponent - kMantissaBits;  // of 2^-1074

mpz_class shifted(const mpz_class& m, long bits) {
  mpz_class out;
  mpz_mul_2exp(out.get_mpz_t(), m.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  return out;
}

long bit_length(const mpz_class& m) {
  return m == 0 ? 0 : static_cast<long>(mpz_sizeinbase(m.get_mpz_t(), 2));
}

// Rounds m * 2^e to a double; `inexact` says that the true value lies a little beyond m (away from zero).
double nearest(const mpz_class& m, long e, bool inexact) {
  const mpz_class magnitude = abs(m);
  const long drop = std::max(bit_length(magnitude) - kMantissaBits, kLeastExponent - e);
  if (drop <= 0) return std::ldexp(m.get_d(), static_cast<int>(e));
  mpz_class kept, rest;
  mpz_fdiv_q_2exp(kept.get_mpz_t(), magnitude.get_mpz_t(), static_cast<mp_bitcnt_t>(drop));
  mpz_fdiv_r_2exp(rest.get_mpz_t(), magnitude.get_mpz_t(), static_cast<mp_bitcnt_t>(drop));
  const int order = cmp(rest, shifted(1, drop - 1));
  if (order > 0 || (order == 0 && (inexact || mpz_odd_p(kept.get_mpz_t())))) ++kept;
  const double value = std::ldexp(kept.get_d(), static_cast<int>(std::min(e + drop, 5000L)));
  return sgn(m) < 0 ? -value : value;
}

}  // namespace

Exact::Exact(double x) {
  int exponent = 0;
  m = mpz_class(std::ldexp(std::frexp(x, &exponent), kMantissaBits));
  e = exponent - kMantissaBits;
}

Exact operator+(const Exact& a, const Exact& b) {
  const long e = std::min(a.e, b.e);
  return {shifted(a.m, a.e - e) + shifted(b.m, b.e - e), e};
}

Exact operator-(const Exact& a, const Exact& b) {
  return a + Exact(-b.m, b.e);
}

Exact operator*(const Exact& a, const Exact& b) {
  return {a.m * b.m, a.e + b.e};
}

Exact divided(const Exact& a, const Exact& b, long bits) {
  const long shift = std::max(0L, bits + 1 + bit_length(b.m) - bit_length(a.m));
  return {shifted(a.m, shift) / b.m, a.e - b.e - shift};
}

double rounded(const Exact& a) {
  return nearest(a.m, a.e, false);
}

double quotient(const Exact& a, const Exact& b) {
  // Enough bits for any double, and two more so that the remainder only has to break ties.
  const long shift = std::max(0L, kMantissaBits + 2 + bit_length(b.m) - bit_length(a.m));
  mpz_class q, r;
  mpz_tdiv_qr(q.get_mpz_t(), r.get_mpz_t(), shifted(a.m, shift).get_mpz_t(), b.m.get_mpz_t());
  return nearest(q, a.e - b.e - shift, r != 0);
}

}  // namespace priory
