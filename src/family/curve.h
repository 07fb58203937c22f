// SPDX-License-Identifier: Apache-2.0
// A log density of numbers as arithmetic that any language has: a constant and the sum of weight times
// outer((inner(x) - centre) * scale). What all cells share and x alone decides may be left out. A family over
// numbers that has one gives `static DensityCurve curve(const double* parameters)`.
#pragma once

#include <optional>
#include <vector>

#include "family/family.h"

namespace priory {

enum class Inner { x, log_x, log_1_less_x };
enum class Outer { identity, square, cosine };

struct CurveTerm {
  double weight = 0;
  Inner inner = Inner::x;
  Outer outer = Outer::identity;
  double centre = 0, scale = 1;
};

struct DensityCurve {
  double constant = 0;
  std::vector<CurveTerm> terms;  // in every cell of the same functions, in the same order
};

// Of a column of numbers in a cell; none where the family gives none, or is over something else.
std::optional<DensityCurve> curve_of(const Family& family, const Parameters& parameters, std::size_t cell);

}  // namespace priory
