// SPDX-License-Identifier: Apache-2.0
// The distribution function of the beta distribution, and so of binomial and negative binomial counts.
#pragma once

#include "core/log_tails.h"

namespace priory {

// log P(X <= x) and log P(X > x) for X ~ Beta(a, b), each with its digits; y = 1 - x, which the caller may
// know better than 1 - x tells.
LogTails log_beta_tails(double a, double b, double x, double y);

}  // namespace priory
