// SPDX-License-Identifier: Apache-2.0
// Cross-validation: of a model's plan, and of options beside others on the same folds.
#include <algorithm>

#include "judging.h"
#include "priory/discriminative.h"
#include "priory/training.h"

namespace priory::python {
namespace {

// How rows are divided and judged.
struct Validation {
  std::size_t folds = 10, repeat = 1;  // 0 folds: each row is left out alone
  std::uint64_t seed = 1;
  std::string group;
  JudgingOptions judging;
  unsigned threads = 1;

  // Models that need their rows are learnt anew for every fold.
  std::vector<Evaluation> judge(const LabelledRows& rows, const Plan& plan, const LearnFrom& learn = {}) const {
    if (folds == 0 && learn) throw Error(ErrorKind::usage, "weights are fitted to folds: take a number of ‹folds›");
    if (folds == 0) return {leave_one_out(rows, plan, judging, rows.n_rows(), threads, check_signals("leaving out"))};
    std::vector<Evaluation> out;
    for (std::size_t r = 0; r < repeat; ++r) {
      const auto fold_of_row = assign_folds(rows, {folds, !group.empty(), seed + r});
      const Tick tick = check_signals("validating");
      for (Evaluation& each : learn ? cross_validate(rows, plan, fold_of_row, judging, learn, threads, tick)
                                    : cross_validate(rows, plan, fold_of_row, judging, threads, tick))
        out.push_back(std::move(each));
    }
    return out;
  }
};

Validation validation_of(const Settings& how, const std::vector<std::string>& classes, unsigned threads) {
  Validation out;
  how.take("folds", out.folds), how.take("repeat", out.repeat), how.take("seed", out.seed);
  how.take("group", out.group);
  if (how.has("positive")) out.judging.positive = how.get<std::string>("positive");
  out.judging.decide = decision_of(how, classes);
  out.judging.calibrations = calibrations_named(how.get<std::string>("calibrate", "none"));
  out.threads = threads;
  if (out.repeat == 0) throw Error(ErrorKind::usage, "‹repeat› takes a whole number from 1 on");
  if (out.folds == 0 && (out.repeat > 1 || !out.group.empty() || !out.judging.calibrations.empty()))
    throw Error(ErrorKind::usage,
                "‹folds› 'n' leaves out every row once: ‹repeat›, ‹group› and ‹calibrate› have no place");
  return out;
}

// An evaluation for each fold.
std::vector<Evaluation> cross_validated(const Classifier& model, const py::object& rows, const py::dict& options,
                                        unsigned threads) {
  const Data data = data_of(rows);
  const Settings how(options);
  const Validation validation = validation_of(how, model.classes(), threads);
  const bool skip = skips_bad_rows(how["on_bad_row"]);
  return unlocked([&] {
    const Plan plan = plan_of(model);
    const LabelledRows kept = kept_rows(plan, data, skip, threads, validation.group);
    if (kept.classes() != model.classes() && validation.judging.decide.may_reject())
      throw Error(ErrorKind::usage, "the rows have other classes than the model");
    const ConditionalFit* const fit = model.conditional_fit();
    if (fit == nullptr) return validation.judge(kept, plan);
    DiscriminativeOptions same = options_of(*fit);
    same.threads = threads;
    return validation.judge(kept, plan, [&](const LabelledRows& some) {
      return fit_weights(Classifier::train(plan, some.open(), threads), some, same).model;
    });
  });
}

// Of each plan that options make of the rows, the first's beside the others': an evaluation for each fold.
std::vector<std::vector<Evaluation>> cross_validated_options(const py::object& rows, const std::vector<py::dict>& each,
                                                             const py::dict& options, unsigned threads) {
  const Data data = data_of(rows);
  const Settings how(options);
  std::vector<PlanOptions> shapes;
  std::ranges::transform(each, std::back_inserter(shapes), plan_options);
  TrainingOptions training;
  training.group = how.get<std::string>("group"), training.threads = threads, training.progress = check_signals;
  const auto source = unlocked([&] {
    for (PlanOptions& shape : shapes) settle_target(shape, data);
    return std::make_unique<TrainingRows>(data, shapes[0], training);
  });
  std::vector<std::vector<Evaluation>> out;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const Plan plan = k == 0 ? source->plan() : unlocked([&] { return source->plan_of(shapes[k]); });
    const LabelledRows kept = unlocked([&] { return source->labelled(plan); });
    const Validation validation = validation_of(how, kept.classes(), threads);
    if (shapes.size() > 1 && validation.judging.decide.may_reject())
      throw Error(ErrorKind::usage, "‹against› compares answers: a row must not be left without one");
    out.push_back(unlocked([&] { return validation.judge(kept, plan); }));
  }
  return out;
}

}  // namespace

void add_validation(py::module_& module) {
  module.def("cross_validate", &cross_validated);
  module.def("cross_validate_options", &cross_validated_options);
}

}  // namespace priory::python
