// SPDX-License-Identifier: Apache-2.0
// log P(lo < X < hi) of a family over numbers: from its distribution function where it has one, else from its
// density: summed over whole numbers, integrated over the others.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/log_tails.h"
#include "family/family.h"

namespace priory {

using LogDensity = std::function<double(double)>;

// The sum of exp(log_density) over whole x from first to last, from the middle outwards to where terms no
// longer count. The density has no peak outside of [0, middle].
double log_sum(const LogDensity& log_density, double middle, double first, double last);

// The integral of a density without poles that has its peak at the mean; a peak of an angle comes again.
double log_integral(const LogDensity& log_density, const Spread& at, const Domain& domain, double lo,
                    double hi);

template <class F>
double log_mass_of_counts(const double* p, double lo, double hi) {
  const double first = std::max(F::kDomain.low, std::floor(lo) + 1), last = std::ceil(hi) - 1;
  if (!(first <= last)) return kLogZero;
  constexpr double kFew = 256;
  if constexpr (requires { &F::log_tails; }) {
    if (last - first >= kFew) {
      const LogTails before = first <= F::kDomain.low ? LogTails() : F::log_tails(p, first - 1);
      const LogTails to = std::isinf(last) ? LogTails{0, kLogZero} : F::log_tails(p, last);
      return log_between(before, to);
    }
  }
  return log_sum(typename F::Density(p), std::floor(F::spread(p).mean), first, last);
}

template <class F>
double log_mass_of(const double* p, double lo, double hi) {
  if (!(lo < hi)) return kLogZero;
  if constexpr (requires { &F::log_mass; }) {
    return F::log_mass(p, lo, hi);
  } else if constexpr (F::kDomain.whole) {
    return log_mass_of_counts<F>(p, lo, hi);
  } else {
    const double from = std::max(lo, F::kDomain.low), to = std::min(hi, F::kDomain.high);
    if (!(from < to)) return kLogZero;
    const auto integral = [&] {
      return log_integral(typename F::Density(p), F::spread(p), F::kDomain, from, to);
    };
    if constexpr (requires { &F::log_tails; }) {
      const LogTails a = from <= F::kDomain.low ? LogTails() : F::log_tails(p, from);
      const LogTails b = to >= F::kDomain.high ? LogTails{0, kLogZero} : F::log_tails(p, to);
      return cancels(a, b) ? integral() : log_between(a, b);
    } else {
      static_assert(F::kDomain.low > kLogZero && F::kDomain.high < -kLogZero, "it needs log_tails");
      return std::min(0.0, integral());
    }
  }
}

}  // namespace priory
