// SPDX-License-Identifier: Apache-2.0
#include "decisions.h"

#include <algorithm>

#include "priory/front_end.h"
#include "priory/training.h"

namespace priory::python {
namespace {

using Costs = std::vector<std::vector<double>>;

Costs costs_of(const Settings& how, const std::vector<std::string>& classes) {
  if (!py::isinstance<py::str>(how["cost"])) {
    Costs out = how.get<Costs>("cost");
    const std::size_t n = classes.size();
    if (out.size() != n || std::ranges::any_of(out, [&](const auto& row) { return row.size() != n; }))
      throw Error(ErrorKind::usage, "‹cost› has a row and a column for each of the " + std::to_string(n) + " classes");
    return out;
  }
  const Table table = Table::open({how.get<std::string>("cost")}, {});
  return read_costs(table, classes);
}

// A number, 'a=0.9,b=0.5', or {'a': 0.9, 'b': 0.5}.
Decision by_thresholds(const Settings& how, const std::vector<std::string>& classes) {
  const auto positive = how.get<std::string>("positive");
  const py::object threshold = how["threshold"];
  std::vector<std::pair<std::string, double>> named;
  if (py::isinstance<py::str>(threshold)) {
    for (const OptionValue& each : parse_setting("threshold", how.get<std::string>("threshold"))) {
      if (each.column.empty()) return Decision::by_threshold(classes, positive, each.value);
      named.emplace_back(each.column, each.value);
    }
  } else if (py::isinstance<py::dict>(threshold)) {
    for (const auto& [label, each] : py::cast<py::dict>(threshold))
      named.emplace_back(py::cast<std::string>(py::str(label)), py::cast<double>(each));
  } else {
    return Decision::by_threshold(classes, positive, how.get<double>("threshold"));
  }
  return Decision::by_thresholds(classes, named);
}

// The model as rows of other rates, or without its calibration, are judged by.
Classifier adjusted(const Classifier& loaded, const py::object& rows, const py::dict& options, unsigned threads) {
  const Settings how(options);
  Classifier model = how.get<bool>("raw") ? loaded.uncalibrated() : loaded;
  if (!how.has("class_prior")) return model;
  const py::object prior = how["class_prior"];
  if (py::isinstance<py::str>(prior) && how.get<std::string>("class_prior") == "estimate") {
    const Data data = data_of(rows);
    ReadingOptions reading;
    reading.skip_bad_rows = skips_bad_rows(how["on_bad_row"]);
    return unlocked([&] {
      return model.with_rates(estimate_rates(model, *rows_of(model, data, reading)(), threads, check_signals("estimating rates")));
    });
  }
  try {
    return model.with_rates(rates_of(model, prior_of(prior, 0)));
  } catch (const py::cast_error&) {
    refuse_value("class_prior", prior);
  }
}

}  // namespace

Decision decision_of(const Settings& how, const std::vector<std::string>& classes) {
  if (how.has("cost") && how.has("threshold"))
    throw Error(ErrorKind::usage, "‹threshold› and ‹cost› exclude each other");
  if (how.has("positive")) positive_class(classes, how.get<std::string>("positive"));
  Decision out;
  try {
    if (how.has("cost")) out = Decision::by_cost(costs_of(how, classes));
    if (how.has("threshold")) out = by_thresholds(how, classes);
  } catch (const py::cast_error&) {
    refuse_value(how.has("cost") ? "cost" : "threshold", how[how.has("cost") ? "cost" : "threshold"]);
  }
  const auto least = how.get<double>("reject", 0);
  if (!(least >= 0 && least <= 1)) throw Error(ErrorKind::usage, "‹reject› takes a number from 0 to 1");
  return least > 0 ? out.or_none_below(least) : out;
}

void add_decisions(py::module_& module) { module.def("adjusted", &adjusted); }

}  // namespace priory::python
