// SPDX-License-Identifier: Apache-2.0
// From scores of cells to the answer.
#include "export/program/program_steps.h"

namespace priory {

void ProgramSteps::sum_components() {
  const std::size_t n = card_.classes.size(), m = card_.components;
  const std::string cells = fmt::format(fmt::runtime(c_ ? "s + {} * i" : "s.subarray({} * i)"), m);
  line("  for ($int i = 0; i < {}; ++i) s[i] = {}({}, {});", n, at_top("log_sum"), cells, m);
}

void ProgramSteps::normalise() {
  const std::size_t n = card_.classes.size();
  line("  {{ $double sum = {}(s, {});", at_top("log_sum"), n);
  line("    for ($int i = 0; i < {0}; ++i) s[i] = sum == -$infinity ? {1}[i] : s[i] - sum; }}", n,
       at_top("class_prior"));
}

void ProgramSteps::follow_of_two(const CalibrationCurve& curve) {
  line("  {{ $double odds = {}({}, {}, {}, s[1] - s[0]);", at_top("follow"), array("from", 0), array("to", 0),
       curve.from.size());
  line("    s[0] = {0}(-odds); s[1] = {0}(odds); }}", at_top("log_sigmoid"));
}

void ProgramSteps::follow(const std::vector<CalibrationCurve>& curves) {
  if (curves.size() == 1) return follow_of_two(curves[0]);
  const std::size_t n = card_.classes.size();
  out_.line("  {");
  out_.variable("odds", n), out_.variable("rest", n);
  for (std::size_t c = 0; c < n; ++c) {
    line("  for ($int i = 0; i < {}; ++i) rest[i] = i == {} ? -$infinity : s[i];", n, c);
    line("  odds[{0}] = {1}({2}, {3}, {4}, s[{0}] - {5}(rest, {6}));", c, at_top("follow"), array("from", c),
         array("to", c), curves[c].from.size(), at_top("log_sum"), n);
  }
  line("  for ($int i = 0; i < {}; ++i) s[i] = {}(odds[i]);\n  }}", n, at_top("log_sigmoid"));
}

void ProgramSteps::scale(double slope, const std::vector<double>& bias) {
  line("  for ($int i = 0; i < {}; ++i) s[i] = {} * s[i]{};", card_.classes.size(),
       ProgramText::number(slope), bias.empty() ? "" : fmt::format(" + {}[i]", at_top("bias")));
}

void ProgramSteps::shift(const std::vector<double>&) {
  line("  for ($int i = 0; i < {}; ++i) s[i] += {}[i];", card_.classes.size(), at_top("shift"));
}

void ProgramSteps::answer() {
  const std::size_t n = card_.classes.size();
  out_.line("  $int best = 0;");
  line("  for ($int i = 1; i < {}; ++i) if (s[i] > s[best]) best = i;", n);
  if (c_)
    line("  for (int i = 0; i < {}; ++i) probability[i] = exp(s[i]);\n  return best;\n}}", n);
  else
    line("  return {{predicted: classes[best], probability: Array.from(s.subarray(0, {}), Math.exp)}};\n}}",
         n);
}

}  // namespace priory
