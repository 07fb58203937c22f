// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/random.h"
#include "evaluate/calibrated_loss.h"
#include "search/makers.h"
#include "search/plan_field.h"
#include "search/text_field.h"

namespace priory {
namespace {

constexpr std::size_t kFirstRows = 256, kFinalists = 3, kCalibratedRows = 50'000;

class Search {
 public:
  Search(const SearchSpace& space, const TuneOptions& options, const OnTrial& on_trial, const Tick& tick)
      : space_(space),
        options_(options),
        on_trial_(on_trial),
        making_{space, options},
        plans_(space.rows_of, options.threads, tick),
        texts_(space.rows_of, options.threads) {}

  Tuned run() {
    const bool of_texts = texts_.has(space_.start);
    std::vector<Runner> finalists = of_texts ? race_texts() : race_tables();
    if (finalists.empty())  // what cannot be learnt, or judged, says why
      judge_unseen(plans_.rows_for(space_.start), space_.start, {}, kFirstRows, options_.threads);
    if (finalists.empty()) return {space_.start, record_, plans_.rows_for(space_.start), {}, {}};
    for (Runner& each : finalists)
      each.standing = stand(std::move(each.standing.rows), classes_, options_, true);
    const std::size_t chosen = choose(finalists);
    const Runner& best = finalists[chosen];
    record_.metric = options_.metric;
    record_.trials.push_back({best.candidate.text(), told(best.standing), true});
    Calibration calibration;
    if (!options_.calibrations.empty()) {
      const std::vector<Plan> plans = {best.candidate.plan};
      const std::size_t most = of_texts ? kCalibratedRows : kCalibrationRows;
      calibration = calibrate(*(of_texts ? texts_.judge(plans, most) : plans_.judge(plans, most))[0],
                              best.standing.method);
    }
    return {best.candidate.plan, record_, plans_.rows_for(best.candidate.plan), calibration,
            chosen_again(finalists)};
  }

 private:
  double told(const Standing& standing) const {
    if (options_.metric == "log_loss") return standing.log_loss;
    if (options_.metric == "accuracy") return standing.accuracy;
    return standing.value;
  }

  std::vector<Runner> race_texts() {
    const TextRows& rows = *texts_.texts_of(space_.start);
    classes_ = rows.classes;
    Race race(
        classes_, rows.n_rows(), options_,
        [&](const std::vector<Plan>& plans, std::size_t most) { return texts_.judge(plans, most); },
        on_trial_);
    std::vector<Runner> out = race.run(make_candidates(making_, text_makers()), kFirstRows, kFinalists);
    add_characters(race, rows, out);
    refine(race, out);
    record_.trials = race.trials();
    return out;
  }

  // Characters are some ten times as many as words: only where they have room beside the same rows.
  void add_characters(Race& race, const TextRows& words, std::vector<Runner>& out) {
    constexpr std::size_t kPerWord = 12, kMost = 12'000'000;
    if (words.word.size() * kPerWord > kMost) return;
    std::vector<PlanCandidate> all = make_candidates(making_, character_makers());
    all.erase(all.begin());
    if (all.empty()) return;
    for (Runner& each : race.run(std::move(all), 4 * kFirstRows, 1)) out.push_back(std::move(each));
  }

  // Texts beside other columns, or several: what is best for the first alone is tried for all.
  void try_texts(std::vector<PlanCandidate>& candidates) {
    SearchSpace alone = space_;
    std::erase_if(alone.start.parts, [](const PartPlan& part) { return !part.text; });
    alone.start.parts.resize(1);
    TextField field(space_.rows_of, options_.threads);
    const TextRows* rows = field.texts_of(alone.start);
    if (rows == nullptr || !alone.start.structure.empty()) return;
    Race race(classes_, rows->n_rows(), options_,
              [&](const std::vector<Plan>& plans, std::size_t most) { return field.judge(plans, most); }, {});
    const std::vector<Runner> best =
        race.run(make_candidates({alone, options_}, text_makers()), kFirstRows, 2);
    const std::size_t n = candidates.size();
    for (const Runner& each : best) {
      for (std::size_t k = 0; k < n; ++k) {
        candidates.push_back(candidates[k]);
        candidates.back().set_texts_like(each.candidate);
      }
    }
    record_.trials = race.trials();
  }

  std::vector<Runner> race_tables() {
    const LabelledRows& rows = plans_.rows_for(space_.start);
    classes_ = rows.classes();
    Race race(
        classes_, rows.n_rows(), options_,
        [&](const std::vector<Plan>& plans, std::size_t most) { return plans_.judge(plans, most); },
        on_trial_);
    std::vector<PlanCandidate> candidates = make_candidates(making_, table_makers());
    if (candidates[0].has_text()) try_texts(candidates);
    std::vector<Runner> out = race.run(std::move(candidates), 4 * kFirstRows, kFinalists);
    refine(race, out);
    record_.trials.insert(record_.trials.end(), race.trials().begin(), race.trials().end());
    return out;
  }

