// SPDX-License-Identifier: Apache-2.0
// How much rows without a class should count: each weight is judged by labelled rows left out.
#include <algorithm>

#include "core/log_space.h"
#include "em/with_labels.h"
#include "fold/fold.h"
#include "model/estimate.h"

namespace priory {
namespace {

// The labelled rows, or an even choice of them where there are many.
std::vector<std::size_t> rows_to_judge(const EmProblem& problem) {
  constexpr std::size_t kMost = 500;
  struct Labelled : Listed<std::size_t> {
    void accumulate(const Chunk& chunk) {
      for (std::size_t row = 0; row < chunk.n_rows; ++row) {
        if (chunk.target.codes[row] != kMissingCode) items.push_back(chunk.first_row + row);
      }
    }
  };
  std::vector<std::size_t> all = fold(*problem.rows.open(), Labelled{}, 1, problem.tick).items;
  if (all.size() <= kMost) return all;
  std::vector<std::size_t> some;
  for (std::size_t k = 0; k < kMost; ++k) some.push_back(all[k * all.size() / kMost]);
  return some;
}

// The log posterior of a row's own class by the model that has not seen it.
struct Judged {
  double log_p = 0;
  bool right = false;

  template <class Wire>
  void carry(Wire& wire) {
    wire(log_p, right);
  }
};

// One for each row; a rank fills in those of its own rows.
struct Answers {
  std::vector<Judged> of_row;

  void merge(const Answers& other) {
    for (std::size_t k = 0; k < of_row.size(); ++k) {
      of_row[k].log_p += other.of_row[k].log_p;
      of_row[k].right = of_row[k].right || other.of_row[k].right;
    }
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(of_row);
  }
};

Judged leave_out(const EmProblem& problem, const EmRun& run, std::size_t row) {
  Judged out;
  problem.rows.visit_here(row, [&](const Chunk& chunk, std::size_t at) {
    Expectation own(*run.model, *problem.vocabulary, problem.how);
    own.accumulate_row(chunk, at);
    CellSums rest = *run.counted;
    rest.subtract(problem.vocabulary->parts(), own.counted);
    const ModelState model = problem.estimate(rest);
    const ScoredChunk scored = Scorer(*model).posterior(chunk);
    const std::uint32_t label = chunk.target.codes[at];
    out = {scored.row(at)[label], best_class(scored.row(at)) == label};
  });
  return out;
}

}  // namespace

std::vector<WeightTrial> try_unlabelled_weights(const HiddenRows& rows, const EmOptions& options,
                                                unsigned threads, const OnStep& on_step, const Tick& tick) {
  constexpr double kLeast = -1000;  // of a log posterior: one impossible row does not decide alone
  std::vector<WeightTrial> out;
  for (const double weight : {0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0}) {
    EmOptions each = options;
    each.unlabelled_weight = weight;
    const EmProblem problem = problem_with_labels(rows, each, threads, tick);
    EmReport report;
    const EmRun run = climb_with_labels(problem, each, on_step, report);
    if (run.stopped) break;
    const std::vector<std::size_t> judged = rows_to_judge(problem);
    const Answers none{std::vector<Judged>(judged.size())};
    Answers answers = none;
    in_parallel(threads, [&](unsigned k) {
      for (std::size_t i = k; i < judged.size(); i += threads) {
        if (problem.rows.has(judged[i])) answers.of_row[i] = leave_out(problem, run, judged[i]);
      }
    });
    if (problem.rows.ranks() != nullptr) answers = sum_over(*problem.rows.ranks(), none, std::move(answers));
    WeightTrial trial{weight, 0, 0, judged.size()};
    for (const Judged& answer : answers.of_row) {
      trial.accuracy += answer.right ? 1 : 0;
      trial.log_loss -= std::max(kLeast, answer.log_p);
    }
    trial.accuracy /= static_cast<double>(judged.size());
    trial.log_loss /= static_cast<double>(judged.size());
    out.push_back(trial);
  }
  if (out.empty()) throw Error(ErrorKind::interrupted, "interrupted; nothing was written");
  return out;
}

const WeightTrial& best_trial(const std::vector<WeightTrial>& trials) {
  return *std::min_element(trials.begin(), trials.end(), [](const WeightTrial& a, const WeightTrial& b) {
    return a.accuracy != b.accuracy ? a.accuracy > b.accuracy : a.log_loss < b.log_loss;
  });
}

}  // namespace priory
