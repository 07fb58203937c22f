// SPDX-License-Identifier: Apache-2.0
// Training is a fold over chunks and an estimate; everything else reads the estimate.
#include "priory/classifier.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numeric>

#include "core/log_space.h"
#include "fold/fold.h"
#include "learn/vocabulary/vocabularies.h"
#include "model/estimate.h"
#include "model/fitted_weights.h"
#include "model/naming.h"
#include "model/shrinkage.h"
#include "model/structure.h"

namespace priory {
namespace {

// The sum of log joint probabilities of rows with a known class, or of the probabilities of rows when the
// class is hidden; exact, so that threads do not change it.
struct LogLikelihood {
  explicit LogLikelihood(const Classifier::State& state) : model(&state), scorer(state), sum(1, 1) {}
  void accumulate(const Chunk& chunk) {
    const LogScores& scores = scorer.of_classes(chunk);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      if (model->statistics->plan().target.empty()) {
        std::vector<double> cells(scores.n_cells);
        for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = scores.at(c, row);
        add(chunk, row, log_sum_exp(cells));
        continue;
      }
      if (chunk.target.codes.empty() || chunk.target.codes[row] == kMissingCode)
        throw Error(ErrorKind::data, "the log-likelihood needs the class of every row, and one has none",
                    row < chunk.places.size() ? chunk.places[row] : Place{});
      const std::string_view label = (*chunk.target.dictionary)[chunk.target.codes[row]];
      const auto at = std::find(model->classes.begin(), model->classes.end(), label);
      const double log_p = at == model->classes.end()
                               ? kLogZero
                               : scores.at(static_cast<std::size_t>(at - model->classes.begin()), row);
      add(chunk, row, log_p);
    }
  }
  void add(const Chunk& chunk, std::size_t row, double log_p) {
    if (log_p == kLogZero)
      ++impossible;
    else
      sum.add_product(0, 0, chunk.weight_of(row), log_p);
  }
  void merge(const LogLikelihood& other) { sum.merge(other.sum), impossible += other.impossible; }
  template <class Wire>
  void carry(Wire& wire) {
    wire(sum, impossible);
  }

  const Classifier::State* model;
  Scorer scorer;
  Sums sum;
  std::size_t impossible = 0;
};

}  // namespace

Classifier Classifier::train(const Plan& given, const OpenChunks& open, unsigned threads, const Tick& tick) {
  // What is left to the rows is found in readings of its own.
  const Plan plan = with_shrinkage(decided(given, open, threads, tick), open, threads, tick);
  const NamedSums zero =
      with_vocabularies(NamedSums(std::make_shared<const Plan>(plan)), open, threads, tick);
  return model_of(fold(*open(), zero, threads, tick));
}

Classifier model_of(NamedSums counted) {
  counted.canonicalise();
  counted.check_rows();
  counted.check_words();
  counted.fix_vocabularies();
  counted.join_bins();
  return classifier_of(std::make_shared<const NamedSums>(std::move(counted)));
}

Classifier classifier_of(std::shared_ptr<const Classifier::State> state) {
  return Classifier(std::move(state));
}
Classifier classifier_of(std::shared_ptr<const NamedSums> sums) {
  return Classifier(estimate(std::move(sums)));
}

const Plan& Classifier::plan() const {
  return state_->statistics->plan();
}
Statistics Classifier::statistics() const {
  return statistics_of(state_->statistics);
}
const std::vector<std::string>& Classifier::classes() const {
  return state_->classes;
}
std::vector<double> Classifier::log_prior() const {
  return state_->class_prior();
}
const std::vector<double>& Classifier::cell_log_prior() const {
  return state_->log_prior;
}

std::vector<std::string> Classifier::cells() const {
  if (components() == 1) return classes();
  std::vector<std::string> out;
  for (std::size_t cell = 0; cell < state_->n_cells(); ++cell)
    out.push_back(fmt::format("{}/{}", classes()[cell / components()], cell % components() + 1));
  return out;
}

std::size_t Classifier::components() const {
  return state_->components;
}
const std::vector<double>& Classifier::trace() const {
  return state_->statistics->trace();
}
double Classifier::n_rows() const {
  return state_->statistics->n_rows();
}

std::vector<double> Classifier::class_count() const {
  std::vector<double> out(classes().size());
  for (std::size_t cell = 0; cell < state_->n_cells(); ++cell)
    out[cell / components()] += state_->statistics->class_count().value(0, cell);
  return out;
}

Classifier Classifier::calibrated(Calibration calibration) const {
  if (!calibration.fits(classes().size()))
    throw Error(ErrorKind::model, "the calibration does not fit the classes of the model");
  auto state = std::make_shared<State>(*state_);
  state->calibration = std::make_shared<const Calibration>(std::move(calibration));
  return Classifier(std::shared_ptr<const State>(std::move(state)));
}

Classifier Classifier::uncalibrated() const {
  auto state = std::make_shared<State>(*state_);
  state->calibration = nullptr;
  return Classifier(std::shared_ptr<const State>(std::move(state)));
}

