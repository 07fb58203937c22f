// SPDX-License-Identifier: Apache-2.0
// Figures of counts are resampled from the few different rows there are as to class, prediction and weight;
// those of scores need the scores, and so have groups of their own, mostly of one row each.
#include <algorithm>

#include "priory/error.h"
#include "priory/evaluation.h"

#include "evaluate/bootstrap/resample.h"
#include "evaluate/bootstrap/resampled_figures.h"

namespace priory {
namespace {

constexpr std::size_t kMostClasses = 100;  // with intervals of their own

template <class Figures>
void add_intervals(const Resampler& resampler, const Figures& figures, const std::vector<std::string>& names,
                   std::size_t n, const BootstrapOptions& options, Intervals& out) {
  const auto values = resample(resampler, names.size(), n, options, figures);
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (const auto interval = percentile_interval(values[f], options.level))
      out.figures.push_back({names[f], *interval});
  }
}

}  // namespace

std::optional<Interval> Intervals::find(std::string_view name) const {
  const auto at = std::find_if(figures.begin(), figures.end(), [&](const auto& f) { return f.name == name; });
  if (at == figures.end()) return {};
  return at->interval;
}

Intervals intervals(const Evaluation& evaluation, const BootstrapOptions& options) {
  if (!(options.level > 0 && options.level < 1))
    throw Error(ErrorKind::usage, "the level of an interval lies between 0 and 1");
  Intervals out{options.level, options.seed, 0, 0, {}};
  if (evaluation.rows().size() == 0) return out;
  const Evaluation* const one[] = {&evaluation};
  const RowGroups by_count = group_rows(one, false);
  const Resampler counts(by_count.rows);
  out.resamples = affordable(options, counts.cost());
  const CountFigures figures(evaluation, by_count, evaluation.labels().size() <= kMostClasses, options.beta);
  add_intervals(counts, figures, figures.names(), out.resamples, options, out);

  const double n_rankings = evaluation.positive() ? 1 : static_cast<double>(evaluation.rows().n_classes);
  out.score_resamples = affordable(options, static_cast<double>(evaluation.rows().size()) * n_rankings);
  if (out.score_resamples == 0) return out;
  const RowGroups by_score = group_rows(one, true);
  add_intervals(Resampler(by_score.rows), ScoreFigures(evaluation, by_score), ScoreFigures::names(),
                out.score_resamples, options, out);
  return out;
}

}  // namespace priory
