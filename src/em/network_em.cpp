// SPDX-License-Identifier: Apache-2.0
// Networks from rows with missing cells (Lauritzen, The EM algorithm for graphical association models with
// missing data, 1995): E-steps by a junction tree, M-steps by the estimate that complete rows have too.
#include <cmath>
#include <fmt/format.h>

#include "priory/classifier.h"
#include "priory/mixture.h"

#include "core/log_space.h"
#include "em/network_counts.h"
#include "fold/fold.h"
#include "learn/kept_rows.h"
#include "learn/vocabulary/vocabulary_pass.h"
#include "model/estimate.h"
#include "model/structure.h"

namespace priory {
namespace {

void check(const Plan& plan, const EmOptions& options) {
  for (const PartPlan& part : plan.parts) {
    if (!is_node(part))
      throw Error(ErrorKind::usage,
                  fmt::format("column '{}' ({}) is no column of values: EM over a network takes no others",
                              part.label(), part.family),
                  {}, "leave it out (‹ignore›)");
  }
  if (options.hard || options.anneal || options.components > 1)
    throw Error(ErrorKind::usage, "EM over a network takes no ‹hard›, ‹anneal› or ‹components›");
}

// The values of every column, as its own table has them, and of every table all cells there can be, in order.
std::shared_ptr<const NamedSums> complete_vocabulary(const NamedSums& seen) {
  std::vector<PartVocabulary> parts = seen.parts();
  for (PartVocabulary& part : parts) {
    const Combinations& table = *part.of_columns->combinations();
    Dictionary keys;
    for (double cell = 0; cell < table.n_cells(); ++cell) keys.insert(part.of_columns->key(cell));
    part.values = std::move(keys);
  }
  CellSums none = CellSums::zero(parts, 1);
  none.class_count = seen.class_count();
  return std::make_shared<const NamedSums>(NamedSums::restore(
      seen.shared_plan(), seen.classes(), std::move(none), seen.row_count(), std::move(parts)));
}

// No table may be too large before a number of it is made.
void check_sizes(const NamedSums& seen, std::size_t n_classes) {
  constexpr double kMostNumbers = 0x1p24;
  double total = 0;
  for (const PartVocabulary& part : seen.parts())
    total += part.of_columns->combinations()->n_cells() * static_cast<double>(n_classes);
  if (total > kMostNumbers)
    throw Error(ErrorKind::data,
                fmt::format("EM over tables of {:.6g} probabilities is too large (the most is {:.6g})", total,
                            kMostNumbers),
                {}, "take a structure with fewer parents, or leave out columns with many values (‹ignore›)");
}

// Nothing can be inferred of a variable without values.
void check_values(const NamedSums& seen) {
  for (std::size_t k = 0; k < seen.parts().size(); ++k) {
    if (seen.parts()[k].of_columns->combinations()->n_cells() > 0) continue;
    const std::string& column = seen.plan().parts[k].columns.back();
    throw Error(ErrorKind::data, fmt::format("'{}' has no values: every cell of it is missing", column), {},
                fmt::format("leave it out (‹ignore› {})", column));
  }
}

Plan with_alpha_at_least(Plan plan, double least) {
  for (PartPlan& part : plan.parts) {
    for (auto& [name, value] : part.settings) {
      if (name == "alpha") value = std::max(value, least);
    }
  }
  plan.prior.alpha = std::max(plan.prior.alpha, least);
  return plan;
}

class NetworkEm {
 public:
  NetworkEm(const Plan& plan, const OpenChunks& open, unsigned threads, const Tick& tick)
      : threads_(threads), tick_(tick) {
    VocabularyPass pass =
        fold(*open(), VocabularyPass{NamedSums(std::make_shared<const Plan>(plan)), {}}, threads, tick);
    pass.statistics.canonicalise();
    if (pass.statistics.n_rows() == 0)
      throw Error(ErrorKind::data, "there are no rows to learn from", {},
                  "the file has a header only, or every row was skipped");
    for (const std::uint32_t code : pass.labels.sorted_codes()) classes_.insert(pass.labels[code]);
    if (plan.target.empty()) classes_.insert("");
    if (classes_.empty()) throw Error(ErrorKind::data, "no row has a class: there is nothing to tell apart");
    check_values(pass.statistics);
    check_sizes(pass.statistics, classes_.size());
    vocabulary_ = complete_vocabulary(pass.statistics);
    rows_ = std::make_unique<KeptRows>(vocabulary_, classes_, half_of_memory());
    rows_->append(*open(), !plan.target.empty(), threads, tick);
    rows_->finish();
    grid_ = 52 - static_cast<int>(std::ceil(std::log2(rows_->total_weight() + 1)));
  }

