// SPDX-License-Identifier: Apache-2.0
// The regularised upper incomplete gamma function, the tail of the chi-squared distribution: P(X >= x) =
// Q(df / 2, x / 2).
#pragma once

#include "core/log_tails.h"

namespace priory {

// Q(a, x) = the integral of t^(a-1) e^-t from x on, over Gamma(a); a > 0, x >= 0.
double upper_incomplete_gamma(double a, double x);

// log P(X <= x) and log P(X > x) of the gamma distribution with shape a and rate 1, each with its digits.
LogTails log_gamma_tails(double a, double x);

}  // namespace priory
