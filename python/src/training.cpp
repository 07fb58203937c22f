// SPDX-License-Identifier: Apache-2.0
// Rows with a class become a model: plain, calibrated, chosen by rows left out, with weights fitted to the classes, or by
// EM where some rows have no class. By a plan that is given nothing is chosen.
#include <cmath>
#include <set>

#include "em.h"
#include "priory/discriminative.h"
#include "priory/front_end.h"
#include "priory/store.h"
#include "priory/pool.h"
#include "priory/training.h"

namespace priory::python {
namespace {

[[noreturn]] void refuse(const std::string& why, const std::string& remedy = "") {
  throw Error(ErrorKind::usage, why, {}, remedy);
}

// Options that are Python's strings, numbers and bools, taken out while its lock is held.
struct Learning {
  bool search = false, pool = false, discriminative = false, of_parts = false;
  bool calibration_given = false;
  TuneOptions tuning;
  std::vector<CalibrationMethod> calibrations;
  DiscriminativeOptions weights;
  std::size_t memory = 0;
  unsigned threads = 1;

  // Settings and probabilities are judged by rows that the model has not seen.
  bool judged() const { return search || pool || discriminative || of_parts || !calibrations.empty(); }
  // ‹structure› auto is a search among the structures.
  void search_structure() {
    search = true;
    const std::vector<std::string> names = structure_names();
    if (tuning.candidates.empty()) tuning.candidates = {names.begin(), names.end()};
    if (calibrations.empty() && !discriminative && !of_parts)
      tuning.calibrations = calibrations = calibrations_named("auto");
  }
  Classifier learn(TrainingRows& rows) const {
    if (search) return searched(rows);
    if (pool)
      return learn_pool(rows, {tuning.candidates.begin(), tuning.candidates.end()}, check_signals).model;
    return as_given(rows);
  }

 private:
  Classifier as_given(const TrainingRows& rows) const {
    const LabelledRows kept = rows.labelled(rows.plan());
    const Plan plan = weighted(rows.plan(), kept);
    const Classifier model = learn(rows, plan, kept);
    return discriminative ? fit_weights(model, kept, weights).model : calibrated(model, plan, kept);
  }

  Classifier searched(TrainingRows& rows) const {
    const SearchSpace space{rows.plan(), rows.options(), [&](const Plan& plan) { return rows.labelled(plan); },
                            [&](const PlanOptions& by) { return rows.plan_of(by); }};
    Tuned found = tune(space, tuning, {}, check_signals("choosing"));
    if (!found.unsearched.empty())  // as without a search
      return calibration_given || discriminative || of_parts ? as_given(rows) : rows.learn();
    const Plan plan = weighted(found.plan, found.rows);
    Classifier model = learn(rows, plan, found.rows);
    if (discriminative)
      model = fit_weights(model, found.rows, weights).model;
    else if (of_parts)
      model = calibrated(model, plan, found.rows);
    else if (found.calibration.method != CalibrationMethod::none)
      model = model.calibrated(found.calibration);
    return model.tuned(std::move(found.record));
  }

  Plan weighted(const Plan& plan, const LabelledRows& kept) const {
    return of_parts ? fit_part_weights(kept, plan, threads, check_signals("weighing")).plan : plan;
  }

  Classifier calibrated(const Classifier& model, const Plan& plan, const LabelledRows& kept) const {
    if (calibrations.empty()) return model;
    const Evaluation judged = judge_unseen(kept, plan, {}, kCalibrationRows, threads, check_signals("calibrating"));
    return model.calibrated(best_calibration(judged.rows(), calibrations));
  }

