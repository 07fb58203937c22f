// SPDX-License-Identifier: Apache-2.0
// Classes that nobody has named, learnt by EM.
#include "em.h"
#include "priory/front_end.h"
#include "priory/store.h"
#include "priory/training.h"

namespace priory::python {
namespace {

constexpr std::size_t kFewClasses = 10;  // that memory is set apart for where their number is to be found

py::tuple to_python(const EmResult& result, const std::vector<std::string>& notes) {
  py::list trace;
  for (const EmStep& step : result.trace)
    trace.append(py::make_tuple(step.restart, step.iteration, step.log_likelihood, step.objective));
  return py::make_tuple(result.model, result.log_likelihood, result.objective, result.iterations,
                        result.converged, trace, spelt_notes(notes));
}

struct Hidden {
  EmOptions em;
  ClassRange range;
  std::optional<Start> start;
  std::size_t memory = 0;
  const Plan* plan = nullptr;
  unsigned threads = 1;

  EmResult learn(const Data& data, const PlanOptions& shape, std::vector<std::string>& notes) const {
    TrainingOptions training;
    training.threads = threads, training.progress = check_signals;
    training.target_needed = false, training.hidden = true;
    TrainingRows source = plan != nullptr ? TrainingRows(data, *plan, shape.skip_bad_rows, training)
                                          : TrainingRows(data, shape, training);
    if (memory > 0) source.fit_to({memory, std::max(range.most, kFewClasses), kEmCopies, threads, true}, false);
    const HiddenRows rows(source.plan(), {}, {source.opener(false)}, source.room_for_rows(), source.threads(),
                          check_signals("reading"));
    EmResult out = fit(rows);
    add_notes(source, notes);
    add_notes(out, em, notes);
    out.model = source.named(out.model, false);
    return out;
  }

 private:
  EmResult fit(const HiddenRows& rows) const {
    if (range.least != range.most) return choose_classes(rows, range, em, threads, {}, check_signals("learning"));
    EmOptions options = em;
    options.judge = !start;
    EmResult out = cluster(rows, range.least, options, start ? &*start : nullptr, threads, {}, check_signals("learning"));
    if (out.tried.classes > 0) out.model = out.model.chosen_of({out.tried});
    return out;
  }
};

ClassRange range_of(std::size_t least, std::size_t most, const std::string& criterion) {
  const auto by = value_named<ClassRange::Criterion>(criterion);
  if (!by) throw Error(ErrorKind::usage, "‹criterion› is bic, aic or held-out, and not '" + criterion + "'");
  if (least == 0) throw Error(ErrorKind::usage, "there is at least 1 class");
  return {least, most, *by};
}

// A file, or the parameters as Model.to_json has them.
Start start_of(py::handle init) {
  const auto text = py::cast<std::string>(init);
  return text.starts_with('{') ? start_from_json(text, "init") : load_start(text);
}

void check_plan(const Plan& plan) {
  if (plan.target.empty() && plan.structure.empty()) return;
  throw Error(ErrorKind::usage,
              plan.target.empty() ? "the plan is of a network"
                                  : "the plan has the target '" + plan.target + "', and hidden classes have none",
              {}, "make one with priory.plan(rows) and no target");
}

py::tuple cluster_rows(const py::object& rows, const py::object& plan, const py::dict& options, const py::dict& how,
                       std::size_t least, std::size_t most, unsigned threads) {
  const Data data = data_of(rows);
  const PlanOptions shape = plan_options(options);
  const Settings settings(how);
  Hidden hidden;
  hidden.em = em_options(settings), hidden.threads = threads;
  hidden.range = range_of(least, most, settings.get<std::string>("criterion", "bic"));
  if (settings.has("init")) hidden.start = start_of(settings["init"]);
  if (hidden.start && least != most)
    throw Error(ErrorKind::usage, "‹init› is a start for one number of classes");
  if (settings.has("max_memory")) hidden.memory = parse_memory(py::cast<std::string>(py::str(settings["max_memory"])));
  if (!plan.is_none()) {
    hidden.plan = &py::cast<const Plan&>(plan);
    check_plan(*hidden.plan);
    check_agrees(*hidden.plan, options);
    if (hidden.memory > 0) throw Error(ErrorKind::usage, "‹max-memory› chooses words, and ‹plan› gives them");
  }
  std::vector<std::string> notes;
  const EmResult result = unlocked([&] { return hidden.learn(data, shape, notes); });
  return to_python(result, notes);
}

}  // namespace

EmOptions em_options(const Settings& from) {
  EmOptions out;
  from.take("hard", out.hard);
  from.take("anneal", out.anneal);
  from.take("max_iterations", out.max_iterations);
  from.take("tolerance", out.tolerance);
  from.take("restarts", out.restarts);
  from.take("seed", out.seed);
  from.take("components", out.components);
  from.take("variance_floor", out.variance_floor);
  if (!(out.tolerance >= 0 && out.tolerance <= 1))
    throw Error(ErrorKind::usage, "‹tolerance› takes a number from 0 to 1");
  if (out.restarts == 0 || out.components == 0)
    throw Error(ErrorKind::usage, out.restarts == 0 ? "‹restarts› takes a whole number from 1 on"
                                                    : "‹components› takes a whole number from 1 on");
  return out;
}

void add_notes(const EmReport& report, const EmOptions& options, std::vector<std::string>& to) {
  // Whoever presses Ctrl-C in Python expects KeyboardInterrupt, and not the best so far as if it were the end.
  if (report.interrupted) throw Error(ErrorKind::interrupted, "stopped");
  to.insert(to.end(), report.warnings.begin(), report.warnings.end());
  if (!report.converged && options.tolerance > 0)
    to.push_back("not converged after " + std::to_string(report.iterations) + " iterations (‹max-iterations›)");
}

void add_hidden(py::module_& module) { module.def("cluster", &cluster_rows); }

}  // namespace priory::python
