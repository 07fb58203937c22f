// SPDX-License-Identifier: Apache-2.0
// A column with two values: the second has probability p, the first 1 - p. Formulas: see lift_codes.h with V
// = 2.
//
//   prior      Beta(alpha + 1, alpha + 1), of which the estimate is the mode
//   linear     weight of the second value: log(p (1 - q) / (q (1 - p))), p in the second cell, q in the first
//   source     Mitchell, Machine Learning, chapter "Generative and discriminative classifiers" (2017), section 3
#pragma once

#include <array>

#include "family/lift_codes.h"

namespace priory {

struct Bernoulli {
  static constexpr std::array<Option, 1> kOptions = {{
      {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
  }};

  static FamilyInfo info() {
    return {"bernoulli",
            "",
            CellKind::codes,
            "a column with two values, a coin with its own bias in each class",
            "log p if x is the second value, log(1 - p) if the first",
            "p = (count + alpha) / (n + 2 alpha)",
            kOptions};
  }

  static LinearForm linear(const Matrix& log_prob) {
    const auto difference = [&](std::size_t v) { return log_prob.at(v, 1) - log_prob.at(v, 0); };
    if (log_prob.rows < 3) return {difference(0), {}};
    return {difference(0), {{1, 1, difference(1) - difference(0)}}};
  }
};

}  // namespace priory
