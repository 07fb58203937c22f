// SPDX-License-Identifier: Apache-2.0
// A column with a few values, each with its probability in each cell. Formulas: see lift_codes.h.
//
//   prior      symmetric Dirichlet with parameter alpha + 1, of which the estimate is the mode
//   source     Mitchell, Machine Learning, chapter "Generative and discriminative classifiers" (2017), section 2
#pragma once

#include <array>

#include "family/lift_codes.h"

namespace priory {

struct Categorical {
  static constexpr std::array<Option, 1> kOptions = {{
      {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
  }};

  static FamilyInfo info() {
    return {"categorical",   "",
            CellKind::codes, "a column with some values, each with its probability in each class",
            "log t[x]",      "t[v] = (count[v] + alpha) / (n + alpha V)",
            kOptions};
  }

  static LinearForm linear(const Matrix& log_prob) {
    LinearForm out;
    for (std::uint32_t v = 0; v + 1 < log_prob.rows; ++v)
      out.terms.push_back({v, 1, log_prob.at(v, 1) - log_prob.at(v, 0)});
    return out;
  }
};

}  // namespace priory
