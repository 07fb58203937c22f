// SPDX-License-Identifier: Apache-2.0
// Random rows for the laws of an evaluation: scores on a coarse grid, so that ties are frequent, some classes
// ruled out, some rows of a class the model does not know.
#pragma once

#include <cmath>
#include <limits>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "priory/evaluation.h"

namespace priory {

struct CaseRow {
  std::string actual;
  std::vector<double> log_posterior;
  std::size_t predicted = 0;
  double weight = 1;
};

inline std::vector<std::string> case_classes(std::size_t n) {
  std::vector<std::string> classes;
  for (std::size_t k = 0; k < n; ++k) classes.push_back(std::string(1, static_cast<char>('a' + k)));
  return classes;
}

inline CaseRow draw_row(std::size_t n_classes) {
  const auto below = [](std::size_t n) { return *rc::gen::inRange<std::size_t>(0, n); };
  CaseRow row;
  const std::size_t actual = below(n_classes + 2);
  row.actual =
      actual < n_classes ? case_classes(n_classes)[actual] : (actual == n_classes ? "zz" : "unknown");
  for (std::size_t k = 0; k < n_classes; ++k) {
    const std::size_t step = below(6);
    row.log_posterior.push_back(step == 5 ? -std::numeric_limits<double>::infinity()
                                          : std::log(0.1 + 0.2 * static_cast<double>(step)));
  }
  row.predicted = below(n_classes);
  row.weight = std::ldexp(static_cast<double>(below(100)), -4);
  return row;
}

inline std::vector<CaseRow> draw_rows(std::size_t n_classes) {
  std::vector<CaseRow> rows(*rc::gen::inRange<std::size_t>(0, 40));
  for (CaseRow& row : rows) row = draw_row(n_classes);
  return rows;
}

inline void add(Evaluation& evaluation, const CaseRow& row, double weight) {
  evaluation.add(row.actual, row.log_posterior, row.predicted, weight);
}

}  // namespace priory