const Calibration* Classifier::calibration() const {
  return state_->calibration.get();
}

Classifier Classifier::named(const OpenChunks& listed, unsigned threads, const Tick& tick) const {
  if (std::ranges::none_of(plan().parts, &PartPlan::hashed)) return *this;
  const auto names = find_names(sums_of(*this), listed, threads, tick);
  auto with_names = std::make_shared<NamedSums>(sums_of(*this));
  for (std::size_t k = 0; k < names.size(); ++k)
    with_names->name(k, merged(sums_of(*this).parts()[k].names, names[k]));
  auto state = std::make_shared<State>(*estimate(std::move(with_names)));
  state->calibration = state_->calibration;
  state->tuning = state_->tuning;
  state->classes_tried = state_->classes_tried;
  state->log_shift = state_->log_shift;
  return Classifier(std::shared_ptr<const State>(std::move(state)));
}

Classifier Classifier::tuned(TuningRecord record) const {
  auto state = std::make_shared<State>(*state_);
  state->tuning = std::make_shared<const TuningRecord>(std::move(record));
  return Classifier(std::shared_ptr<const State>(std::move(state)));
}

const ConditionalFit* Classifier::conditional_fit() const {
  return state_->fitted ? &state_->fitted->how : nullptr;
}

const TuningRecord* Classifier::tuning() const {
  return state_->tuning.get();
}

Classifier Classifier::chosen_of(std::vector<ClassesTried> tried) const {
  auto state = std::make_shared<State>(*state_);
  state->classes_tried = std::move(tried);
  return Classifier(std::shared_ptr<const State>(std::move(state)));
}

const std::vector<ClassesTried>& Classifier::classes_tried() const {
  return state_->classes_tried;
}

// Those the prior gives; where scores have no prior, all the same; and once calibrated, those of the rows.
std::vector<double> Classifier::rates() const {
  std::vector<double> out = class_count();
  if (!state_->calibration) {
    const bool known = state_->adds_prior || state_->network;
    out = known ? log_prior() : std::vector<double>(out.size());
    for (double& each : out) each = std::exp(each);
  }
  const double total = std::accumulate(out.begin(), out.end(), 0.0);
  for (double& each : out) each /= total;
  return out;
}

Classifier Classifier::with_rates(std::span<const double> rates) const {
  const std::vector<double> old = this->rates();
  auto state = std::make_shared<State>(*state_);
  state->log_shift.clear();
  for (std::size_t c = 0; c < old.size(); ++c) {
    const bool never = old[c] == 0;  // the model gives it no probability, which no rate changes
    state->log_shift.push_back(rates[c] == 0 ? kLogZero : never ? 0 : std::log(rates[c] / old[c]));
  }
  return Classifier(std::shared_ptr<const State>(std::move(state)));
}

void Classifier::score(Source<Chunk>& rows, const Format& format, const Write& write, unsigned threads,
                       const Tick& tick) const {
  const auto make_worker = [&] {
    return [&format, scorer = Scorer(*state_)](const Chunk& chunk, std::string& out) mutable {
      format(scorer.posterior(chunk), out);
    };
  };
  transform<Chunk, std::string>(
      rows, make_worker, [&](const std::string& text) { write(text); }, threads, tick);
}

std::vector<Prediction> Classifier::predict(Source<Chunk>& rows, unsigned threads) const {
  using Predictions = std::vector<Prediction>;
  Predictions all;
  const auto make_worker = [&] {
    return [this, scorer = Scorer(*state_)](const Chunk& chunk, Predictions& out) mutable {
      const ScoredChunk scored = scorer.posterior(chunk);
      for (std::size_t row = 0; row < chunk.n_rows; ++row) {
        const std::size_t best = best_class(scored.row(row));
        out.push_back({classes()[best], std::exp(scored.row(row)[best])});
      }
    };
  };
  const auto append = [&](Predictions batch) {
    all.insert(all.end(), std::make_move_iterator(batch.begin()), std::make_move_iterator(batch.end()));
  };
  transform<Chunk, Predictions>(rows, make_worker, append, threads);
  return all;
}

void Classifier::explain(Source<Chunk>& rows, std::size_t first, std::size_t count,
                         const std::function<void(const Explanation&)>& take) const {
  Scorer scorer(*state_);
  const auto decoder = rows.decoder();
  std::size_t at = 0;
  while (const auto batch = at < first + count ? rows.next() : nullptr) {
    decoder->decode(*batch, [&](const Chunk& chunk) {
      for (std::size_t row = 0; row < chunk.n_rows; ++row, ++at) {
        if (at >= first && at < first + count) take(scorer.explain(chunk, row));
      }
    });
  }
}

double Classifier::log_likelihood(Source<Chunk>& rows, unsigned threads) const {
  if (!state_->members.empty())
    throw Error(ErrorKind::usage, "a pool of models gives rows no probability, only their classes");
  const LogLikelihood total = fold(rows, LogLikelihood(*state_), threads);
  return total.impossible > 0 ? kLogZero : total.sum.value(0, 0);
}

}  // namespace priory