  Classifier learn(const TrainingRows& rows, const Plan& plan, const LabelledRows& kept) const {
    return rows.named(Classifier::train(rows.fitted(plan), kept.open(), rows.threads(), check_signals("learning")));
  }
};

DiscriminativeOptions weights_of(const Settings& how, unsigned threads) {
  DiscriminativeOptions out;
  if (how.has("l2") && !py::isinstance<py::str>(how["l2"])) out.l2 = how.get<double>("l2");
  if (py::isinstance<py::str>(how["l2"]) && how.get<std::string>("l2") != "auto")
    refuse("‹l2› takes a number from 0 on, or 'auto', and not '" + how.get<std::string>("l2") + "'");
  how.take("l1", out.l1), how.take("balanced", out.balanced), how.take("nb_scaled", out.nb_scaled);
  if (!(out.l2.value_or(0) >= 0 && out.l1 >= 0)) refuse("‹l2› and ‹l1› take numbers from 0 on");
  if (how.has("towards")) out.towards = word_of<Towards>("towards", how["towards"]);
  out.threads = threads;
  out.on_iteration = [tick = check_signals("fitting")](std::size_t, double, double) { return tick({}), true; };
  return out;
}

std::set<std::string> candidates_of(const Settings& how) {
  const std::vector<std::string> names = candidate_names(), given = how.get<std::vector<std::string>>("candidates");
  for (const std::string& each : given) {
    if (std::ranges::find(names, each) == names.end())
      refuse("‹candidates›: there is no '" + each + "'" + did_you_mean(each, names));
  }
  return {given.begin(), given.end()};
}

std::size_t memory_of(const Settings& how) {
  if (!how.has("max_memory")) return 0;
  return parse_memory(py::cast<std::string>(py::str(how["max_memory"])));
}

Learning learning_of(const Settings& how, const py::dict& options, unsigned threads) {
  Learning out;
  out.threads = threads, out.memory = memory_of(how);
  how.take("search", out.search), how.take("pool", out.pool), how.take("discriminative", out.discriminative);
  how.take("weights", out.of_parts);
  out.calibration_given = how.has("calibrate");
  if (out.discriminative && out.of_parts)
    refuse("‹discriminative› fits a weight for each feature, ‹weights› one for each part", "give one of them");
  if (how.get<bool>("plain") && out.search)
    refuse("‹plain› chooses nothing, and ‹search› chooses: give one of them");
  if (const auto idle = how.given({"l2", "l1", "towards", "balanced"}); !idle.empty() && !out.discriminative)
    refuse("‹" + idle[0] + "› goes with ‹discriminative›");
  if (const auto other = how.given({"search", "plain", "discriminative", "weights", "calibrate"}); out.pool && !other.empty())
    refuse("‹pool› weighs several models and ends with a temperature, and ‹" + other[0] + "› asks for something else",
           "give one of them");
  if (const auto idle = how.given({"candidates", "max_trials", "tune_rows"}); !idle.empty() && !out.search && !(out.pool && idle[0] == "candidates"))
    refuse("‹" + spelt_with_dashes(idle[0]) + "› goes with ‹search›");
  const auto calibrate = how.get<std::string>("calibrate", out.search && !out.discriminative && !out.of_parts ? "auto" : "none");
  out.calibrations = calibrations_named(calibrate);
  if (out.discriminative && !out.calibrations.empty())
    refuse("‹calibrate› is for the generative model", "leave it out: ‹discriminative› fits the probabilities themselves");
  out.weights = weights_of(how, threads);
  how.take("metric", out.tuning.metric), how.take("max_trials", out.tuning.most_trials);
  how.take("tune_rows", out.tuning.most_rows);
  out.tuning.candidates = candidates_of(how);
  out.tuning.fixed = fixed_by(names_given(options)), out.tuning.calibrations = out.calibrations;
  out.tuning.threads = threads;
  return out;
}

// Rows some of which have no class.
struct Partly {
  bool wanted = false, empty_classes = false;
  std::optional<Data> unlabelled;
  std::optional<double> weight = 1;  // nothing: the best of some
  EmOptions em;
};

Partly partly_of(const Settings& how) {
  Partly out;
  out.em = em_options(how);
  how.take("em", out.empty_classes);
  if (how.has("unlabelled")) out.unlabelled = data_of(how["unlabelled"]);
  out.wanted = out.empty_classes || out.unlabelled || out.em.components > 1;
  if (py::isinstance<py::str>(how["unlabelled_weight"])) {
    if (how.get<std::string>("unlabelled_weight") != "auto") refuse_value("unlabelled_weight", how["unlabelled_weight"]);
    out.weight.reset();
  } else {
    out.weight = how.get<double>("unlabelled_weight", 1);
    if (!(*out.weight >= 0 && std::isfinite(*out.weight)))
      refuse("‹unlabelled-weight› takes a number from 0 on, or 'auto'");
  }
  const auto idle = how.given({"unlabelled_weight", "hard", "anneal", "max_iterations", "tolerance", "restarts", "seed"});
  if (!idle.empty() && !out.wanted)
    refuse("‹" + spelt_with_dashes(idle[0]) + "› is for learning by EM: with ‹unlabelled›, ‹em› or ‹components›");
  return out;
}

Classifier learn_network(const TrainingRows& rows, const Partly& how, unsigned threads, std::vector<std::string>& notes) {
  if (how.unlabelled)
    refuse("‹structure› goes with ‹em›, not with ‹unlabelled›: rows without a class stand among the others");
  const EmResult found =
      train_network(rows.plan(), rows.opener(false), how.em, threads, {}, check_signals("learning"));
  add_notes(found, how.em, notes);
  return found.model;
}

Classifier learn_partly(TrainingRows& rows, const Partly& how, const Learning& learning, std::vector<std::string>& notes) {
  if (!rows.plan().structure.empty()) return learn_network(rows, how, learning.threads, notes);
  if (how.unlabelled) rows.add_unlabelled(*how.unlabelled);
  rows.fit_to({learning.memory, how.em.components, kEmCopies, learning.threads, true}, !how.empty_classes);
  const HiddenRows kept(rows.plan(), {rows.opener(!how.empty_classes)}, rows.unlabelled(), rows.room_for_rows(),
                        rows.threads(), check_signals("reading"));
  EmOptions em = how.em;
  em.unlabelled_weight = how.weight ? *how.weight
                                    : best_trial(try_unlabelled_weights(kept, em, learning.threads, {},
                                                                        check_signals("choosing the weight")))
                                          .weight;
  EmResult found = train_with_unlabelled(kept, em, learning.threads, {}, check_signals("learning"));
  add_notes(found, em, notes);
  return rows.named(found.model, !how.empty_classes);
}

Classifier learn(TrainingRows& rows, const Learning& learning, const Partly& partly, std::vector<std::string>& notes) {
  if (partly.wanted) {
    if (learning.judged())
      refuse("‹search›, ‹calibrate›, ‹discriminative› and ‹weights› need rows left out, which EM cannot take out again",
             "they go with rows that all have a class, and without ‹components›");
    return learn_partly(rows, partly, learning, notes);
  }
  std::optional<Classifier> once = rows.learn_at_once();
  rows.fit_to({learning.memory, 1, learning.judged() ? kJudgingCopies : 1, learning.threads, learning.search});
  return once ? rows.named(*once) : learning.judged() ? learning.learn(rows) : rows.learn();
}

// The model, and what the user should know.
py::tuple train_model(const py::object& rows, const py::object& plan, const py::dict& given_options, const py::dict& how,
                      unsigned threads) {
  const Data data = data_of(rows);
  const py::dict options = py::reinterpret_steal<py::dict>(PyDict_Copy(given_options.ptr()));
  const bool of_structures = 
      options.contains("structure") && py::isinstance<py::str>(options["structure"]) && py::cast<std::string>(options["structure"]) == "auto";
  if (of_structures) options.attr("pop")("structure");
  PlanOptions shape = plan_options(options);
  const Settings settings(how);
  Learning learning = learning_of(settings, options, threads);
  if (of_structures) learning.search_structure();
  const Partly partly = partly_of(settings);
  const Plan* given = plan.is_none() ? nullptr : &py::cast<const Plan&>(plan);
  if (given != nullptr) check_agrees(*given, options);
  if (given != nullptr && (learning.search || learning.pool || learning.memory > 0))
    refuse(learning.pool     ? "‹pool› chooses models, and ‹plan› gives one"
           : learning.search ? "‹search› chooses settings, and ‹plan› gives them"
                           : "‹max-memory› chooses words, and ‹plan› gives them");
  std::vector<std::string> notes;
  const Classifier model = unlocked([&] {
    TrainingOptions training;
    training.at_once = !learning.judged() && !partly.wanted && learning.memory == 0;
    training.threads = threads, training.progress = check_signals;
    if (given == nullptr) settle_target(shape, data);
    TrainingRows source = given != nullptr ? TrainingRows(data, *given, shape.skip_bad_rows, training)
                                           : TrainingRows(data, shape, training);
    Classifier out = learn(source, learning, partly, notes);
    add_notes(source, notes);
    return out;
  });
  return py::make_tuple(model, spelt_notes(notes));
}

}  // namespace

void add_notes(const TrainingRows& rows, std::vector<std::string>& to) {
  const Plan& plan = rows.plan();
  for (const ColumnRole& role : plan.roles) {
    if (const std::string text = left_out(role); !text.empty()) to.push_back(text);
  }
  for (const std::vector<std::string>& list :
       {rows.notes(), doubts_about(plan), plan.notes, notes_on(rows.counts())})
    to.insert(to.end(), list.begin(), list.end());
}

std::vector<CalibrationMethod> calibrations_named(const std::string& name) {
  using enum CalibrationMethod;
  if (name == "auto") return {none, temperature, sigmoid, isotonic};
  if (name == "none") return {};
  if (const auto method = value_named<CalibrationMethod>(name)) return {*method};
  refuse("‹calibrate› is auto, none, temperature, sigmoid or isotonic, and not '" + name + "'");
}

void add_training(py::module_& module) { module.def("train", &train_model); }

}  // namespace priory::python
