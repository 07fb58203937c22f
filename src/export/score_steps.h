// SPDX-License-Identifier: Apache-2.0
// The steps from a row to its answer, in the order every language takes them. A language derives from
// ScoreSteps and writes each step in its own words; which steps a model needs is decided here once.
#pragma once

#include "export/scorecard.h"

namespace priory {

class ScoreSteps {
 public:
  explicit ScoreSteps(const Scorecard& card) : card_(card) {}
  virtual ~ScoreSteps() = default;

  // The scores of the cells: the prior, and what part `k` of the scorecard adds.
  virtual void begin(const std::vector<double>& log_prior) = 0;
  virtual void add(const ScoreTable& table, std::size_t k) = 0;
  virtual void add(const ScoreCurves& curves, std::size_t k) = 0;
  virtual void add(const ScoreGroup& group, std::size_t k) = 0;
  virtual void add(const ScoreCounts& counts, std::size_t k) = 0;
  // An Error that refuses the text by name, of languages that cannot cut it into words.
  virtual void add(const ScoreText& text, std::size_t k);

  // From scores of cells to scores of classes.
  virtual void sum_components() = 0;
  // From scores of classes to log posteriors.
  virtual void normalise() = 0;
  // Log posteriors through the curves of a calibration, one of each class or, of two classes, of the second.
  virtual void follow(const std::vector<CalibrationCurve>& curves) = 0;
  // Times the slope, plus the bias of each class if there is one.
  virtual void scale(double slope, const std::vector<double>& bias) = 0;
  virtual void shift(const std::vector<double>& log_shift) = 0;

 protected:
  const Scorecard& card_;
};

void take_steps(const Scorecard& card, ScoreSteps& steps);

}  // namespace priory
