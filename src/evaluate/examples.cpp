// SPDX-License-Identifier: Apache-2.0
// Two folds: the first chooses rows, the second explains them.
#include <algorithm>
#include <cmath>
#include <map>

#include "priory/training.h"

#include "evaluate/example_candidates.h"
#include "fold/fold.h"

namespace priory {
namespace {

double difference(const std::vector<double>& log_p, std::size_t a, std::size_t b) {
  return log_p.empty() || log_p[a] == log_p[b] ? 0 : log_p[a] - log_p[b];
}

std::size_t rival_of(const Example& example, std::span<const double> log_posterior,
                     const std::vector<std::string>& classes) {
  const auto own = std::find(classes.begin(), classes.end(), example.actual);
  const auto actual = static_cast<std::size_t>(own - classes.begin());
  if (own != classes.end() && actual != example.predicted) return actual;
  std::size_t out = example.predicted == 0 && classes.size() > 1 ? 1 : 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (c != example.predicted && log_posterior[c] > log_posterior[out]) out = c;
  }
  return out;
}

void add_reasons(const Explanation& why, std::size_t most, Example& out) {
  for (const Reason& reason : why.reasons) {
    const double log_odds = difference(reason.log_p, out.predicted, out.against);
    out.reasons.push_back({reason.kind, reason.feature, reason.value, log_odds});
  }
  std::stable_sort(out.reasons.begin(), out.reasons.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.log_odds) > std::abs(b.log_odds); });
  for (std::size_t k = most; k < out.reasons.size(); ++k) out.more += out.reasons[k].log_odds, ++out.n_more;
  if (out.reasons.size() > most) out.reasons.resize(most);
  out.log_odds = difference(why.log_scores, out.predicted, out.against);
}

struct Explaining {
  Scorer scorer;
  Decision decide;
  const Classifier* model = nullptr;
  const Chosen* chosen = nullptr;
  std::size_t n_reasons = 0;
  std::vector<std::string> columns = {};
  std::map<std::size_t, Example> examples = {};

  void accumulate(const Chunk& chunk) {
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const auto found = chosen->find(key_of(place_of(chunk, row)));
      if (found != chosen->end()) examples[found->second] = explain(chunk, row);
    }
  }
  void merge(const Explaining& other) {
    examples.insert(other.examples.begin(), other.examples.end());
    if (columns.empty()) columns = other.columns;
  }

  Example explain(const Chunk& chunk, std::size_t row) {
    const Explanation why = scorer.explain(chunk, row);
    Example out;
    out.place = place_of(chunk, row);
    out.actual = actual_of(chunk, row);
    out.predicted = decide(why.log_posterior);
    out.against = rival_of(out, why.log_posterior, model->classes());
    out.log_posterior = why.log_posterior[out.predicted];
    out.log_posterior_against = why.log_posterior[out.against];
    add_reasons(why, n_reasons, out);
    columns = chunk.kept_names;
    const auto first = chunk.kept.begin() + static_cast<long>(row * columns.size());
    out.cells.assign(first, first + static_cast<long>(columns.size()));
    return out;
  }
};

}  // namespace

Examples pick_examples(const Classifier& model, const OpenChunks& open, const Decision& decide,
                       const ExampleOptions& options, unsigned threads, const Tick& tick) {
  if (options.per_cell == 0 || options.most == 0) return {};
  const Scorer scorer(state_of(model));
  const ExampleCandidates none{scorer, decide, options.per_cell, model.classes().size() == 2};
  const ExampleCandidates all = fold(*open(), none, threads, tick);
  const Chosen chosen = choose(all, model.classes(), options.most);
  const Explaining zero{scorer, decide, &model, &chosen, options.reasons};
  Explaining explained = fold(*open(), zero, threads, tick);
  Examples out{std::move(explained.columns), {}};
  out.rows.reserve(explained.examples.size());
  for (auto& [at, example] : explained.examples) out.rows.push_back(std::move(example));
  return out;
}

}  // namespace priory
