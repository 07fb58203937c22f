// SPDX-License-Identifier: Apache-2.0
// A scorecard as a graph of ONNX. Scores, and later log posteriors, are one matrix of rows x cells; a row
// without an answer is marked on the way and loses its answer at the end.
#pragma once

#include <optional>

#include "export/onnx/onnx_graph.h"
#include "export/score_steps.h"

namespace priory {

class OnnxSteps : public ScoreSteps {
 public:
  explicit OnnxSteps(const Scorecard& card);

  void begin(const std::vector<double>& log_prior) override;
  void add(const ScoreTable& table, std::size_t k) override;
  void add(const ScoreCurves& curves, std::size_t k) override;
  void add(const ScoreGroup& group, std::size_t k) override;
  void add(const ScoreCounts& counts, std::size_t k) override;
  void add(const ScoreText& text, std::size_t k) override;
  void sum_components() override;
  void normalise() override;
  void follow(const std::vector<CalibrationCurve>& curves) override;
  void scale(double slope, const std::vector<double>& bias) override;
  void shift(const std::vector<double>& log_shift) override;

  // After the steps: the outputs "predicted" and "probabilities".
  void answer();
  std::string file() const { return graph_.file(); }

 private:
  using Value = OnnxGraph::Value;

  Value op(std::string_view name, std::vector<Value> inputs, std::vector<OnnxAttribute> attributes = {}) {
    return graph_.node(name, std::move(inputs), std::move(attributes));
  }
  void add_scores(const Value& scores) { scores_ = op("Add", {scores_, scores}); }
  void no_answer_if(const Value& rows);  // rows x 1, of truths

  Value numbers(const std::vector<std::size_t>& inputs);  // rows x inputs
  Value is_missing(const Value& numbers) { return op("IsNaN", {numbers}); }
  // Numbers without those that are missing, in whose place is `safe`.
  Value filled(const Value& numbers, const Value& missing, double safe);
  Value presence(const Value& counts) {
    return graph_.cast(op("Greater", {counts, graph_.real(0)}), OnnxType::real);
  }
  Value level(const Levels& levels, std::int64_t missing);  // of each row, a list
  Value n_borders_at_most(const Value& x, const std::vector<double>& borders);
  Value table_of_many(const ScoreTable& table);  // the place of each row in the table

  void check_domain(const Domain& domain, const Value& x);
  Value term_of(const ScoreCurves& curves, std::size_t t, const Value& x);
  Value cosine(const Value& angle);
  Value weighed(const ScoreText& text, Value counts);
  Value of_rows(const Value& truths);  // whether any of a row is true: rows x 1
  Value squares(const ScoreMatrix& matrix, const Value& x, std::size_t width);

  Value sum(const Value& of, std::int64_t axis);      // keeps the axis
  Value log_sum(const Value& of, std::int64_t axis);  // keeps the axis
  Value log_odds();                                   // of each class against all others
  Value followed(const CalibrationCurve& curve, const Value& x);
  Value log_sigmoid(const Value& x);

  OnnxGraph graph_;
  std::vector<Value> inputs_;
  Value scores_;
  std::optional<Value> no_answer_;
};

}  // namespace priory
