// SPDX-License-Identifier: Apache-2.0
// The gamma function and its relatives for real a > 0, in forms that keep their digits for large arguments:
// what is left of them when the leading terms, which cancel in densities and likelihoods, are taken off.
#pragma once

namespace priory {

double log_gamma_rest(double a);     // log Gamma(a + 1) - (a log a - a); 0 for a = 0
double log_minus_digamma(double a);  // log a - psi(a): from 1 / a for small a to 1 / (2 a) for large
double trigamma_rest(double a);      // psi'(a) - 1 / a

// log B(a, b) less a log(a / s) + b log(b / s), s = a + b.
double log_beta_rest(double a, double b);

}  // namespace priory
