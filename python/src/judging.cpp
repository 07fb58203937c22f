// SPDX-License-Identifier: Apache-2.0
// Judged by rows that were not learnt: calibration, settings chosen by the rows; and models beside each other.
#include "judging.h"
#include "priory/discriminative.h"
#include "priory/report.h"
#include "priory/training.h"

namespace priory::python {

LabelledRows kept_rows(const Plan& plan, const Data& data, bool skip, unsigned threads, const std::string& group) {
  require_classes(data);
  TrainingOptions training;
  training.group = group, training.threads = threads, training.progress = check_signals;
  const TrainingRows rows(data, plan, skip, training);
  return {rows.plan(), rows.opener(true), 0, threads, check_signals("reading")};
}

namespace {

Classifier calibrated(const Classifier& model, const py::object& rows, const std::string& method,
                      const py::object& on_bad_row, unsigned threads) {
  const Data data = data_of(rows);
  const std::vector<CalibrationMethod> methods = calibrations_named(method);
  TableEvaluationOptions options;
  options.skip_bad_rows = skips_bad_rows(on_bad_row);
  options.threads = threads, options.tick = check_signals("calibrating");
  return unlocked([&] {
    const Classifier raw = model.uncalibrated();
    if (methods.empty()) return raw;
    const Evaluation judged = evaluate_table(raw, data, options).evaluation;
    return raw.calibrated(best_calibration(judged.rows(), methods));
  });
}

// The settings and the weights of words, chosen again for these rows, and the model of them.
Classifier tuned(const Classifier& model, const py::object& rows, const std::string& metric,
                 const std::string& calibrate, const py::object& on_bad_row, unsigned threads) {
  const Data data = data_of(rows);
  const bool skip = skips_bad_rows(on_bad_row);
  TuneOptions options;
  options.metric = metric, options.calibrations = calibrations_named(calibrate), options.threads = threads;
  return unlocked([&] {
    const RowsOf rows_of = [&](const Plan& plan) { return kept_rows(plan, data, skip, threads); };
    Tuned found = tune({model.plan(), {}, rows_of, {}}, options, {}, check_signals("choosing"));
    const Classifier learnt =
        Classifier::train(found.plan, found.rows.open(), threads, check_signals("learning"));
    const bool raw = found.calibration.method == CalibrationMethod::none;
    return (raw ? learnt : learnt.calibrated(found.calibration)).tuned(std::move(found.record));
  });
}

py::dict to_python(const NamedComparison& found) {
  py::dict out;
  for (const Figure& each : figures(found.comparison))
    out[py::str(each.name)] = each.value ? py::object(py::float_(*each.value)) : py::none();
  return out;
}

// The figures of the second less those of the first, and all as text.
py::tuple compared(const Evaluation& first, const Evaluation& second, std::optional<std::size_t> resamples,
                   std::uint64_t seed, unsigned threads) {
  BootstrapOptions options;
  options.resamples = resamples, options.seed = seed, options.threads = threads;
  const NamedComparison found{"the first", "the second",
                              unlocked([&] { return compare(first, second, options); })};
  return py::make_tuple(to_python(found), to_text({found}, TextStyle{80, false, false, spelt_for_python}));
}

// Learning curves of the pair: as JSON, as text and as a picture.
py::tuple pair_of(const py::object& rows, const py::dict& options, const py::dict& how, unsigned threads) {
  const Data data = data_of(rows);
  PlanOptions plan = plan_options(options);
  PairOptions wanted;
  wanted.sizes = py::cast<std::vector<std::size_t>>(how["sizes"]);
  wanted.n_sizes = py::cast<std::size_t>(how["points"]);
  wanted.repeats = py::cast<std::size_t>(how["repeats"]);
  wanted.held_out = py::cast<double>(how["held_out"]);
  wanted.l2 = py::cast<std::optional<double>>(how["l2"]);
  wanted.seed = py::cast<std::uint64_t>(how["seed"]);
  wanted.threads = threads;
  const Pair found = unlocked([&] {
    settle_target(plan, data);
    TrainingOptions training;
    training.threads = threads, training.progress = check_signals;
    const TrainingRows source(data, plan, training);
    const Plan chosen = source.plan_of(with_shared_covariance(source.plan(), source.options()));
    return pair(source.labelled(chosen), chosen, wanted, check_signals("learning"));
  });
  return py::make_tuple(to_json(found), to_text(found, TextStyle{80, false, false, spelt_for_python}), to_svg(found));
}

}  // namespace

void add_judging(py::module_& module) {
  module.def("calibrate", &calibrated);
  module.def("tune", &tuned);
  module.def("compare", &compared);
  module.def("pair", &pair_of);
}

}  // namespace priory::python
