// SPDX-License-Identifier: Apache-2.0
// How good a model is: the figures of an evaluation, as text and JSON too.
#include <cmath>

#include "decisions.h"
#include "priory/front_end.h"
#include "priory/report.h"
#include "priory/training.h"

namespace priory::python {
namespace {

// The evaluation, and what the user should know.
py::tuple evaluate_rows(const Classifier& model, const py::object& rows, const py::dict& options, unsigned threads) {
  const Data data = data_of(rows);
  const Settings how(options);
  TableEvaluationOptions judging;
  judging.decide = decision_of(how, model.classes());
  if (how.has("positive")) judging.positive = how.get<std::string>("positive");
  judging.skip_bad_rows = skips_bad_rows(how["on_bad_row"]);
  judging.threads = threads, judging.tick = check_signals("judging");
  TableEvaluation found = unlocked([&] { return evaluate_table(model, data, judging); });
  std::vector<std::string> notes = notes_on(found.counts);
  for (const UnseenColumn& each : found.unseen) notes.push_back(each.text());
  return py::make_tuple(std::move(found.evaluation), spelt_notes(notes));
}

// Figures, and beta, top_k.
Measures measured(const Evaluation& self, const py::dict& options, unsigned threads) {
  const Settings how(options);
  MeasureOptions measuring;
  measuring.threads = threads;
  if (how.has("beta")) measuring.beta = how.get<double>("beta");
  if (measuring.beta && !(*measuring.beta > 0)) throw Error(ErrorKind::usage, "‹beta› takes a number above 0");
  how.take("top_k", measuring.top_k);
  return unlocked([&] { return self.measure(measuring); });
}

py::dict intervals_of(const Evaluation& self, std::optional<std::size_t> resamples, std::uint64_t seed, unsigned threads) {
  BootstrapOptions draws;
  draws.resamples = resamples, draws.seed = seed, draws.threads = threads;
  const Intervals found = unlocked([&] { return intervals(self, draws); });
  py::dict out;
  for (const NamedInterval& each : found.figures)
    out[py::str(each.name)] = py::make_tuple(each.interval.low, each.interval.high);
  return out;
}

py::tuple best_threshold_of(const Evaluation& self, const std::string& goal, const std::vector<std::vector<double>>& cost) {
  const auto of = word_of<ThresholdGoal>("goal", py::str(goal));
  if ((of == ThresholdGoal::cost) == cost.empty())
    throw Error(ErrorKind::usage, cost.empty() ? "the goal 'cost' needs ‹cost›" : "‹cost› goes with the goal 'cost' only");
  const BestThreshold best = best_threshold(self, of, cost);
  return py::make_tuple(goal, best.threshold, best.value);
}

py::dict figures_of(const Measures& measures) {
  py::dict out;
  for (const Figure& each : figures(measures))
    out[py::str(each.name)] = each.value ? py::object(py::float_(*each.value)) : py::none();
  return out;
}

py::array_t<double> confusion(const Measures& measures) {
  const auto n = static_cast<py::ssize_t>(measures.classes.size());
  py::array_t<double> out({n, n});
  double* at = out.mutable_data();
  for (const std::vector<double>& row : measures.confusion) at = std::copy(row.begin(), row.end(), at);
  return out;
}

py::array_t<double> array_of(const std::vector<double>& numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

// Of each class that has one: its label, false positive rates, recalls, precisions and scores.
py::list curves_of(const Evaluation& evaluation) {
  py::list out;
  for (const Curve& each : curves(evaluation)) {
    std::vector<double> rate, recall, precision, score;
    for (const CurvePoint& at : each.points) {
      rate.push_back(each.false_positive_rate(at)), recall.push_back(each.recall(at));
      precision.push_back(Curve::precision(at)), score.push_back(at.score);
    }
    out.append(py::make_tuple(each.label, array_of(rate), array_of(recall), array_of(precision), array_of(score)));
  }
  return out;
}

// As arrays, of which loading makes the same rows by Evaluation's own checks.
py::tuple stored(const Evaluation& evaluation) {
  const ScoredRows& rows = evaluation.rows();
  std::vector<std::string> labels(evaluation.labels().begin(), evaluation.labels().end());
  std::vector<double> weight(rows.weight.begin(), rows.weight.end());
  const auto whole = [](const std::vector<std::uint32_t>& from) {
    return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(from.size()), from.data());
  };
  std::optional<std::string> positive;
  if (evaluation.positive()) positive = labels[*evaluation.positive()];
  return py::make_tuple(labels, rows.n_classes, positive, whole(rows.actual), whole(rows.predicted),
                        array_of(weight), array_of(rows.log_posterior));
}

Evaluation restored(const py::tuple& from) {
  const auto labels = py::cast<std::vector<std::string>>(from[0]);
  const auto n_classes = py::cast<std::size_t>(from[1]);
  const auto actual = py::cast<std::vector<std::uint32_t>>(from[3]), predicted = py::cast<std::vector<std::uint32_t>>(from[4]);
  const auto weight = py::cast<std::vector<double>>(from[5]), scores = py::cast<std::vector<double>>(from[6]);
  if (n_classes > labels.size() || actual.size() != predicted.size() || actual.size() != weight.size() ||
      actual.size() * n_classes != scores.size())
    throw Error(ErrorKind::data, "these are no rows of an evaluation");
  Evaluation out({labels.begin(), labels.begin() + static_cast<long>(n_classes)},
                 py::cast<std::optional<std::string>>(from[2]));
  for (std::size_t r = 0; r < actual.size(); ++r)
    out.add(labels.at(actual[r]), {&scores[r * n_classes], n_classes}, predicted[r], std::ldexp(weight[r], -24));
  return out;
}

}  // namespace

void add_evaluation(py::module_& module) {
  py::class_<Measures>(module, "Measures")
      .def_readonly("rows", &Measures::rows)
      .def_readonly("classes", &Measures::classes)
      .def_property_readonly("figures", &figures_of)
      .def_property_readonly("confusion", &confusion)
      .def("text",
           [](const Measures& self) {
             return to_text(self, TextStyle{80, false, false, spelt_for_python});
           })
      .def("json", [](const Measures& self) { return to_json(self); });
  py::class_<Evaluation>(module, "Evaluation")
      .def("curves", &curves_of)
      .def("copy", [](const Evaluation& self) { return Evaluation(self); })
      .def("merge",
           [](Evaluation& self, const Evaluation& other) {
             unlocked([&] {
               self.merge(other);
               return 0;
             });
           })
      .def(py::pickle(&stored, &restored))
      .def("intervals", &intervals_of)
      .def("best_threshold", &best_threshold_of)
      .def("measure", &measured);
  module.def("evaluate", &evaluate_rows);
}

}  // namespace priory::python
