// SPDX-License-Identifier: Apache-2.0
#include "search/race.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/evaluation.h"

#include "evaluate/calibrated_loss.h"

namespace priory {
namespace {

bool less_is_better(const std::string& metric) {
  static constexpr std::string_view kLosses[] = {"log_loss", "brier", "ece"};
  return std::ranges::find(kLosses, metric) != std::end(kLosses) || metric.starts_with("losses.");
}

// A row that is alone in its class is lost under any candidate and says nothing about them.
constexpr double kMostLoss = 35;

// Curves in steps are for many classes and rows; a sigmoid of few classes costs little.
void calibrate_roughly(ScoredRows& rows) {
  constexpr std::size_t kManyClasses = 8, kManyRows = 200;
  if (rows.n_classes > kManyClasses && rows.size() >= kManyRows) return quickly_calibrate(rows);
  const Calibration sigmoid = calibrate(rows, CalibrationMethod::sigmoid);
  for (std::size_t row = 0; row < rows.size(); ++row)
    sigmoid.apply({&rows.log_posterior[row * rows.n_classes], rows.n_classes});
}

double figure_of(const ScoredRows& rows, const std::vector<std::string>& classes,
                 const TuneOptions& options) {
  Evaluation all(classes, options.positive);
  const Decision decide;
  for (std::size_t row = 0; row < rows.size(); ++row)
    all.add(classes[rows.actual[row]], rows.scores(row), decide(rows.scores(row)),
            static_cast<double>(rows.weight[row]) * 0x1p-24);
  std::vector<std::string> names;
  for (const Figure& figure : figures(all.measure({{}, 0, options.threads}))) {
    if (figure.name == options.metric) {
      const double value = figure.value.value_or(less_is_better(options.metric) ? HUGE_VAL : -HUGE_VAL);
      return less_is_better(options.metric) ? value : -value;
    }
    names.push_back(figure.name);
  }
  throw Error(ErrorKind::usage,
              fmt::format("there is no figure '{}'{}", options.metric, did_you_mean(options.metric, names)));
}

}  // namespace

Standing stand(ScoredRows rows, const std::vector<std::string>& classes, const TuneOptions& options,
               bool full) {
  Standing out;
  ScoredRows calibrated = rows;
  if (!options.calibrations.empty()) {
    if (full)
      out.method = cross_calibrate(calibrated, options.calibrations);
    else
      calibrate_roughly(calibrated);
  }
  double weight = 0, losses = 0, right = 0;
  std::vector<double> wrong;
  for (std::size_t row = 0; row < calibrated.size(); ++row) {
    const std::span<const double> scores = calibrated.scores(row);
    const auto w = static_cast<double>(calibrated.weight[row]);
    const std::uint32_t actual = calibrated.actual[row];
    const bool is_right = std::ranges::max_element(scores) - scores.begin() == actual;
    out.loss.push_back(std::min(-scores[actual], kMostLoss)), wrong.push_back(is_right ? 0 : 1);
    weight += w, losses += w * out.loss.back(), right += is_right ? w : 0;
  }
  out.log_loss = losses / weight, out.accuracy = right / weight;
  out.value = out.log_loss;
  if (options.metric == "accuracy") {
    out.value = 1 - out.accuracy, out.loss = wrong;
  } else if (options.metric != "log_loss") {
    out.value = figure_of(calibrated, classes, options), out.loss.clear();
  }
  out.rows = std::move(rows);
  if (full) out.calibrated = std::move(calibrated);
  return out;
}

Lead lead(const Standing& a, const Standing& b) {
  if (a.loss.empty() || a.loss.size() != b.loss.size()) return {a.value - b.value, 0};
  double sum = 0, squares = 0, total = 0, weights = 0;
  for (std::size_t row = 0; row < a.loss.size(); ++row) {
    const auto w = static_cast<double>(a.rows.weight[row]) * 0x1p-24;
    const double d = a.loss[row] - b.loss[row];
    sum += w * d, squares += w * w * d * d, total += w, weights += w * w;
  }
  const double mean = sum / total;
  return {mean, std::sqrt(std::max(squares - mean * mean * weights, 0.0)) / total};
}

bool surely_better(const Standing& a, const Standing& b) {
  const Lead behind = lead(a, b);
  return behind.mean < -behind.error;
}

// Rows times classes: what is calibrated for each candidate.
constexpr std::size_t kMostScores = 500'000, kLeastRows = 2'000;

Race::Race(const std::vector<std::string>& classes, std::size_t n_rows, const TuneOptions& options,
           JudgeAll judge, OnTrial on_trial)
    : classes_(classes),
      most_(std::min({n_rows, options.most_rows, std::max(kLeastRows, kMostScores / classes.size())})),
      options_(options),
      judge_(std::move(judge)),
      on_trial_(std::move(on_trial)) {}

void Race::tell(const Runner& runner) {
  const double value = less_is_better(options_.metric) ? runner.standing.value
                       : options_.metric == "accuracy" ? 1 - runner.standing.value
                                                       : -runner.standing.value;
  trials_.push_back({runner.candidate.text(), value, false});
  if (on_trial_) on_trial_(trials_.back());
}

// Best first; of equal ones the simpler.
std::vector<Runner> Race::round(std::vector<PlanCandidate> candidates, std::size_t most) {
  std::vector<std::optional<ScoredRows>> scored = judge_(candidates, most, most_);
  std::vector<Runner> out;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (scored[k])
      out.push_back({std::move(candidates[k]), stand(std::move(*scored[k]), classes_, options_)});
  }
  std::stable_sort(out.begin(), out.end(), [](const Runner& a, const Runner& b) {
    return std::pair(a.standing.value, a.candidate.complexity()) <
           std::pair(b.standing.value, b.candidate.complexity());
  });
  return out;
}

std::vector<Runner> Race::run(std::vector<PlanCandidate> candidates, std::size_t first_rows,
                              std::size_t finalists) {
  std::size_t most = std::min(first_rows, most_);
  if (candidates.size() <= finalists) most = most_;
  for (;;) {
    std::vector<Runner> runners = round(std::move(candidates), most);
    const bool last = most >= most_;
    const std::size_t kept =
        last ? std::min(runners.size(), finalists) : std::max(finalists, (runners.size() + 1) / 2);
    for (std::size_t k = runners.size(); k-- > 0;) {
      if (k >= kept || last) tell(runners[k]);
    }
    while (runners.size() > kept) runners.pop_back();
    if (last) return runners;
    candidates.clear();
    for (Runner& each : runners) candidates.push_back(std::move(each.candidate));
    most = candidates.size() <= finalists ? most_ : std::min(most * 2, most_);
  }
}

std::optional<Runner> Race::judge(const PlanCandidate& candidate) {
  std::vector<Runner> out = round({candidate}, most_);
  if (out.empty()) return std::nullopt;
  tell(out[0]);
  return std::move(out[0]);
}

std::size_t choose(const std::vector<Runner>& runners) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < runners.size(); ++k) {
    if (runners[k].standing.value < runners[best].standing.value) best = k;
  }
  std::size_t out = best;
  for (std::size_t k = 0; k < runners.size(); ++k) {
    const Standing& one = runners[k].standing;
    const Lead behind = lead(one, runners[best].standing);
    const bool beaten = std::ranges::any_of(runners, [&](const Runner& other) {
      return other.standing.accuracy > one.accuracy && other.standing.log_loss < one.log_loss;
    });
    if (behind.mean <= behind.error && !beaten &&
        runners[k].candidate.complexity() < runners[out].candidate.complexity())
      out = k;
  }
  return out;
}

}  // namespace priory
