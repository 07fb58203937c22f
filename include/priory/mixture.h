// SPDX-License-Identifier: Apache-2.0
// Learning when the class is hidden, of all rows or of some: expectation maximisation over the same
// statistics and families as training with labels. The result is an ordinary classifier.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "priory/classifier.h"

#pragma GCC visibility push(default)

namespace priory {

class KeptRows;

// A start from outside: parameters as `inspect --json` writes them.
struct StartArray {
  std::string name;
  std::vector<std::size_t> shape;  // [class], [class][value], [class][row][column], ...
  std::vector<double> data;
};
struct StartPart {
  std::string family;
  std::vector<std::string> columns;
  std::vector<std::string> values;  // of a discrete column, or the vocabulary
  std::vector<StartArray> arrays;
};
struct Start {
  std::string name;  // of the file, for messages
  std::vector<std::string> classes;
  std::vector<double> log_prior;
  std::vector<StartPart> parts;
};

struct EmOptions {
  bool hard = false;    // each row belongs to its most probable class alone
  bool anneal = false;  // deterministic annealing: begin with flat responsibilities and sharpen them
  std::size_t max_iterations = 10000;
  double tolerance = 1e-10;  // stop when the objective gains less than this share of itself; 0: never
  std::size_t restarts = 10;
  std::uint64_t seed = 1;
  std::size_t components = 1;      // hidden classes within each known class
  double unlabelled_weight = 1;    // of a row without a class, where others have one
  std::optional<double> held_out;  // this share of the rows is not learnt from but judges the fit
  // No variance of hidden classes falls below what the resolution of its column can tell (a twelfth of the
  // square of the smallest gap between two values), where no other smoothing is set.
  bool variance_floor = true;
  bool judge = false;  // find the maximum of the likelihood too, and fill in EmResult::tried
};

// One E-step (restart 0: of the search for the maximum of the likelihood): the parameters after `iteration`
// M-steps.
struct EmStep {
  std::size_t restart = 1;
  std::size_t iteration = 0;
  double log_likelihood = 0;
  double objective = 0;  // what never falls: with the log prior; of hard EM, the best joint log probabilities
};

// Called after every E-step; false stops and keeps the best so far.
using OnStep = std::function<bool(const EmStep&)>;

struct EmReport {
  double log_likelihood = 0, objective = 0;
  std::size_t iterations = 0;  // of the start that was kept
  bool converged = false;
  bool interrupted = false;
  std::size_t starts = 0;     // that were run
  std::size_t reached = 0;    // those that came to the same objective as the best
  std::size_t collapsed = 0;  // those in which a class shrank onto single values, set aside for the others
  std::vector<EmStep> trace;
  std::vector<std::string> notes;     // classes that died and were seeded again; a fall of the objective
  std::vector<std::string> warnings;  // of the classes kept: those that shrank onto a single value
};

struct EmResult : EmReport {
  EmResult(EmReport report, Classifier learnt) : EmReport(std::move(report)), model(std::move(learnt)) {}

  Classifier model;
  double held_out_log_likelihood = 0;
  double n_rows = 0;   // weighted
  ClassesTried tried;  // when asked for
};

// Rows made ready for EM: read twice (what values and words there are; then the cells, which are kept in
// compact form in memory or, beyond `memory` bytes, in a temporary file) and then not again.
class HiddenRows {
 public:
  // `labelled` may be empty when the plan has no target; rows of it whose target is missing are unlabelled,
  // and so are all rows of `unlabelled`. memory 0: half of what the machine has.
  HiddenRows(const Plan& plan, const std::vector<OpenChunks>& labelled,
             const std::vector<OpenChunks>& unlabelled, std::size_t memory = 0, unsigned threads = 1,
             const Tick& tick = {});

  const std::vector<std::string>& classes() const { return classes_; }  // known ones
  std::size_t n_rows() const;
  std::size_t n_labelled() const;
  const std::vector<double>& variance_floors() const { return floors_; }  // of each part; 0: none

 private:
  friend const KeptRows& kept_rows(const HiddenRows& rows) { return *rows.rows_; }

  std::vector<double> floors_;
  std::shared_ptr<KeptRows> rows_;
  std::vector<std::string> classes_;
};

// A hidden class of `k` values, named 1, 2, ... by size; with a start, in its order.
EmResult cluster(const HiddenRows& rows, std::size_t k, const EmOptions& options,
                 const Start* start = nullptr, unsigned threads = 1, const OnStep& on_step = {},
                 const Tick& tick = {});

// Which numbers of classes to try, and what the best is by.
struct ClassRange {
  std::size_t least = 1;
  std::size_t most = 0;  // 0: until more classes have not been better for a while
  enum class Criterion { bic, aic, held_out } criterion = Criterion::bic;
};
template <>
inline constexpr std::array kNames<ClassRange::Criterion> = std::to_array<std::string_view>({"bic", "aic",
                                                                                             "held-out"});

// The best of these, its model with all that were tried. `on_fit` is called after each of them.
EmResult choose_classes(const HiddenRows& rows, const ClassRange& range, const EmOptions& options,
                        unsigned threads = 1, const OnStep& on_step = {}, const Tick& tick = {},
                        const std::function<void(const EmResult&)>& on_fit = {});

// How well weights of the unlabelled rows do: each labelled row is judged by the model without it (its own
// counts are taken out of the sums; what unlabelled rows added stays).
struct WeightTrial {
  double weight = 0;
  double accuracy = 0;
  double log_loss = 0;
  std::size_t rows = 0;  // labelled rows judged: all, or a sample of them
};

// Tries some weights from 0 to 1; the best is that of the highest accuracy, then of the lowest log loss.
std::vector<WeightTrial> try_unlabelled_weights(const HiddenRows& rows, const EmOptions& options,
                                                unsigned threads = 1, const OnStep& on_step = {},
                                                const Tick& tick = {});
const WeightTrial& best_trial(const std::vector<WeightTrial>& trials);

// The classes of the labelled rows, learnt from all rows.
EmResult train_with_unlabelled(const HiddenRows& rows, const EmOptions& options, unsigned threads = 1,
                               const OnStep& on_step = {}, const Tick& tick = {});

// Learns a network from rows some of whose cells, or classes, are missing, by EM: expected counts of every
// table by exact inference, then estimates from them, in turn. The objective never falls. Rows are read once
// for every iteration.
EmResult train_network(const Plan& plan, const OpenChunks& open, const EmOptions& options,
                       unsigned threads = 1, const OnStep& on_step = {}, const Tick& tick = {});

}  // namespace priory

#pragma GCC visibility pop
