// SPDX-License-Identifier: Apache-2.0
// What the parts of a scorecard add to the scores of the cells, as nodes of ONNX.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "export/onnx/onnx_steps.h"

namespace priory {
namespace {

// A number inside of a domain, for cells that are missing: what is computed from it is not used.
double inside(const Domain& domain) {
  if (domain.wraps) return 0;
  const bool low = std::isfinite(domain.low), high = std::isfinite(domain.high);
  if (low && high) return domain.low + (domain.high - domain.low) / 2;
  return low ? domain.low + 1 : high ? domain.high - 1 : 0;
}

std::int64_t whole(std::size_t n) {
  return static_cast<std::int64_t>(n);
}

}  // namespace

OnnxSteps::OnnxSteps(const Scorecard& card) : ScoreSteps(card) {
  std::vector<std::size_t> n_words(card.inputs.size());
  for (const ScorePart& part : card.parts) {
    if (const auto* text = std::get_if<ScoreText>(&part)) n_words[text->input] = text->words.size();
  }
  for (std::size_t k = 0; k < n_words.size(); ++k) {
    const ScoreInput& each = card.inputs[k];
    const bool real = each.number || n_words[k] > 0;
    inputs_.push_back(graph_.input(each.name, real ? OnnxType::real : OnnxType::text,
                                   std::max<std::size_t>(n_words[k], 1)));
  }
}

void OnnxSteps::begin(const std::vector<double>& log_prior) {
  scores_ = graph_.row(log_prior);
}

void OnnxSteps::no_answer_if(const Value& rows) {
  no_answer_ = no_answer_ ? op("Or", {*no_answer_, rows}) : rows;
}

OnnxSteps::Value OnnxSteps::numbers(const std::vector<std::size_t>& inputs) {
  std::vector<Value> out;
  out.reserve(inputs.size());
  for (const std::size_t each : inputs) out.push_back(inputs_[each]);
  return out.size() == 1 ? out[0] : op("Concat", std::move(out), {{"axis", 1}});
}

OnnxSteps::Value OnnxSteps::filled(const Value& numbers, const Value& missing, double safe) {
  return op("Where", {missing, graph_.real(safe), numbers});
}

OnnxSteps::Value OnnxSteps::n_borders_at_most(const Value& x, const std::vector<double>& borders) {
  const Value reached = op("GreaterOrEqual", {x, graph_.row(borders)});
  return op("ReduceSum", {graph_.cast(reached, OnnxType::integer), graph_.integers({1}, {1})},
            {{"keepdims", 0}});
}

OnnxSteps::Value OnnxSteps::level(const Levels& levels, std::int64_t missing) {
  const Value axis = graph_.integers({1}, {1});
  if (levels.binned) {
    const Value none = op("Squeeze", {is_missing(inputs_[levels.input]), axis});
    return op("Where", {none, graph_.integers({missing}, {}),
                        n_borders_at_most(inputs_[levels.input], levels.borders)});
  }
  std::vector<std::string> keys = levels.values;
  std::vector<std::int64_t> places(keys.size() + 1, missing);
  for (std::size_t k = 0; k < keys.size(); ++k) places[k] = whole(k);
  keys.emplace_back();  // a cell that is missing
  const Value found = op("LabelEncoder", {inputs_[levels.input]},
                         {{"keys_strings", std::move(keys)},
                          {"values_int64s", std::move(places)},
                          {"default_int64", levels.other ? whole(levels.values.size()) : missing}});
  return op("Squeeze", {found, axis});
}

OnnxSteps::Value OnnxSteps::table_of_many(const ScoreTable& table) {
  const Value zero = graph_.integers({0}, {});
  Value at = zero;
  for (const Levels& levels : table.levels) {
    const Value found = level(levels, -1);
    no_answer_if(op("Unsqueeze", {op("Less", {found, zero}), graph_.integers({1}, {1})}));
    at = op("Add", {op("Mul", {at, graph_.integers({whole(levels.size())}, {})}), op("Max", {found, zero})});
  }
  return at;
}

void OnnxSteps::add(const ScoreTable& table, std::size_t) {
  const bool alone = table.levels.size() == 1;
  std::vector<double> scores = table.scores;
  if (alone) scores.insert(scores.end(), table.missing.begin(), table.missing.end());
  const Value at = alone ? level(table.levels[0], whole(table.levels[0].size())) : table_of_many(table);
  const std::int64_t width = whole(card_.n_cells());
  add_scores(op("Gather", {graph_.reals(scores, {whole(scores.size()) / width, width}), at}, {{"axis", 0}}));
}

void OnnxSteps::check_domain(const Domain& domain, const Value& x) {
  if (domain.wraps) return;
  const auto outside_if = [&](std::string_view test, double border) {
    if (std::isfinite(border)) no_answer_if(op(test, {x, graph_.real(border)}));
  };
  outside_if(domain.open ? "LessOrEqual" : "Less", domain.low);
  outside_if(domain.open ? "GreaterOrEqual" : "Greater", domain.high);
}

void OnnxSteps::add(const ScoreCurves& curves, std::size_t) {
  const Value missing = is_missing(inputs_[curves.input]);
  const Value x = filled(inputs_[curves.input], missing, inside(curves.domain));
  check_domain(curves.domain, x);
  std::vector<double> constants;
  for (const DensityCurve& each : curves.curves) constants.push_back(each.constant);
  Value sum = graph_.row(constants);
  for (std::size_t t = 0; t < curves.curves[0].terms.size(); ++t)
    sum = op("Add", {sum, term_of(curves, t, x)});
  add_scores(op("Where", {missing, graph_.row(curves.missing), sum}));
}

OnnxSteps::Value OnnxSteps::term_of(const ScoreCurves& curves, std::size_t t, const Value& x) {
  std::vector<double> weight, centre, scale;
  for (const DensityCurve& each : curves.curves) {
    const CurveTerm& term = each.terms[t];
    weight.push_back(term.weight), centre.push_back(term.centre), scale.push_back(term.scale);
  }
  const CurveTerm& first = curves.curves[0].terms[t];
  Value z = first.inner == Inner::x
                ? x
                : op("Log", {first.inner == Inner::log_x ? x : op("Sub", {graph_.real(1), x})});
  const auto all = [](const std::vector<double>& of, double same) {
    return std::ranges::all_of(of, [&](double each) { return each == same; });
  };
  if (!all(centre, 0)) z = op("Sub", {z, graph_.row(centre)});
  if (!all(scale, 1)) z = op("Mul", {z, graph_.row(scale)});
  if (first.outer == Outer::square) z = op("Mul", {z, z});
  if (first.outer == Outer::cosine) z = cosine(z);
  return op("Mul", {z, graph_.row(weight)});
}

// 1 - 2 sin^2(x / 2) by the series of the sine, x within a half turn: onnxruntime has no cosine of doubles.
OnnxSteps::Value OnnxSteps::cosine(const Value& angle) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const Value turns =
      op("Floor", {op("Add", {op("Mul", {angle, graph_.real(1 / kTurn)}), graph_.real(0.5)})});
  const Value half =
      op("Mul", {op("Sub", {angle, op("Mul", {turns, graph_.real(kTurn)})}), graph_.real(0.5)});
  const Value square = op("Mul", {half, half});
  Value series = graph_.real(1);  // 1 - x^2 / (2 * 3) (1 - x^2 / (4 * 5) (...)), from within
  for (int k = 22; k > 0; k -= 2) {
    const Value share = op("Mul", {square, graph_.real(-1.0 / (k * (k + 1)))});
    series = op("Add", {graph_.real(1), op("Mul", {share, series})});
  }
  const Value sine = op("Mul", {half, series});
  return op("Sub", {graph_.real(1), op("Mul", {graph_.real(2), op("Mul", {sine, sine})})});
}

