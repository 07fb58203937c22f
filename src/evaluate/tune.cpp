// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>

#include "priory/requirement.h"
#include "priory/tuning.h"

#include "evaluate/calibrated_loss.h"
#include "evaluate/tune_candidate.h"

namespace priory {
namespace {

bool less_is_better(const std::string& metric) {
  static constexpr std::string_view kLosses[] = {"log_loss", "brier", "ece"};
  return std::ranges::find(kLosses, metric) != std::end(kLosses) || metric.starts_with("losses.");
}

class Search {
 public:
  Search(const Plan& start, const RowsOf& rows_of, const TuneOptions& options, const OnTrial& on_trial,
         const Tick& tick)
      : rows_of_(rows_of), options_(options), on_trial_(on_trial), tick_(tick), best_(start) {
    record_.metric = options.metric;
  }

  Tuned run() {
    attempt(best_);
    if (best_.has_text()) tune_texts();
    climb("alpha", std::sqrt(10));
    tune_setting("var-smoothing", {1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1}, 3);
    tune_setting("shrinkage", {0, 0.01, 0.03, 0.1, 0.3, 0.6}, 1.6);
    tune_prior();
    return {best_.plan, record_, rows_for(best_.plan)};
  }

 private:
  bool free(const std::string& name) const { return !options_.fixed.contains(name); }

  // The class prior between the shares of the rows and, with ever more imaginary rows of each class, uniform.
  void tune_prior() {
    if (best_.plan.prior.kind != PriorKind::empirical || !uses_prior(best_.plan)) return;
    for (const double alpha : {1.0, 10.0, 100.0, 1000.0}) {
      if (!free("prior-alpha") || !free("class-prior")) break;
      TuneCandidate next = best_;
      next.plan.prior.alpha = alpha;
      next.flag("prior-alpha", fmt::format("{}", alpha));
      attempt(next);
    }
    if (!free("class-prior")) return;
    TuneCandidate next = best_;
    next.plan.prior.kind = PriorKind::uniform, next.plan.prior.alpha = 0;
    next.no_flag("prior-alpha");
    next.flag("class-prior", "uniform");
    attempt(next);
  }

  // With pairs of words the weights are tried once more: what is best for words alone need not be best for
  // both.
  void tune_texts() {
    const TuneCandidate start = best_;
    if (free("family")) {
      for (const char* family : {"multinomial", "complement", "bernoulli"}) {
        TuneCandidate next = start;
        next.set_event_model(family);
        attempt_smoothed(next);
      }
    }
    attempt_weighted(start);
    turn_weights();
    if (free("ngrams") && has_room_for_pairs() && attempt_pairs()) turn_weights();
  }

  // More words want less smoothing each.
  bool attempt_pairs() {
    TuneCandidate next = best_;
    next.set_longest(2);
    const bool better = attempt(next);
    if (!free("alpha") || next.find("alpha") == nullptr) return better;
    next.set("alpha", *next.find("alpha") / 10);
    return attempt(next) || better;
  }

  void attempt_smoothed(TuneCandidate next) {
    for (const double alpha : {1.0, 0.1, 0.01}) {
      if (free("alpha")) next.set("alpha", alpha);
      attempt(next);
    }
  }

  // The complement model with all the weights of Rennie, Shih, Teevan and Karger (2003): they help together
  // where one alone does not, so that turning one after the other would not always come here.
  void attempt_weighted(TuneCandidate next) {
    if (free("family")) next.set_event_model("complement");
    if (!has_weights(next)) return;
    if (free("tf")) next.set_tf(Tf::log);
    if (free("idf")) next.set_idf(true);
    if (free("length-norm")) next.set_length_norm(LengthNorm::l2);
    attempt_smoothed(next);
  }

  // Words of the Bernoulli model are there or not, and that is all.
  static bool has_weights(const TuneCandidate& candidate) { return candidate.event_model() != "bernoulli"; }

  // Each weight otherwise than it is, one after the other.
  void turn_weights() {
    if (!has_weights(best_)) return;
    for (const Tf tf : {Tf::count, Tf::log, Tf::binary}) {
      if (free("tf")) attempt_changed([&](TuneCandidate& next) { next.set_tf(tf); });
    }
    const TextOptions text = best_.text_options();
    if (free("idf")) attempt_changed([&](TuneCandidate& next) { next.set_idf(!text.idf); });
    if (free("length-norm")) {
      const bool none = text.length_norm == LengthNorm::none;
      attempt_changed(
          [&](TuneCandidate& next) { next.set_length_norm(none ? LengthNorm::l2 : LengthNorm::none); });
    }
    const double* weight_norm = best_.find("weight-norm");
    if (free("weight-norm") && weight_norm != nullptr)
      attempt_changed([norm = *weight_norm](TuneCandidate& next) { next.set_weight_norm(norm == 0); });
  }

