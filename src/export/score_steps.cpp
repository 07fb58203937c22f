// SPDX-License-Identifier: Apache-2.0
#include "export/score_steps.h"

#include <fmt/format.h>

namespace priory {
namespace {

void calibrate(const Calibration& by, ScoreSteps& steps) {
  if (!by.curves.empty()) steps.follow(by.curves), steps.normalise();
  if (by.slope == 1 && by.bias.empty()) return;
  steps.scale(by.slope, by.bias);
  steps.normalise();
}

}  // namespace

void ScoreSteps::add(const ScoreText& text, std::size_t) {
  throw Error(ErrorKind::usage,
              fmt::format("'{}' cannot be said in this language: it is a text, and its words are cut as few "
                          "languages can",
                          card_.inputs[text.input].name),
              {}, "ONNX takes counts of words, and the SQL of PostgreSQL and DuckDB cuts simple words");
}

void take_steps(const Scorecard& card, ScoreSteps& steps) {
  steps.begin(card.log_prior);
  for (std::size_t k = 0; k < card.parts.size(); ++k)
    std::visit([&](const auto& part) { steps.add(part, k); }, card.parts[k]);
  if (card.components > 1) steps.sum_components();
  steps.normalise();
  if (card.calibration && card.calibration->method != CalibrationMethod::none)
    calibrate(*card.calibration, steps);
  if (card.log_shift.empty()) return;
  steps.shift(card.log_shift);
  steps.normalise();
}

}  // namespace priory
