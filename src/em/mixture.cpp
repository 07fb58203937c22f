// SPDX-License-Identifier: Apache-2.0
// EM: a fold that shares rows out, an estimate, and again, until the objective stands still.
#include "priory/mixture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "core/log_space.h"
#include "em/start.h"
#include "fold/fold.h"
#include "learn/vocabulary_pass.h"
#include "model/estimate.h"
#include "model/shrinkage.h"

namespace priory {
namespace {

// What one start came to.
struct Run {
  ModelState model;
  std::optional<CellSums> counted;  // of which the model is the estimate; none before the first M-step
  double log_likelihood = kLogZero, objective = kLogZero;
  std::size_t number = 0;  // of the start
  std::size_t iterations = 0;
  bool converged = false, stopped = false, interrupted = false, collapsed = false;
  bool as_given = false;  // no step was made: the model is the start itself
};

void check_generative(const NamedSums& statistics) {
  for (const PartVocabulary& part : statistics.parts()) {
    if (part.family->generative()) continue;
    const std::string_view name = part.family->info().name;
    throw Error(ErrorKind::usage,
                fmt::format("the family '{}' is no probability of the rows, and EM needs one", name), {},
                "use ‹family› multinomial");
  }
}

// Shares are as fine as the largest sum of them leaves room for in a double.
int grid_for(double total) {
  const auto whole = static_cast<std::uint64_t>(std::min(std::ceil(total), 0x1p40));
  return 52 - static_cast<int>(std::bit_width(whole));
}

std::shared_ptr<const NamedSums> with_plan(const NamedSums& statistics, const Plan& plan) {
  CellSums none{Sums(1, 0), statistics.sums().blocks};
  return std::make_shared<const NamedSums>(NamedSums::restore(
      std::make_shared<const Plan>(plan), {}, std::move(none), Sums(1, 1), statistics.parts()));
}

EmProblem problem_of(const HiddenRows& rows, Dictionary classes, const EmOptions& options, unsigned threads,
                     const Tick& tick) {
  const KeptRows& kept = rows.rows();
  EStep how;
  how.hard = options.hard;
  how.grid = grid_for(kept.total_count());
  how.unlabelled_weight = options.unlabelled_weight;
  how.seed = options.seed;
  if (options.held_out) how.held_out = {*options.held_out, options.seed, false};
  Plan plan = kept.vocabulary().plan();
  plan.expected = true;
  plan.components = options.components;
  auto vocabulary = with_plan(kept.vocabulary(), plan);
  plan.components = 1;
  plan.prior = {PriorKind::uniform, {}, 0};
  auto as_classes = with_plan(kept.vocabulary(), plan);
  return {kept, std::move(classes), options.components, how, threads, tick, vocabulary, as_classes};
}

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

// One start carried to its end.
class Climb {
 public:
  Climb(const EmProblem& problem, const EmOptions& options, std::size_t number, Seeder* seeder,
        EmReport& report, const OnStep& on_step)
      : problem_(problem),
        options_(options),
        number_(number),
        seeder_(seeder),
        report_(report),
        on_step_(on_step) {}

