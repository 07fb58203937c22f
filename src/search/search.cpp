// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/random.h"
#include "evaluate/calibrated_loss.h"
#include "search/makers.h"
#include "search/plan_field.h"
#include "search/search_sample.h"
#include "search/text_field.h"

namespace priory {
namespace {

constexpr std::size_t kFirstRows = 256, kCalibratedRows = 50'000;
constexpr std::size_t kMostClasses = 1000;

// What leaves nothing to choose by.
std::string why_not(const LabelledRows& rows, std::size_t least) {
  const std::size_t n = rows.classes().size();
  if (n < 2) return "there is one class only";
  if (n > kMostClasses) return fmt::format("there are more than {} classes", kMostClasses);
  if (rows.n_rows() < least) return fmt::format("there are fewer than {} rows", least);
  return {};
}

class Search {
 public:
  Search(const SearchSpace& space, const TuneOptions& options, const OnTrial& on_trial, const Tick& tick)
      : space_(space),
        options_(options),
        on_trial_(on_trial),
        making_{space, options},
        few_of_([this](const Plan& plan) { return few_of(plan); }),
        plans_(few_of_, options.threads, tick),
        texts_(space.rows_of, options.threads) {}

  Tuned run() {
    const LabelledRows rows = space_.rows_of(space_.start);
    n_rows_ = rows.n_rows();
    if (const std::string why = why_not(rows, options_.least_rows); !why.empty())
      return {space_.start, {}, rows, {}, {}, {}, why};
    classes_ = rows.classes();
    of_texts_ = texts_.has(space_.start);
    std::vector<Runner> last = of_texts_ ? race_texts() : race_tables();
    if (last.empty())  // what cannot be learnt, or judged, says why
      judge_unseen(rows, space_.start, {}, kFirstRows, options_.threads);
    if (last.empty()) return {space_.start, {}, rows, {}, {}, {}, "no candidate could be judged"};
    for (Runner& each : last) each.standing = stand(std::move(each.standing.rows), classes_, options_, true);
    std::swap(last[0], last[choose(last)]);
    const Runner& best = last[0];
    record_.metric = options_.metric;
    record_.trials.push_back({best.candidate.text(), told(best.standing), true});
    Tuned out{best.candidate.plan, record_, all_rows_for(best.candidate.plan), {}, {}, {}, {}};
    if (options_.figures) out.figures = repeats_cheaply(rows) ? repeated() : chosen_again(last);
    out.calibration = calibrated(best);
    for (Runner& each : last) out.finalists.push_back(finalist(std::move(each)));
    out.finalists[0].calibration = out.calibration;
    return out;
  }

 private:
  LabelledRows few_of(const Plan& plan) const {
    return sampled(space_.rows_of(plan), plan, most_searched(space_.start.parts.size()), options_.threads);
  }

  LabelledRows all_rows_for(const Plan& plan) {
    if (of_texts_) return space_.rows_of(plan);
    const LabelledRows& rows = plans_.rows_for(plan);
    return rows.n_rows() == n_rows_ ? rows : space_.rows_of(plan);
  }

  double told(const Standing& standing) const {
    if (options_.metric == "log_loss") return standing.log_loss;
    if (options_.metric == "accuracy") return standing.accuracy;
    return standing.value;
  }

  // Of texts by more rows than they were chosen by: curves take them all.
  Calibration calibrated(const Runner& best) {
    if (options_.calibrations.empty()) return {};
    if (!of_texts_) return calibrate(best.standing.rows, best.standing.method);
    return calibrate(*texts_.judge({best.candidate}, kCalibratedRows)[0], best.standing.method);
  }

  static Finalist finalist(Runner runner) {
    Standing& of = runner.standing;
    Finalist out{
        runner.candidate.plan, runner.candidate.text(), std::move(of.rows), std::move(of.calibrated), {}};
    out.calibration = calibrate(out.rows, of.method);
    return out;
  }

  // The model that nothing was chosen for is among the last: what is chosen has to be better.
  void add_start(Race& race, std::vector<Runner>& last) {
    const PlanCandidate start(space_.start);
    const bool there =
        std::ranges::any_of(last, [&](const Runner& each) { return each.candidate.key() == start.key(); });
    if (there) return;
    if (std::optional<Runner> judged = race.judge(start)) last.push_back(std::move(*judged));
  }

