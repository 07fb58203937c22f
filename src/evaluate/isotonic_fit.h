// SPDX-License-Identifier: Apache-2.0
// Curves from what a model says to how often it is right, one for each class (of two classes one), each as
// the rows of the class and of no class have it that rise (Ayer et al. 1955). The rows are put in order once,
// for fits with and without any of their parts. Immutable but for what it remembers; belongs to one thread.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "priory/training.h"

namespace priory {

class IsotonicFit {
 public:
  // `part` of each row, less than 32; the rows are those of which the model thought the class possible. Both
  // must outlive it.
  IsotonicFit(const ScoredRows& rows, const std::vector<std::size_t>& of,
              const std::vector<std::uint8_t>& part);

  // By the rows of all parts but those whose bit is set. Curves of many classes, each fitted against the
  // rest, do not sum to one; made to, they are too flat or too steep together, which a slope mends. It is
  // fitted to rows that the curves are not: what curves say of their own rows is too good.
  Calibration without(std::uint32_t parts);

 private:
  const Calibration& curves_without(std::uint32_t parts);
  CalibrationCurve curve(std::size_t c, std::uint32_t parts) const;
  double slope_without(std::uint32_t parts);

  const ScoredRows& rows_;
  const std::vector<std::size_t>& of_;
  const std::vector<std::uint8_t>& part_;
  struct Point {
    double log_odds;
    std::uint32_t row;
  };
  std::vector<std::vector<Point>> points_;  // of each class, ascending
  std::map<std::uint32_t, Calibration> curves_;
};

}  // namespace priory
