// SPDX-License-Identifier: Apache-2.0
#include "export/program/program_section.h"

namespace priory {

void ProgramArrays::write() {
  for (std::size_t k = 0; k < card_.parts.size(); ++k)
    std::visit([&](const auto& part) { arrays(part, k); }, card_.parts[k]);
  out_.numbers(at_top("prior"), card_.log_prior);
  out_.numbers(at_top("class_prior"), card_.class_log_prior);
  calibration_arrays();
}

void ProgramArrays::arrays(const ScoreTable& table, std::size_t k) {
  for (std::size_t j = 0; j < table.levels.size(); ++j) {
    const Levels& levels = table.levels[j];
    const std::string name = at_top(fmt::format("levels{}_{}", k, j));
    if (levels.binned && !levels.borders.empty()) out_.numbers(name, levels.borders);
    if (!levels.binned && !levels.values.empty()) out_.strings(name, levels.values);
  }
  std::vector<double> scores = table.scores;
  scores.insert(scores.end(), table.missing.begin(), table.missing.end());
  out_.numbers(array("scores", k), scores);
}

void ProgramArrays::arrays(const ScoreCurves& curves, std::size_t k) {
  std::vector<double> numbers;  // of each cell the constant, then weight, centre and scale of each term
  for (const DensityCurve& curve : curves.curves) {
    numbers.push_back(curve.constant);
    for (const CurveTerm& term : curve.terms)
      numbers.insert(numbers.end(), {term.weight, term.centre, term.scale});
  }
  out_.numbers(array("curve", k), numbers);
  out_.numbers(array("missing", k), curves.missing);
}

void ProgramArrays::arrays(const ScoreGroup& group, std::size_t k) {
  for (std::size_t m = 0; m < group.matrices.size(); ++m) {
    const ScoreMatrix& matrix = group.matrices[m];
    out_.numbers(at_top(fmt::format("factor{}_{}", k, m)), matrix.factor);
    out_.numbers(at_top(fmt::format("centre{}_{}", k, m)), matrix.centre);
    std::vector<double> targets, constants;
    for (const ScoreMatrix::Cell& each : matrix.cells) {
      targets.insert(targets.end(), each.target.begin(), each.target.end());
      constants.push_back(each.constant);
    }
    out_.numbers(at_top(fmt::format("target{}_{}", k, m)), targets);
    out_.numbers(at_top(fmt::format("constant{}_{}", k, m)), constants);
  }
}

void ProgramArrays::arrays(const ScoreCounts& counts, std::size_t k) {
  out_.numbers(array("weights", k), counts.weights);
  out_.numbers(array("constant", k), counts.constant);
}

void ProgramArrays::calibration_arrays() {
  if (!card_.log_shift.empty()) out_.numbers(at_top("shift"), card_.log_shift);
  if (!card_.calibration) return;
  if (!card_.calibration->bias.empty()) out_.numbers(at_top("bias"), card_.calibration->bias);
  for (std::size_t c = 0; c < card_.calibration->curves.size(); ++c) {
    out_.numbers(array("from", c), card_.calibration->curves[c].from);
    out_.numbers(array("to", c), card_.calibration->curves[c].to);
  }
}

}  // namespace priory
