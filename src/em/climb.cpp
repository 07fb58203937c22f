// SPDX-License-Identifier: Apache-2.0
#include "em/climb.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "em/shrunk_class.h"
#include "model/estimate.h"

namespace priory {
namespace {

constexpr double kFirstBeta = 0.1, kSharpening = 1.3;
constexpr std::size_t kWarmIterations = 20;
constexpr std::size_t kMostSeeds = 5;
constexpr double kNoise = 0.01;
constexpr double kLostToRounding = 1e-9;  // of the objective
constexpr double kMuch = std::numeric_limits<double>::infinity();
constexpr double kFewRows = 1e-3, kSingleRow = 1.5;

// Beyond the likelihood of the rows: the log prior of the parameters and of the classes.
double log_prior_of(const Classifier::State& model) {
  const ClassPrior& prior = model.statistics->plan().prior;
  double out = prior.kind == PriorKind::empirical ? times_sum(prior.alpha, model.log_prior) : 0;
  for (const PartModel& part : model.parts) out += part.family->log_prior(part.parameters(), part.settings);
  return out;
}

// And what smoothing adds to what the M-step of these statistics raises.
double smoothing_of(const Classifier::State& model, const CellSums& counted, const Context& context) {
  double out = 0;
  for (std::size_t k = 0; k < model.parts.size(); ++k) {
    const PartModel& part = model.parts[k];
    out += part.family->smoothing(part.parameters(), counted.blocks[k], part.settings, context);
  }
  return out;
}

bool is_monotone(const Classifier::State& model) {
  return std::all_of(model.parts.begin(), model.parts.end(),
                     [](const PartModel& part) { return part.family->monotone(part.settings); });
}

}  // namespace

EmRun Climb::operator()(ModelState start) {
  run_.model = std::move(start);
  run_.number = number_;
  check_start();
  try {
    if (options_.anneal) {
      for (double beta = kFirstBeta; beta < 1 && !run_.stopped; beta *= kSharpening) warm(beta);
      noise_ = kNoise;
    }
    climb(1, options_.max_iterations);
  } catch (const Error& error) {
    // What is whole is kept: the model of the last M-step whose likelihood is known.
    if (error.kind() != ErrorKind::interrupted || !run_.counted) throw;
    run_.interrupted = run_.stopped = true;
  }
  return std::move(run_);
}

// An E-step by parameters that cannot be used has no answer.
void Climb::check_start() const {
  for (std::uint32_t cell = 0; cell < problem_.n_cells(); ++cell) {
    const std::string trouble = trouble_of(*run_.model, cell);
    if (trouble.empty()) continue;
    throw Error(ErrorKind::data, fmt::format("start {}: class {}, {}", number_, name_of(cell), trouble), {},
                "smooth it (‹alpha›, ‹ridge›), ask for fewer classes, or begin elsewhere (‹seed›)");
  }
}

std::string Climb::name_of(std::uint32_t cell) const {
  const std::size_t label = cell / problem_.components;
  return label < problem_.classes.size() ? fmt::format("'{}'", problem_.classes[label])
                                         : std::to_string(cell + 1);
}

// Some iterations at one temperature, with a little noise first: classes that have become equal part again.
void Climb::warm(double beta) {
  noise_ = kNoise;
  climb(beta, std::min(kWarmIterations, options_.max_iterations));
  run_.converged = false;
}

void Climb::climb(double beta, std::size_t most) {
  last_ = {};
  for (std::size_t done = 0;; ++done) {
    EStep how = problem_.how;
    how.beta = beta;
    how.count = done < most || options_.max_iterations == 0;
    how.noise = done == 0 ? noise_ : 0;
    how.seed = problem_.how.seed + 0x9E37 * run_.iterations + number_;
    const Expectation expected = problem_.expect(*run_.model, how);
    const double gain = judge(expected);
    if (options_.max_iterations == 0) run_.counted = expected.counted, run_.as_given = true;
    if (done == most || !how.count || run_.stopped || is_done(gain, expected.counted)) break;
    step(expected.counted);
    if (how.noise > 0) last_ = {};  // which may lower the objective
  }
  noise_ = 0;
}

// The likelihood of the parameters reached; returns what it gained.
double Climb::judge(const Expectation& expected) {
  run_.log_likelihood = expected.log_likelihood();
  run_.objective = expected.objective() + log_prior_of(*run_.model);
  if (std::isnan(run_.objective))
    throw Error(ErrorKind::data, fmt::format("start {}: the likelihood of the rows overflows", number_), {},
                "scale the largest numbers down, or leave their columns out (‹ignore›)");
  const EmStep step{number_, run_.iterations, run_.log_likelihood, run_.objective};
  if (number_ > 0) report_.trace.push_back(step);
  if (on_step_ && !on_step_(step)) run_.stopped = run_.interrupted = true;
  const double gain = last_ ? run_.objective - *last_ : kMuch;
  // The M-step raised the objective of its own statistics, of which smoothing is a part.
  const double raised = gain + smoothing_gain_;
  if (last_ && std::isfinite(*last_) && is_monotone(*run_.model) &&
      raised < -kLostToRounding * (std::abs(run_.objective) + 1)) {
    report_.notes.push_back(fmt::format(
        "start {}, iteration {}: the objective fell by {:.3g}, which is a bug of ours: please report it",
        number_, run_.iterations, -raised));
  }
  last_ = run_.objective;
  return gain;
}

bool Climb::is_done(double gain, const CellSums& counted) {
  if (options_.tolerance == 0) return false;
  run_.converged =
      std::isfinite(run_.objective) && gain <= options_.tolerance * (std::abs(run_.objective) + 1);
  // Of hard EM: no row moved. (What is expected of missing cells may still creep.)
  if (options_.hard && run_.counted && run_.counted->canonical() == counted.canonical())
    run_.converged = true;
  return run_.converged;
}

void Climb::step(const CellSums& counted) {
  ModelState next = problem_.estimate(counted);
  smoothing_gain_ =
      smoothing_of(*next, counted, next->context) - smoothing_of(*run_.model, counted, next->context);
  run_.model = std::move(next);
  run_.counted = counted;
  ++run_.iterations;
  run_.collapsed = false;
  for (std::uint32_t cell = 0; cell < problem_.n_cells(); ++cell) {
    if (counted.total(cell) < kFewRows)
      revive(cell, fmt::format("has {:.2g} rows left", counted.total(cell)));
    else if (const std::string trouble = trouble_of(*run_.model, cell); !trouble.empty())
      revive(cell, trouble);
    run_.collapsed =
        run_.collapsed || counted.total(cell) < kSingleRow || shrunk_column(*run_.model, cell) != nullptr;
  }
}

// A class that has died is seeded again, some times; with a given start it is only reported.
void Climb::revive(std::uint32_t cell, const std::string& why) {
  const std::string name =
      fmt::format("start {}, iteration {}: class {} {}", number_, run_.iterations, cell + 1, why);
  if (seeder_ == nullptr || seeds_ == kMostSeeds || problem_.rows.n_labelled() > 0) {
    if (const std::string trouble = trouble_of(*run_.model, cell); !trouble.empty())
      throw Error(ErrorKind::data, why == trouble ? name : fmt::format("{}; {}", name, trouble), {},
                  "smooth it (‹alpha›, ‹ridge›), ask for fewer classes, or begin elsewhere (‹seed›)");
    run_.collapsed = true;
    if (!reported_) report_.notes.push_back(name);
    reported_ = true;
    return;
  }
  ++seeds_;
  report_.notes.push_back(name + ", and is seeded again");
  const Parts parts = problem_.vocabulary->parts();
  CellSums seeded = CellSums::zero(parts, problem_.n_cells());
  for (std::uint32_t c = 0; c < problem_.n_cells(); ++c) {
    const std::uint32_t one[] = {c};
    seeded.merge_at(parts, c == cell ? seeder_->seed_beside(*run_.model) : run_.counted->select(parts, one),
                    c);
  }
  run_.counted = std::move(seeded);
  run_.model = problem_.estimate(*run_.counted);
  last_ = {};  // the objective begins anew
}

}  // namespace priory
