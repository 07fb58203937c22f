// SPDX-License-Identifier: Apache-2.0
// The G-test of conditional independence: twice the log of the likelihood ratio between the counts of a table
// and those expected of it if, within each value of what is given, left and right were independent.
//
//   G    2 sum n(a, b, z) log(n(a, b, z) n(z) / (n(a, z) n(b, z))) = 2 n I(left; right | given)
//   df   sum over z of (values of a met with z - 1)(values of b met with z - 1): margins of zero have no part
//   source  Bishop, Fienberg, Holland, Discrete Multivariate Analysis (1975), sections 4.2 and 11.2
#pragma once

#include <span>

#include "query/answerer.h"

namespace priory::query {

// Rows hold n_left values, then n_right, then those of what is given; log_joint is the log of their count.
IndependenceAnswer g_test(std::span<const ReplyRow> rows, std::size_t n_left, std::size_t n_right);

}  // namespace priory::query