  // The settings of the best two, each in steps as long as that helps.
  void refine(Race& race, std::vector<Runner>& runners) {
    std::stable_sort(runners.begin(), runners.end(),
                     [](const Runner& a, const Runner& b) { return a.standing.value < b.standing.value; });
    for (std::size_t k = 0; k < std::min<std::size_t>(2, runners.size()); ++k) {
      climb(race, runners[k], "alpha", 2);
      climb(race, runners[k], "var-smoothing", 10);
      try_shrinkage(race, runners[k]);
      try_weight_norm(race, runners[k]);
    }
  }

  bool attempt(Race& race, Runner& runner, const PlanCandidate& next) {
    std::optional<Runner> judged = race.judge(next);
    constexpr double kLeastGain = 1e-3;  // of the value: less is not worth a step
    const double now = runner.standing.value;
    if (!judged || !(judged->standing.value < now - kLeastGain * std::abs(now))) return false;
    runner = std::move(*judged);
    return true;
  }

  bool attempt_setting(Race& race, Runner& runner, const std::string& name, double value) {
    PlanCandidate next = runner.candidate;
    next.set(name, value);
    return attempt(race, runner, next);
  }

  void climb(Race& race, Runner& runner, const std::string& name, double factor) {
    const double* now = runner.candidate.find(name);
    if (now == nullptr || !making_.free(name) || *now <= 0) return;
    const double start = *now;
    bool helped = false;
    for (double value = start / factor; value > 1e-9 && attempt_setting(race, runner, name, value);
         value /= factor)
      helped = true;
    for (double value = start * factor; !helped && value < 1e6 && attempt_setting(race, runner, name, value);)
      value *= factor;
  }

  // Covariances towards that of all classes, and towards the diagonal of standardised columns.
  void try_shrinkage(Race& race, Runner& runner) {
    if (runner.candidate.find("shrinkage") == nullptr || !making_.free("shrinkage")) return;
    const auto try_values = [&](const std::string& name, std::initializer_list<double> values) {
      for (const double value : values) {
        PlanCandidate next = runner.candidate;
        if (making_.free("standardise")) next.set_standardised();
        next.set(name, value);
        attempt(race, runner, next);
      }
    };
    if (runner.candidate.find("pooling") != nullptr && making_.free("pooling"))
      try_values("pooling", {0.01, 0.1, 0.3, 0.6});
    try_values("shrinkage", {0.003, 0.03, 0.1, 0.3, 0.6});
  }

  void try_weight_norm(Race& race, Runner& runner) {
    if (runner.candidate.find("weight-norm") == nullptr || !making_.free("weight-norm")) return;
    PlanCandidate next = runner.candidate;
    next.set_weight_norm(*runner.candidate.find("weight-norm") == 0);
    attempt(race, runner, next);
  }

  // A fifth of the rows after the other is judged by what the others choose.
  SearchFigures chosen_again(const std::vector<Runner>& finalists) const {
    constexpr std::size_t kParts = 5;
    SearchFigures out;
    double weight = 0;
    std::vector<ScoredRows> calibrated;
    calibrated.reserve(finalists.size());
    for (const Runner& each : finalists) calibrated.push_back(each.standing.calibrated);
    const std::size_t n = calibrated[0].size();
    for (std::size_t part = 0; part < kParts; ++part) {
      const auto held_out = [&](std::size_t row) { return mixed(row) % kParts == part; };
      std::size_t best = 0;
      double least = HUGE_VAL;
      for (std::size_t k = 0; k < calibrated.size(); ++k) {
        double loss = 0;
        for (std::size_t row = 0; row < n && row < calibrated[k].size(); ++row) {
          if (!held_out(row)) loss -= calibrated[k].scores(row)[calibrated[k].actual[row]];
        }
        if (loss < least) least = loss, best = k;
      }
      for (std::size_t row = 0; row < n; ++row) {
        if (!held_out(row)) continue;
        const std::span<const double> scores = calibrated[best].scores(row);
        const auto w = static_cast<double>(calibrated[best].weight[row]);
        const std::uint32_t actual = calibrated[best].actual[row];
        out.rows += 1, weight += w, out.log_loss -= w * scores[actual];
        out.accuracy += std::ranges::max_element(scores) - scores.begin() == actual ? w : 0;
      }
    }
    out.log_loss /= weight, out.accuracy /= weight;
    return out;
  }

  const SearchSpace& space_;
  const TuneOptions& options_;
  const OnTrial& on_trial_;
  Making making_;
  PlanField plans_;
  TextField texts_;
  std::vector<std::string> classes_;
  TuningRecord record_;
};

}  // namespace

Tuned tune(const SearchSpace& space, const TuneOptions& options, const OnTrial& on_trial, const Tick& tick) {
  return Search(space, options, on_trial, tick).run();
}

}  // namespace priory
