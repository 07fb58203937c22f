// SPDX-License-Identifier: Apache-2.0
// Two folds. The first keeps for every cell of the confusion matrix its best candidates, a bounded and
// mergeable value; the second explains those that were chosen.
#include "priory/examples.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <tuple>

#include "core/fold.h"
#include "model/scorer.h"

namespace priory {
namespace {

struct Candidate {
  double certainty = 0;  // log posterior of the class predicted
  Place place;

  auto key() const { return std::tuple(-certainty, std::string_view(place.file), place.line, place.column); }
  bool operator<(const Candidate& other) const { return key() < other.key(); }
};

using MatrixCell = std::pair<std::string, std::size_t>;  // actual, predicted

struct Crowd {
  std::size_t n_rows = 0;
  std::vector<Candidate> best;  // sorted
};

std::string actual_of(const Chunk& chunk, std::size_t row) {
  return std::string((*chunk.target.dictionary)[chunk.target.codes[row]]);
}

Place place_of(const Chunk& chunk, std::size_t row) {
  return row < chunk.places.size() ? chunk.places[row] : Place{};
}

struct Choosing {
  Scorer scorer;
  Decision decide;
  std::size_t per_cell = 0;
  std::map<MatrixCell, Crowd> cells = {};

  void accumulate(const Chunk& chunk) {
    const ScoredChunk scored = scorer.posterior(chunk);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const std::size_t predicted = decide(scored.row(row));
      Crowd& crowd = cells[{actual_of(chunk, row), predicted}];
      ++crowd.n_rows;
      keep(crowd.best, {scored.row(row)[predicted], place_of(chunk, row)});
    }
  }
  void merge(const Choosing& other) {
    for (const auto& [cell, crowd] : other.cells) {
      Crowd& own = cells[cell];
      own.n_rows += crowd.n_rows;
      for (const Candidate& each : crowd.best) keep(own.best, each);
    }
  }
  void keep(std::vector<Candidate>& best, const Candidate& candidate) const {
    if (best.size() == per_cell && !(candidate < best.back())) return;
    best.insert(std::upper_bound(best.begin(), best.end(), candidate), candidate);
    if (best.size() > per_cell) best.pop_back();
  }
};

// Which row becomes which example.
using Chosen = std::map<std::tuple<std::string, std::size_t, std::size_t>, std::size_t>;

std::tuple<std::string, std::size_t, std::size_t> key_of(const Place& place) {
  return {place.file, place.line, place.column};
}

// How many rows each cell may show. The seats of a parliament, by d'Hondt: the next goes to the cell with the
// most rows for each that it would then have. Rows that are rightly called weigh a tenth: mistakes are what
// one looks for.
std::vector<std::size_t> seats_of(const Choosing& choosing, const std::vector<std::string>& classes,
                                  std::size_t most) {
  struct Claim {
    double weight;
    std::size_t cell, rank;
    bool operator<(const Claim& other) const {
      return std::tuple(weight, other.rank, other.cell) < std::tuple(other.weight, rank, cell);
    }
  };
  constexpr double kRight = 0.1;
  std::priority_queue<Claim> claims;
  std::vector<double> weight;
  std::vector<const Crowd*> crowds;
  for (const auto& [cell, crowd] : choosing.cells) {
    weight.push_back(static_cast<double>(crowd.n_rows) * (classes[cell.second] == cell.first ? kRight : 1));
    claims.push({HUGE_VAL, crowds.size(), 0});  // everyone gets a first one
    crowds.push_back(&crowd);
  }
  std::vector<std::size_t> out(crowds.size());
  for (std::size_t taken = 0; taken < most && !claims.empty(); ++taken) {
    const Claim claim = claims.top();
    claims.pop();
    const std::size_t have = ++out[claim.cell];
    if (have < crowds[claim.cell]->best.size())
      claims.push({weight[claim.cell] / static_cast<double>(have + 1), claim.cell, have});
  }
  return out;
}

Chosen choose(const Choosing& choosing, const std::vector<std::string>& classes, std::size_t most) {
  const std::vector<std::size_t> seats = seats_of(choosing, classes, most);
  Chosen out;
  std::size_t k = 0, at = 0;
  for (const auto& [cell, crowd] : choosing.cells) {
    for (std::size_t i = 0; i < seats[k]; ++i) out.emplace(key_of(crowd.best[i].place), at++);
    ++k;
  }
  return out;
}

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
    if (why.log_posterior.size() == 2)
      out.log_posterior = why.log_posterior;
    else
      out.log_posterior = {why.log_posterior[out.predicted], why.log_posterior[out.against]};
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
  const Scorer scorer(model.state());
  const Choosing all = fold(*open(), Choosing{scorer, decide, options.per_cell}, threads, tick);
  const Chosen chosen = choose(all, model.classes(), options.most);
  const Explaining zero{scorer, decide, &model, &chosen, options.reasons};
  Explaining explained = fold(*open(), zero, threads, tick);
  Examples out{std::move(explained.columns), {}};
  out.rows.reserve(explained.examples.size());
  for (auto& [at, example] : explained.examples) out.rows.push_back(std::move(example));
  return out;
}

}  // namespace priory