  EmResult run(const EmOptions& options, const OnStep& on_step) {
    EmReport report;
    report.starts = report.reached = 1;
    std::shared_ptr<const Classifier::State> model = start();
    for (std::size_t t = 0;; ++t) {
      const NetworkCounts counted = counts(model.get());
      const EmStep step{1, t, counted.log_likelihood(), counted.log_likelihood() + log_prior(*model)};
      const bool goes_on = on_step ? on_step(step) : true;
      report.interrupted = !goes_on;
      report.converged =
          t > 0 && options.tolerance > 0 &&
          step.objective - report.trace.back().objective <= options.tolerance * std::abs(step.objective);
      report.trace.push_back(step);
      report.iterations = t, report.log_likelihood = step.log_likelihood, report.objective = step.objective;
      if (!goes_on || report.converged || t == options.max_iterations) return {report, learnt(report)};
      last_ = std::make_shared<const NamedSums>(counted.statistics(classes_));
      model = estimate_unchecked(last_);
    }
  }

 private:
  NetworkCounts counts(const Classifier::State* model) const {
    return fold(*rows_->open(), NetworkCounts(vocabulary_, model, classes_.size(), grid_), threads_, tick_);
  }

  // From what rows have in full, smoothed: what is impossible in the beginning stays so.
  std::shared_ptr<const Classifier::State> start() {
    const NamedSums known = counts(nullptr).statistics(classes_);
    last_ = std::make_shared<const NamedSums>(known);
    return estimate_unchecked(std::make_shared<const NamedSums>(
        NamedSums::restore(std::make_shared<const Plan>(with_alpha_at_least(known.plan(), 1)),
                           known.classes(), known.sums(), known.row_count(), known.parts())));
  }

  // Of pooled tables every class has the same.
  double log_prior(const Classifier::State& model) const {
    const Plan& plan = vocabulary_->plan();
    const ClassPrior& prior = plan.prior;
    const bool smoothed = prior.kind == PriorKind::empirical && model.adds_prior;
    double out = smoothed ? times_sum(prior.alpha, model.log_prior) : 0;
    for (std::size_t k = 0; k < model.parts.size(); ++k) {
      const PartModel& part = model.parts[k];
      Settings settings = part.settings;  // those of the start are others
      for (const auto& [name, value] : plan.parts[k].settings) settings.set(name, value);
      const double all = part.family->log_prior(part.parameters(), settings);
      out += plan.parts[k].pooled ? all / static_cast<double>(model.n_cells()) : all;
    }
    return out;
  }

  // The model of the last M-step: its expected counts, and what EM raised.
  Classifier learnt(const EmReport& report) const {
    Plan plan = vocabulary_->plan();
    plan.expected = true;
    NamedSums out = NamedSums::restore(std::make_shared<const Plan>(std::move(plan)), last_->classes(),
                                       last_->sums(), last_->row_count(), last_->parts());
    out.canonicalise();
    std::vector<double> objectives;
    for (const EmStep& step : report.trace) objectives.push_back(step.objective);
    out.set_trace(std::move(objectives));
    return classifier_of(std::make_shared<const NamedSums>(std::move(out)));
  }

  unsigned threads_;
  Tick tick_;
  Dictionary classes_;
  std::shared_ptr<const NamedSums> vocabulary_, last_;
  std::unique_ptr<KeptRows> rows_;
  int grid_ = 0;
};

}  // namespace

EmResult train_network(const Plan& plan, const OpenChunks& open, const EmOptions& options, unsigned threads,
                       const OnStep& on_step, const Tick& tick) {
  check(plan, options);
  return NetworkEm(decided(plan, open, threads, tick), open, threads, tick).run(options, on_step);
}

}  // namespace priory