  // Pairs of words are some fifteen times as many as words.
  bool has_room_for_pairs() {
    constexpr std::size_t kMost = 20'000'000;
    const LabelledRows& rows = rows_for(best_.plan);
    return rows.n_values() * rows.classes().size() <= kMost;
  }

  // The grid, and then smaller steps around the best.
  void tune_setting(const std::string& name, const std::vector<double>& grid, double half_step) {
    if (!free(name) || best_.find(name) == nullptr) return;
    for (const double value : grid) attempt_setting(name, value);
    refine(name, half_step);
  }

  // Downwards, then upwards, until two steps in a row have not helped; then smaller steps around the best.
  void climb(const std::string& name, double factor) {
    if (!free(name) || best_.find(name) == nullptr) return;
    for (const double step : {1 / factor, factor}) {
      double value = *best_.find(name);
      for (int in_vain = 0; in_vain < 2 && value > 1e-9 && value < 1e6;) {
        value *= step;
        in_vain = attempt_setting(name, value) ? 0 : in_vain + 1;
      }
    }
    refine(name, std::sqrt(factor));
  }

  void refine(const std::string& name, double half_step) {
    for (const double factor : {half_step, std::sqrt(half_step)}) {
      const double centre = *best_.find(name);
      attempt_setting(name, centre / factor);
      attempt_setting(name, centre * factor);
    }
  }

  bool attempt_setting(const std::string& name, double value) {
    return attempt_changed([&](TuneCandidate& next) { next.set(name, value); });
  }

  template <class Change>
  bool attempt_changed(const Change& change) {
    TuneCandidate next = best_;
    change(next);
    return attempt(next);
  }

  // Whether it is the best so far.
  bool attempt(const TuneCandidate& candidate) {
    if (!tried_.insert(candidate.key()).second) return false;
    Trial trial{candidate.text(), value(candidate.plan), false};
    const bool better = record_.trials.empty() ||
                        (less_is_better(options_.metric) ? trial.value < least_ : trial.value > least_);
    if (better) best_ = candidate, least_ = trial.value, trial.best = true;
    record_.trials.push_back(trial);
    if (on_trial_) on_trial_(trial);
    return better;
  }

  double value(const Plan& plan) {
    const LabelledRows& rows = rows_for(plan);
    const Evaluation judged =
        judge_unseen(rows, plan, {{}, options_.positive}, options_.most_rows, options_.threads, tick_);
    if (options_.metric == "log_loss") return log_loss(rows, judged.rows());
    const std::vector<Figure> all = figures(judged.measure({{}, 0, options_.threads}));
    std::vector<std::string> names;
    for (const Figure& figure : all) {
      if (figure.name == options_.metric) return figure.value.value_or(least_);
      names.push_back(figure.name);
    }
    throw Error(ErrorKind::usage, fmt::format("there is no figure '{}'{}", options_.metric,
                                              did_you_mean(options_.metric, names)));
  }

  // A row that is alone in its class is lost under any setting and says nothing about them.
  double log_loss(const LabelledRows& rows, const ScoredRows& judged) const {
    std::vector<std::size_t> of_class(rows.classes().size());
    for (const std::uint32_t label : rows.labels()) ++of_class[label];
    Calibration calibration;
    if (options_.calibrated) calibration = calibrate(judged, CalibrationMethod::temperature);
    std::vector<std::size_t> usable;
    for (std::size_t row = 0; row < judged.size(); ++row) {
      if (of_class[judged.actual[row]] > 1 && judged.weight[row] > 0) usable.push_back(row);
    }
    return priory::log_loss(judged, usable, calibration);
  }

  // Kept as long as the tokens are the same.
  const LabelledRows& rows_for(const Plan& plan) {
    std::string tokens;
    for (const PartPlan& part : plan.parts) {
      const TokenOptions& each = part.text_options.tokens;
      tokens += fmt::format("{}-{} ", each.min_n, each.max_n);
    }
    const auto at = rows_.find(tokens);
    if (at != rows_.end()) return at->second;
    return rows_.emplace(tokens, rows_of_(plan)).first->second;
  }

  const RowsOf& rows_of_;
  const TuneOptions& options_;
  const OnTrial& on_trial_;
  const Tick& tick_;
  TuneCandidate best_;
  double least_ = 0;  // or most, where more is better
  TuningRecord record_;
  std::set<std::string> tried_;
  std::map<std::string, LabelledRows> rows_;
};

}  // namespace

Tuned tune(const Plan& start, const RowsOf& rows_of, const TuneOptions& options, const OnTrial& on_trial,
           const Tick& tick) {
  return Search(start, rows_of, options, on_trial, tick).run();
}

}  // namespace priory