  std::vector<Runner> race_texts() {
    const TextRows& rows = *texts_.texts_of(space_.start);
    Race race(
        classes_, rows.n_rows(), options_,
        [&](const std::vector<PlanCandidate>& some, std::size_t most, std::size_t) {
          return texts_.judge(some, most);
        },
        on_trial_);
    std::vector<Runner> out =
        race.run(make_candidates(making_, text_makers()), kFirstRows, options_.finalists);
    add_characters(race, rows, out);
    refine(race, out);
    add_start(race, out);
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
              [&](const std::vector<PlanCandidate>& some, std::size_t most, std::size_t) {
                return field.judge(some, most);
              },
              {});
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
    Race race(
        classes_, plans_.rows_for(space_.start).n_rows(), options_,
        [&](const std::vector<PlanCandidate>& some, std::size_t most, std::size_t in_the_end) {
          return plans_.judge(some, most, in_the_end);
        },
        on_trial_);
    std::vector<PlanCandidate> candidates = make_candidates(making_, table_makers());
    if (candidates[0].has_text()) try_texts(candidates);
    std::vector<Runner> out = race.run(std::move(candidates), 4 * kFirstRows, options_.finalists);
    refine(race, out);
    add_start(race, out);
    record_.trials.insert(record_.trials.end(), race.trials().begin(), race.trials().end());
    return out;
  }

  // The settings of the best two, each in steps as long as that helps; what all steps together gain has to be
  // more than its error.
  void refine(Race& race, std::vector<Runner>& runners) {
    std::stable_sort(runners.begin(), runners.end(),
                     [](const Runner& a, const Runner& b) { return a.standing.value < b.standing.value; });
    for (std::size_t k = 0; k < std::min<std::size_t>(2, runners.size()); ++k) {
      unless_by_chance(runners[k], [&](Runner& each) { climb(race, each, "alpha", 2); });
      unless_by_chance(runners[k], [&](Runner& each) { climb(race, each, "var-smoothing", 10); });
      unless_by_chance(runners[k], [&](Runner& each) { try_shrinkage(race, each); });
      unless_by_chance(runners[k], [&](Runner& each) { try_weight_norm(race, each); });
    }
  }

  template <class Change>
  void unless_by_chance(Runner& runner, const Change& change) {
    Runner before = runner;
    change(runner);
    if (!surely_better(runner.standing, before.standing)) runner = std::move(before);
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

  // Values that no row has yet come some day; how much they then cost few rows do not show.
  double least_of(const std::string& name) const {
    constexpr double kRows = 20;
    if (name != "alpha" || of_texts_) return 1e-9;
    return kRows / static_cast<double>(n_rows_);
  }

  void climb(Race& race, Runner& runner, const std::string& name, double factor) {
    const double* now = runner.candidate.find(name);
    if (now == nullptr || !making_.free(name) || *now <= 0) return;
    const double start = *now;
    bool helped = false;
    const double least = least_of(name);
    for (double value = start / factor; value > least && attempt_setting(race, runner, name, value);
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

  // Whether the search can be made again for each fifth of the rows.
  bool repeats_cheaply(const LabelledRows& rows) const {
    constexpr std::size_t kFewRows = 2000, kFewPairs = 200'000, kFewWords = 20'000;
    if (rows.n_rows() > kFewRows || rows.open()()->ranks() != nullptr) return false;
    if (of_texts_) return rows.n_values() <= kFewWords;
    const std::size_t n = space_.start.parts.size();
    return rows.n_rows() * n * n <= kFewPairs;
  }

  // For each fifth of the rows in turn the others search.
  SearchFigures repeated() const {
    const LabelledRows rows = space_.rows_of(space_.start);
    const auto fold_of_row = assign_folds(rows, {.folds = kParts});
    TuneOptions again = options_;
    again.figures = false, again.least_rows = 0;  // as all rows are searched
    Evaluation all(rows.classes());
    for (const Evaluation& each : cross_validate_best(space_, again, fold_of_row)) all.merge(each);
    const Measures measures = all.measure({{}, 0, options_.threads});
    return {measures.rows, measures.accuracy, measures.log_loss};
  }

  // A fifth of the rows after the other is judged by what the others choose.
  SearchFigures chosen_again(const std::vector<Runner>& finalists) const {
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

  static constexpr std::size_t kParts = 5;

  const SearchSpace& space_;
  const TuneOptions& options_;
  const OnTrial& on_trial_;
  Making making_;
  RowsOf few_of_;
  PlanField plans_;
  TextField texts_;
  bool of_texts_ = false;
  std::size_t n_rows_ = 0;
  std::vector<std::string> classes_;
  TuningRecord record_;
};

}  // namespace

Tuned tune(const SearchSpace& space, const TuneOptions& options, const OnTrial& on_trial, const Tick& tick) {
  return Search(space, options, on_trial, tick).run();
}

}  // namespace priory