OnnxSteps::Value OnnxSteps::of_rows(const Value& truths) {
  const Value most = op("ReduceMax", {graph_.cast(truths, OnnxType::integer)},
                        {{"axes", std::vector<std::int64_t>{1}}, {"keepdims", 1}});
  return graph_.cast(most, OnnxType::truth);
}

void OnnxSteps::add(const ScoreGroup& group, std::size_t) {
  const Value x = numbers(group.inputs);
  no_answer_if(of_rows(is_missing(x)));
  std::vector<Value> scores;
  std::vector<std::int64_t> place(card_.n_cells());
  std::int64_t n = 0;
  for (const ScoreMatrix& matrix : group.matrices) {
    scores.push_back(squares(matrix, x, group.inputs.size()));
    for (const ScoreMatrix::Cell& each : matrix.cells) place[each.cell] = n++;
  }
  const Value all = scores.size() == 1 ? scores[0] : op("Concat", std::move(scores), {{"axis", 1}});
  const std::int64_t width = whole(place.size());
  add_scores(op("Gather", {all, graph_.integers(std::move(place), {width})}, {{"axis", 1}}));
}

// Of the cells that share a matrix: rows x those cells.
OnnxSteps::Value OnnxSteps::squares(const ScoreMatrix& matrix, const Value& x, std::size_t width) {
  std::vector<double> turned(width * width), targets, constants;  // onto the other side of the product
  for (std::size_t j = 0; j < width; ++j) {
    for (std::size_t i = 0; i <= j; ++i) turned[i * width + j] = matrix.factor[j * width + i];
  }
  for (const ScoreMatrix::Cell& each : matrix.cells) {
    targets.insert(targets.end(), each.target.begin(), each.target.end());
    constants.push_back(each.constant);
  }
  const Value centred = op("Sub", {x, graph_.row(matrix.centre)});
  const Value white = op("MatMul", {centred, graph_.reals(turned, {whole(width), whole(width)})});
  const Value apart = op("Sub", {op("Unsqueeze", {white, graph_.integers({1}, {1})}),
                                 graph_.reals(targets, {1, whole(matrix.cells.size()), whole(width)})});
  const Value square =
      op("ReduceSum", {op("Mul", {apart, apart}), graph_.integers({2}, {1})}, {{"keepdims", 0}});
  return op("Sub", {graph_.row(constants), op("Mul", {square, graph_.real(0.5)})});
}