  Run operator()(ModelState start) {
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

 private:
  static constexpr double kFirstBeta = 0.1, kSharpening = 1.3;
  static constexpr std::size_t kWarmIterations = 20;
  static constexpr std::size_t kMostSeeds = 5;
  static constexpr double kNoise = 0.01;
  static constexpr double kRounding = 1e-9;  // of the objective: what may be lost to rounding

  // An E-step by parameters that cannot be used has no answer.
  void check_start() const {
    for (std::uint32_t cell = 0; cell < problem_.n_cells(); ++cell) {
      const std::string trouble = trouble_of(*run_.model, cell);
      if (trouble.empty()) continue;
      throw Error(ErrorKind::data, fmt::format("start {}: class {}, {}", number_, name_of(cell), trouble), {},
                  "smooth it (‹alpha›, ‹ridge›), ask for fewer classes, or begin elsewhere (‹seed›)");
    }
  }

  std::string name_of(std::uint32_t cell) const {
    const std::size_t label = cell / problem_.components;
    return label < problem_.classes.size() ? fmt::format("'{}'", problem_.classes[label])
                                           : std::to_string(cell + 1);
  }

  // Some iterations at one temperature, with a little noise first: classes that have become equal part again.
  void warm(double beta) {
    noise_ = kNoise;
    climb(beta, std::min(kWarmIterations, options_.max_iterations));
    run_.converged = false;
  }

  void climb(double beta, std::size_t most) {
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
  double judge(const Expectation& expected) {
    run_.log_likelihood = expected.log_likelihood();
    run_.objective = expected.objective() + log_prior_of(*run_.model);
    const EmStep step{number_, run_.iterations, run_.log_likelihood, run_.objective};
    report_.trace.push_back(step);
    if (on_step_ && !on_step_(step)) run_.stopped = run_.interrupted = true;
    const double gain = last_ ? run_.objective - *last_ : kMuch;
    // The M-step raised the objective of its own statistics, of which smoothing is a part.
    const double raised = gain + smoothing_gain_;
    if (last_ && std::isfinite(*last_) && is_monotone(*run_.model) &&
        raised < -kRounding * (std::abs(run_.objective) + 1)) {
      report_.notes.push_back(fmt::format(
          "start {}, iteration {}: the objective fell by {:.3g}, which is a bug of ours: please report it",
          number_, run_.iterations, -raised));
    }
    last_ = run_.objective;
    return gain;
  }

  bool is_done(double gain, const CellSums& counted) {
    if (options_.tolerance == 0) return false;
    run_.converged =
        std::isfinite(run_.objective) && gain <= options_.tolerance * (std::abs(run_.objective) + 1);
    // Of hard EM: no row moved. (What is expected of missing cells may still creep.)
    if (options_.hard && run_.counted && run_.counted->canonical() == counted.canonical())
      run_.converged = true;
    return run_.converged;
  }

  void step(const CellSums& counted) {
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
      run_.collapsed = run_.collapsed || counted.total(cell) < kSingleRow;
    }
  }

  // A class that has died is seeded again, some times; with a given start it is only reported.
  void revive(std::uint32_t cell, const std::string& why) {
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

  static constexpr double kMuch = std::numeric_limits<double>::infinity();
  static constexpr double kFewRows = 1e-3, kSingleRow = 1.5;

  const EmProblem& problem_;
  const EmOptions& options_;
  std::size_t number_;
  Seeder* seeder_;
  EmReport& report_;
  const OnStep& on_step_;
  Run run_;
  std::optional<double> last_;
  double smoothing_gain_ = 0, noise_ = 0;
  std::size_t seeds_ = 0;
  bool reported_ = false;
};

// Whether a is the better of two ends: a class that fell onto single rows has a likelihood without bound,
// which says nothing.
bool better(const Run& a, const Run& b) {
  if (a.collapsed != b.collapsed) return b.collapsed;
  return a.objective > b.objective;
}

std::vector<std::uint32_t> by_size(const CellSums& counted) {
  std::vector<std::uint32_t> out(counted.class_count.cells());
  std::iota(out.begin(), out.end(), 0U);
  std::stable_sort(out.begin(), out.end(),
                   [&](auto a, auto b) { return counted.total(a) > counted.total(b); });
  return out;
}

// The objectives of one start.
std::vector<double> objectives_of(const EmReport& report, std::size_t start) {
  std::vector<double> out;
  for (const EmStep& step : report.trace) {
    if (step.restart == start) out.push_back(step.objective);
  }
  return out;
}

Classifier model_of(const EmProblem& problem, const CellSums& counted, const Run& run,
                    const EmReport& report) {
  NamedSums statistics = problem.statistics(counted.canonical());
  statistics.set_trace(objectives_of(report, run.number));
  if (run.as_given) statistics.give(given_of(*run.model));
  return Classifier(std::make_shared<const NamedSums>(std::move(statistics)));
}

// Runs one start after the other and keeps the best.
class Search {
 public:
  Search(const EmProblem& problem, const EmOptions& options, const OnStep& on_step, EmReport& report)
      : problem_(problem), options_(options), on_step_(on_step), report_(report) {}

  // start(seeder) gives the model to begin with.
  template <class MakeStart>
  Run best_of(std::size_t starts, bool seeded, const CellSums& all, const MakeStart& start) {
    std::optional<Run> best;
    std::vector<End> ends;
    for (std::size_t number = 1; number <= starts; ++number) {
      Seeder seeder(problem_, all, options_.seed * 0x10001 + number);
      Run run = attempt(number, seeded ? &seeder : nullptr, start, seeder, best.has_value(), number < starts);
      ++report_.starts;
      const bool stopped = run.stopped;
      if (!run.counted && !stopped) continue;  // it failed, and the others are still to come
      if (!run.counted) break;                 // stopped before the first step
      ends.push_back({run.objective, run.collapsed});
      if (!best || better(run, *best)) best = std::move(run);
      if (stopped) break;
    }
    if (!best) throw Error(ErrorKind::interrupted, "interrupted; nothing was written");
    for (const End& end : ends) {
      report_.collapsed += end.collapsed ? 1U : 0U;
      const bool same = std::abs(end.objective - best->objective) <= kSame * (std::abs(best->objective) + 1);
      report_.reached += same && end.collapsed == best->collapsed ? 1U : 0U;
    }
    report_.log_likelihood = best->log_likelihood, report_.objective = best->objective;
    report_.iterations = best->iterations, report_.converged = best->converged;
    return std::move(*best);
  }

 private:
  static constexpr double kSame = 1e-6;

  struct End {
    double objective;
    bool collapsed;
  };

  template <class MakeStart>
  Run attempt(std::size_t number, Seeder* revive, const MakeStart& start, Seeder& seeder, bool have_best,
              bool have_more) {
    try {
      Climb climb(problem_, options_, number, revive, report_, on_step_);
      Run run = climb(start(seeder));
      report_.interrupted = report_.interrupted || run.interrupted;
      return run;
    } catch (const Error& error) {
      const bool interrupted = error.kind() == ErrorKind::interrupted;  // between the starts
      if (!have_best && (interrupted || !have_more)) throw;
      if (!interrupted) report_.notes.push_back(error.message());
      report_.interrupted = report_.interrupted || interrupted;
      Run none;
      none.stopped = interrupted;
      return none;
    }
  }

  const EmProblem& problem_;
  const EmOptions& options_;
  const OnStep& on_step_;
  EmReport& report_;
};

EmResult finished(const EmProblem& problem, const CellSums& counted, const Run& run, EmReport report) {
  Classifier learnt = model_of(problem, counted, run, report);
  EmResult out(std::move(report), std::move(learnt));
  out.n_rows = problem.rows.total_weight();
  if (problem.how.held_out.share > 0) {
    EStep judge = problem.how;
    judge.count = false, judge.hard = false, judge.held_out.only = true;
    out.held_out_log_likelihood = problem.expect(out.model.state(), judge).log_likelihood();
  }
  return out;
}

}  // namespace

double EmResult::bic() const {
  return model.free_parameters() * std::log(n_rows) - 2 * log_likelihood;
}

double EmResult::aic() const {
  return 2 * model.free_parameters() - 2 * log_likelihood;
}

namespace {

// Which words tell of the class cannot be known before the classes are.
void refuse_information(const Plan& plan) {
  for (const PartPlan& part : plan.parts) {
    if (part.text && part.text_options.features_by == FeaturesBy::information)
      throw Error(ErrorKind::usage,
                  "‹features-by› information needs the class of every row, which EM has to find", {},
                  "choose words by ‹features-by› frequency, ‹min-df› or ‹max-df›");
  }
}

}  // namespace

HiddenRows::HiddenRows(const Plan& plan, const std::vector<OpenChunks>& labelled,
                       const std::vector<OpenChunks>& unlabelled, std::size_t memory, unsigned threads,
                       const Tick& tick) {
  refuse_information(plan);
  if (has_auto_shrinkage(plan))
    throw Error(ErrorKind::usage, "‹shrinkage› auto needs rows whose class is known", {},
                "give a number from 0 to 1");
  VocabularyPass all{NamedSums(std::make_shared<const Plan>(plan)), {}};
  check_generative(all.statistics);
  const VocabularyPass zero = all;
  const auto each = [&](const auto& take) {
    for (const OpenChunks& open : labelled) take(*open(), true);
    for (const OpenChunks& open : unlabelled) take(*open(), false);
  };
  each([&](Source<Chunk>& rows, bool with_labels) {
    VocabularyPass part = fold(rows, zero, threads, tick);
    if (!with_labels) part.labels = {};
    all.merge(part);
  });
  NamedSums& words = all.statistics;
  words.canonicalise();
  if (words.n_rows() == 0)
    throw Error(ErrorKind::data, "there are no rows to learn from", {},
                "the file has a header only, or every row was skipped");
  NamedSums vocabulary = words;
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    if (plan.parts[k].text && !words.parts()[k].chosen()) vocabulary.freeze(k, words.vocabulary(k));
  }
  vocabulary.check_words();
  vocabulary.complete_combinations();
  Dictionary classes;
  for (const std::uint32_t code : all.labels.sorted_codes()) classes.insert(all.labels[code]);
  for (const std::string_view name : classes.strings()) classes_.emplace_back(name);
  rows_ = std::make_shared<KeptRows>(std::make_shared<const NamedSums>(std::move(vocabulary)), classes,
                                     memory == 0 ? half_of_memory() : memory);
  each([&](Source<Chunk>& rows, bool with_labels) { rows_->append(rows, with_labels, threads, tick); });
  rows_->finish();
}

std::size_t HiddenRows::n_rows() const {
  return rows_->n_rows();
}
std::size_t HiddenRows::n_labelled() const {
  return rows_->n_labelled();
}

EmResult cluster(const HiddenRows& rows, std::size_t k, const EmOptions& options, const Start* start,
                 unsigned threads, const OnStep& on_step, const Tick& tick) {
  if (k == 0 || k > rows.n_rows())
    throw Error(ErrorKind::usage,
                fmt::format("{} hidden classes cannot be told from {} rows", k, rows.n_rows()));
  Dictionary names;
  for (std::size_t c = 0; c < k; ++c) names.insert(std::to_string(c + 1));
  const EmProblem problem = problem_of(rows, std::move(names), options, threads, tick);
  const CellSums all = count_all(problem);
  EmReport report;
  Search search(problem, options, on_step, report);
  const Run best = search.best_of(
      start != nullptr ? 1 : options.restarts, start == nullptr, all,
      [&](Seeder& seeder) { return start != nullptr ? start_from(problem, *start, all) : seeder.start(); });
  if (start != nullptr || best.as_given) return finished(problem, *best.counted, best, std::move(report));
  return finished(problem, best.counted->select(problem.vocabulary->parts(), by_size(*best.counted)), best,
                  std::move(report));
}

namespace {

EmProblem problem_with_labels(const HiddenRows& rows, const EmOptions& options, unsigned threads,
                              const Tick& tick) {
  if (rows.classes().empty())
    throw Error(ErrorKind::data, "no row has a class", {}, "to find classes of its own, use cluster");
  Dictionary names;
  for (const std::string& name : rows.classes()) names.insert(name);
  return problem_of(rows, std::move(names), options, threads, tick);
}

Run climb_with_labels(const EmProblem& problem, const EmOptions& options, const OnStep& on_step,
                      EmReport& report) {
  const CellSums all = count_all(problem);
  const bool seeded = options.components > 1;
  Search search(problem, options, on_step, report);
  return search.best_of(seeded ? options.restarts : 1, seeded, all, [&](Seeder& seeder) {
    return seeded ? seeder.start() : problem.estimate(count_labelled(problem));
  });
}

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

Judged leave_out(const EmProblem& problem, const Run& run, std::size_t row) {
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
    const Run run = climb_with_labels(problem, each, on_step, report);
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

EmResult train_with_unlabelled(const HiddenRows& rows, const EmOptions& options, unsigned threads,
                               const OnStep& on_step, const Tick& tick) {
  const EmProblem problem = problem_with_labels(rows, options, threads, tick);
  EmReport report;
  const Run best = climb_with_labels(problem, options, on_step, report);
  return finished(problem, *best.counted, best, std::move(report));
}

}  // namespace priory
