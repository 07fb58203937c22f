// SPDX-License-Identifier: Apache-2.0
// From scores of cells to the answer, as nodes of ONNX.
#include <fmt/format.h>
#include <limits>

#include "priory/convert.h"

#include "export/onnx/onnx_steps.h"
#include "export/onnx/onnx_vocabulary.h"

namespace priory {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

OnnxSteps::Value OnnxSteps::sum(const Value& of, std::int64_t axis) {
  return op("ReduceSum", {of, graph_.integers({axis}, {1})}, {{"keepdims", 1}});
}

// The largest is taken out, or the smallest number there is: of nothing but -inf the sum is -inf.
OnnxSteps::Value OnnxSteps::log_sum(const Value& of, std::int64_t axis) {
  const Value largest = op("ReduceMax", {of}, {{"axes", std::vector<std::int64_t>{axis}}, {"keepdims", 1}});
  const Value bounded = op("Max", {largest, graph_.real(std::numeric_limits<double>::lowest())});
  return op("Add", {bounded, op("Log", {sum(op("Exp", {op("Sub", {of, bounded})}), axis)})});
}

void OnnxSteps::sum_components() {
  const auto n = static_cast<std::int64_t>(card_.classes.size());
  const auto m = static_cast<std::int64_t>(card_.components);
  const Value apart = op("Reshape", {scores_, graph_.integers({-1, n, m}, {3})});
  scores_ = op("Squeeze", {log_sum(apart, 2), graph_.integers({2}, {1})});
}

void OnnxSteps::normalise() {
  const Value total = log_sum(scores_, 1);
  const Value impossible = op("Equal", {total, graph_.real(-kInfinity)});
  scores_ = op("Where", {impossible, graph_.row(card_.class_log_prior), op("Sub", {scores_, total})});
}

OnnxSteps::Value OnnxSteps::log_odds() {
  const std::size_t n = card_.classes.size();
  std::vector<double> without(n * n);  // in row c nothing of class c
  for (std::size_t c = 0; c < n; ++c) without[c * n + c] = -kInfinity;
  const auto width = static_cast<std::int64_t>(n);
  const Value others = op("Add", {op("Unsqueeze", {scores_, graph_.integers({1}, {1})}),
                                  graph_.reals(without, {1, width, width})});
  return op("Sub", {scores_, op("Squeeze", {log_sum(others, 2), graph_.integers({2}, {1})})});
}

void OnnxSteps::follow(const std::vector<CalibrationCurve>& curves) {
  const Value odds = log_odds();
  std::vector<Value> out;
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const auto at = static_cast<std::int64_t>(curves.size() == 1 ? 1 : c);
    out.push_back(followed(curves[c], op("Gather", {odds, graph_.integers({at}, {1})}, {{"axis", 1}})));
  }
  if (curves.size() == 1) out.insert(out.begin(), op("Neg", {out[0]}));
  scores_ = log_sigmoid(op("Concat", std::move(out), {{"axis", 1}}));
}

// The piece that x, held within the curve, is on: its start, and how it goes on from there.
OnnxSteps::Value OnnxSteps::followed(const CalibrationCurve& curve, const Value& x) {
  const std::size_t n = curve.from.size();
  std::vector<double> width(n, 1), rise(n, 0);
  for (std::size_t k = 0; k + 1 < n; ++k)
    width[k] = curve.from[k + 1] - curve.from[k], rise[k] = curve.to[k + 1] - curve.to[k];
  const Value held = op("Clip", {x, graph_.real(curve.from.front()), graph_.real(curve.from.back())});
  const Value piece = op("Sub", {n_borders_at_most(held, curve.from), graph_.integers({1}, {})});
  const auto of_piece = [&](const std::vector<double>& numbers) {
    const Value list = graph_.reals(numbers, {static_cast<std::int64_t>(n), 1});
    return op("Gather", {list, piece}, {{"axis", 0}});
  };
  const Value way = op("Div", {op("Sub", {held, of_piece(curve.from)}), of_piece(width)});
  return op("Add", {of_piece(curve.to), op("Mul", {way, of_piece(rise)})});
}

OnnxSteps::Value OnnxSteps::log_sigmoid(const Value& x) {
  const Value small = op("Exp", {op("Neg", {op("Abs", {x})})});
  return op("Sub", {op("Min", {x, graph_.real(0)}), op("Log", {op("Add", {graph_.real(1), small})})});
}

void OnnxSteps::scale(double slope, const std::vector<double>& bias) {
  scores_ = op("Mul", {scores_, graph_.real(slope)});
  if (!bias.empty()) scores_ = op("Add", {scores_, graph_.row(bias)});
}

void OnnxSteps::shift(const std::vector<double>& log_shift) {
  scores_ = op("Add", {scores_, graph_.row(log_shift)});
}

void OnnxSteps::answer() {
  Value best = op("ArgMax", {scores_}, {{"axis", 1}, {"keepdims", 0}});
  Value probabilities = op("Exp", {scores_});
  std::vector<std::string> names = card_.classes;
  const std::size_t n = names.size();
  if (no_answer_) {
    const Value list = op("Squeeze", {*no_answer_, graph_.integers({1}, {1})});
    best = op("Where", {list, graph_.integers({static_cast<std::int64_t>(n)}, {}), best});
    probabilities = op("Where", {*no_answer_, graph_.real(kNone), probabilities});
    names.emplace_back();
  }
  graph_.output("predicted", OnnxType::text, op("Gather", {graph_.texts(names), best}, {{"axis", 0}}));
  graph_.output("probabilities", OnnxType::real, probabilities, n);
  for (std::size_t c = 0; c < n; ++c) graph_.note(fmt::format("class {}", c), card_.classes[c]);
}

OnnxModel to_onnx(const Classifier& model) {
  const Scorecard card = scorecard(model);
  OnnxSteps steps(card);
  take_steps(card, steps);
  steps.answer();
  return {steps.file(), onnx_vocabulary(card)};
}

}  // namespace priory
