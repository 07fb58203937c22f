// SPDX-License-Identifier: Apache-2.0
// The same rows are drawn for both models, so that what makes a row hard for both cancels out.
#include <algorithm>
#include <cmath>
#include <limits>

#include "priory/error.h"
#include "priory/evaluation.h"

#include "evaluate/bootstrap/resample.h"
#include "evaluate/bootstrap/resampled_figures.h"

namespace priory {
namespace {

void check_aligned(const Evaluation& first, const Evaluation& second) {
  const ScoredRows &a = first.rows(), &b = second.rows();
  bool same = a.size() == b.size() && a.weight == b.weight;
  for (std::size_t row = 0; same && row < a.size(); ++row)
    same = first.labels()[a.actual[row]] == second.labels()[b.actual[row]];
  if (!same)
    throw Error(ErrorKind::usage, "the models were evaluated on different rows, classes or weights", {},
                "evaluate both on the same rows in the same order");
}

McNemar test_of(const ScoredRows& a, const ScoredRows& b) {
  std::size_t first_only = 0, second_only = 0;
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (a.weight[row] == 0) continue;
    const bool first = a.predicted[row] == a.actual[row], second = b.predicted[row] == b.actual[row];
    first_only += first && !second;
    second_only += second && !first;
  }
  return mcnemar(first_only, second_only);
}

// Of one model: accuracy and macro F1 of the counts, then the figures of scores.
class FiguresOfModel {
 public:
  FiguresOfModel(const Evaluation& evaluation, const RowGroups& groups)
      : counts_(evaluation, groups, false), scores_(evaluation, groups) {}

  std::vector<double> operator()(std::span<const std::uint64_t> drawn) const {
    std::vector<double> out;
    const std::vector<double> counts = counts_(drawn), scores = scores_(drawn);
    for (const std::size_t k : chosen()) out.push_back(counts[k]);
    out.insert(out.end(), scores.begin(), scores.end());
    return out;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const std::size_t k : chosen()) out.push_back(counts_.names()[k]);
    for (const std::string& name : ScoreFigures::names()) out.push_back(name);
    return out;
  }

 private:
  std::vector<std::size_t> chosen() const {
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < counts_.names().size(); ++k) {
      const std::string& name = counts_.names()[k];
      if (name == "accuracy" || name == "macro.f1") out.push_back(k);
    }
    return out;
  }

  CountFigures counts_;
  ScoreFigures scores_;
};

// In the order of FiguresOfModel; NaN: undefined.
std::vector<double> figures_of(const Evaluation& evaluation, unsigned threads) {
  MeasureOptions options;
  options.threads = threads;
  const Measures m = evaluation.measure(options);
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  return {m.accuracy,
          m.macro.f1,
          m.log_loss,
          m.brier,
          m.roc_auc.value_or(kUndefined),
          m.average_precision.value_or(kUndefined)};
}

std::vector<double> minus(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] -= b[k];
  return a;
}

}  // namespace

Comparison compare(const Evaluation& first, const Evaluation& second, const BootstrapOptions& options) {
  check_aligned(first, second);
  Comparison out;
  out.rows = first.rows().size();
  out.mcnemar = test_of(first.rows(), second.rows());
  out.level = options.level;
  out.seed = options.seed;
  const std::vector<double> of_first = figures_of(first, options.threads),
                            of_second = figures_of(second, options.threads);
  const Evaluation* const both[] = {&first, &second};
  const RowGroups groups = out.rows == 0 ? RowGroups() : group_rows(both, true);
  const Resampler resampler(groups.rows);
  const FiguresOfModel a(first, groups), b(second, groups);
  const auto rankings = [](const Evaluation& e) { return e.positive() ? 1 : e.rows().n_classes; };
  out.resamples =
      out.rows == 0
          ? 0
          : affordable(options, static_cast<double>(out.rows * (rankings(first) + rankings(second))));
  const std::vector<std::string> names = a.names();
  const auto values =
      resample(resampler, names.size(), out.resamples, options,
               [&](std::span<const std::uint64_t> drawn) { return minus(b(drawn), a(drawn)); });
  out.differences.reserve(names.size());
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double difference = of_second[k] - of_first[k];
    out.differences.push_back(
        {names[k], of_first[k], of_second[k], difference,
         !std::isnan(difference) ? percentile_interval(values[k], options.level) : std::nullopt});
  }
  return out;
}

}  // namespace priory
