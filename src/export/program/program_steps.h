// SPDX-License-Identifier: Apache-2.0
// The steps of a scorecard as lines of one function in C or JavaScript: s has the scores of the cells, then
// those of the classes, then log posteriors.
#pragma once

#include "export/program/program_section.h"
#include "export/score_steps.h"

namespace priory {

class ProgramSteps : public ScoreSteps, ProgramSection {
 public:
  ProgramSteps(const Scorecard& card, ProgramText& text, const ProgramNames& names)
      : ScoreSteps(card), ProgramSection(card, text, names) {}

  void begin(const std::vector<double>& log_prior) override;
  using ScoreSteps::add;
  void add(const ScoreTable& table, std::size_t k) override;
  void add(const ScoreCurves& curves, std::size_t k) override;
  void add(const ScoreGroup& group, std::size_t k) override;
  void add(const ScoreCounts& counts, std::size_t k) override;
  void sum_components() override;
  void normalise() override;
  void follow(const std::vector<CalibrationCurve>& curves) override;
  void scale(double slope, const std::vector<double>& bias) override;
  void shift(const std::vector<double>& log_shift) override;
  void answer();

 private:
  using ProgramSection::card_;
  std::string level(const Levels& levels, std::size_t k, std::size_t j, std::size_t missing_level);
  void follow_of_two(const CalibrationCurve& curve);
};

}  // namespace priory
