// SPDX-License-Identifier: Apache-2.0
// Probabilities of the standard normal distribution, in log space and with all their digits in the tails.
#pragma once

namespace priory {

double log_normal_above(double z);              // log P(Z > z)
double log_normal_between(double a, double b);  // log P(a < Z < b); either may be infinite

}  // namespace priory
