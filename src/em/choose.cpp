// SPDX-License-Identifier: Apache-2.0
#include "em/choose.h"

#include <algorithm>
#include <cmath>

#include "fold/fold.h"

namespace priory {
namespace {

constexpr double kHeldOutShare = 0.2;
constexpr std::size_t kPatience = 2;       // numbers of classes in a row that are no better
constexpr std::size_t kMostOfItself = 50;  // classes that are tried when no end is given

// How unsure the class of each row is: the sum over rows of -sum p log p.
struct Doubt {
  Scorer scorer;
  Sums sum{1, 1};

  void accumulate(const Chunk& chunk) {
    const ScoredChunk scored = scorer.posterior(chunk);
    double of_chunk = 0;
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      for (const double log_p : scored.row(row)) {
        if (std::isfinite(log_p)) of_chunk -= chunk.weight_of(row) * std::exp(log_p) * log_p;
      }
    }
    sum.add(0, 0, of_chunk);
  }
  void merge(const Doubt& other) { sum.merge(other.sum); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(sum);
  }
};

// Relative, so that numbers of classes can be compared (Ramaswamy et al. 1993).
double entropy_of(const EmResult& fit, const EmProblem& problem) {
  const std::size_t k = fit.model.classes().size();
  if (k < 2 || fit.n_rows == 0) return 1;
  const Doubt doubt =
      fold(*problem.rows.open(), Doubt{Scorer(state_of(fit.model))}, problem.threads, problem.tick);
  return std::clamp(1 - doubt.sum.value(0, 0) / (fit.n_rows * std::log(static_cast<double>(k))), 0.0, 1.0);
}

void set_log_likelihood(ClassesTried& tried, double log_likelihood, double n_rows) {
  tried.log_likelihood = log_likelihood;
  tried.bic = tried.parameters * std::log(n_rows) - 2 * log_likelihood;
  tried.aic = 2 * tried.parameters - 2 * log_likelihood;
}

double score_of(const ClassesTried& tried, ClassRange::Criterion criterion) {
  if (criterion == ClassRange::Criterion::held_out) return tried.held_out ? -*tried.held_out : HUGE_VAL;
  return criterion == ClassRange::Criterion::aic ? tried.aic : tried.bic;
}

}  // namespace

ClassesTried tried_of(const EmResult& fit, const EmProblem& problem, double most) {
  ClassesTried out;
  const std::vector<double> rows = fit.model.class_count();
  out.classes = rows.size();
  out.parameters = fit.model.free_parameters();
  out.smallest = *std::ranges::min_element(rows);
  out.entropy = entropy_of(fit, problem);
  out.starts = fit.starts, out.reached = fit.reached;
  set_log_likelihood(out, most, fit.n_rows);
  return out;
}

namespace {

// The highest likelihood that is found: from the model with its prior, from starts without one, and from the
// classes of one less, one of them twice.
void raise(EmResult& fit, const HiddenRows& rows, const EmOptions& options, const ClassesTried* one_less,
           unsigned threads, const OnStep& on_step, const Tick& tick) {
  double most = one_less == nullptr ? fit.tried.log_likelihood
                                    : std::max(fit.tried.log_likelihood, one_less->log_likelihood);
  try {
    most = std::max(most, maximum_of_starts(rows, fit.tried.classes, options, threads, on_step, tick));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) fit.interrupted = true;
  }
  set_log_likelihood(fit.tried, most, fit.n_rows);
}

}  // namespace

EmResult choose_classes(const HiddenRows& rows, const ClassRange& range, const EmOptions& options,
                        unsigned threads, const OnStep& on_step, const Tick& tick,
                        const std::function<void(const EmResult&)>& on_fit) {
  EmOptions judged = options, kept_apart = options;
  judged.judge = true, kept_apart.held_out = kHeldOutShare;
  const std::size_t most = range.most > 0 ? range.most : std::min(kMostOfItself, rows.n_rows());
  std::optional<EmResult> best;
  std::vector<ClassesTried> tried;
  for (std::size_t k = range.least, no_better = 0; k <= most; ++k) {
    EmResult each = cluster(rows, k, judged, nullptr, threads, on_step, tick);
    if (!each.interrupted)
      raise(each, rows, options, tried.empty() ? nullptr : &tried.back(), threads, on_step, tick);
    if (range.criterion == ClassRange::Criterion::held_out && !each.interrupted)
      each.tried.held_out =
          cluster(rows, k, kept_apart, nullptr, threads, on_step, tick).held_out_log_likelihood;
    const bool stop = each.interrupted;
    if (!stop) tried.push_back(each.tried);
    if (on_fit && !stop) on_fit(each);
    const bool better =
        !best || (!stop && score_of(each.tried, range.criterion) < score_of(best->tried, range.criterion));
    no_better = better ? 0 : no_better + 1;
    if (better) best.emplace(std::move(each));
    if (stop || (range.most == 0 && no_better == kPatience)) break;
  }
  best->model = best->model.chosen_of(std::move(tried));
  return std::move(*best);
}

}  // namespace priory
