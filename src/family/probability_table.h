// SPDX-License-Identifier: Apache-2.0
// Tables of log probabilities, values x cells, whose last row is of the unseen: what families over values and
// over words have in common.
#pragma once

#include "core/log_space.h"
#include "exact/block.h"

namespace priory {

// The log density of a symmetric Dirichlet with parameter alpha + 1 at each cell's probabilities, without its
// constant.
inline double log_dirichlet(const Matrix& log_prob, double alpha) {
  return times_sum(alpha, {log_prob.data.data(), (log_prob.rows - 1) * log_prob.cells});
}

// All but one of the probabilities of each cell, which sum to one.
inline double free_probabilities(std::size_t n_values, std::size_t cells) {
  return n_values == 0 ? 0 : static_cast<double>(cells * (n_values - 1));
}

}  // namespace priory