void OnnxSteps::add(const ScoreCounts& counts, std::size_t) {
  const Value raw = numbers(counts.inputs);
  Value x = filled(raw, is_missing(raw), 0);
  if (counts.presence) x = presence(x);
  const Value weights = graph_.reals(counts.weights, {whole(counts.inputs.size()), whole(card_.n_cells())});
  add_scores(op("Add", {op("MatMul", {x, weights}), graph_.row(counts.constant)}));
}

// Term frequency, then idf, then length.
OnnxSteps::Value OnnxSteps::weighed(const ScoreText& text, Value counts) {
  const TextOptions& options = text.options;
  if (options.tf == Tf::binary) counts = presence(counts);
  if (options.tf == Tf::log) {
    const Value at_least_1 = op("Max", {counts, graph_.real(1)});  // of those that are there
    counts = op("Mul", {presence(counts), op("Add", {graph_.real(1), op("Log", {at_least_1})})});
  }
  if (!text.idf.empty()) counts = op("Mul", {counts, graph_.row(text.idf)});
  if (options.length_norm == LengthNorm::none) return counts;
  const bool squares = options.length_norm == LengthNorm::l2;
  Value length = sum(squares ? op("Mul", {counts, counts}) : counts, 1);
  if (squares) length = op("Sqrt", {length});
  const Value empty = op("Equal", {length, graph_.real(0)});
  return op("Div", {counts, filled(length, empty, 1)});
}

void OnnxSteps::add(const ScoreText& text, std::size_t) {
  const Value raw = inputs_[text.input], missing = is_missing(raw);
  Value x = weighed(text, filled(raw, missing, 0));
  if (text.presence) x = presence(x);
  const Value weights = graph_.reals(text.weights, {whole(text.words.size()), whole(card_.n_cells())});
  const Value scores = op("Add", {op("MatMul", {x, weights}), graph_.row(text.constant)});
  add_scores(op("Where", {of_rows(missing), graph_.row(text.missing), scores}));
}

}  // namespace priory
