// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <optional>

#include "core/number.h"
#include "evaluate/fold_models.h"
#include "logistic/weight_fit.h"

namespace priory {
namespace {

constexpr std::size_t kFolds = 5;
constexpr double kOneFoldFrom = 2e7;       // entries times classes: then one fold says enough
constexpr std::size_t kEnoughRows = 5000;  // in the folds that are judged
constexpr double kPenalties[] = {300, 100, 30, 10, 3, 1, 0.3, 0.1, 0.03, 0.01, 0.003};
// The loss of rows left out needs no more digits; with fewer, the next penalty would end where it begins.
constexpr double kTrialTolerance = 1e-6;

// Each class has the same weight in all.
void balance(LabelledFeatures& rows) {
  std::vector<double> of_class(rows.n_classes);
  for (std::size_t row = 0; row < rows.label.size(); ++row) of_class[rows.label[row]] += rows.weight[row];
  const double total = std::accumulate(of_class.begin(), of_class.end(), 0.0);
  for (std::size_t row = 0; row < rows.label.size(); ++row) {
    const double own = static_cast<double>(rows.n_classes) * of_class[rows.label[row]];
    if (own > 0) rows.weight[row] *= total / own;
  }
}

double loss_of(const LabelledFeatures& rows, double l2, std::span<const double> centre,
               std::span<const double> scale, std::span<const double> weights, unsigned threads) {
  ConditionalLoss loss(rows, l2, centre, threads, scale);
  std::vector<double> unused(weights.size());
  return loss(weights, unused);
}

// Fits with one penalty after the other, each from where the last one ended.
class PenaltyPath {
 public:
  PenaltyPath(const FeatureMap& map, const DiscriminativeOptions& options, double temperature,
              const LabelledFeatures& rows, OnIteration on_iteration)
      : rows_(&rows) {
    how_.l1 = options.l1, how_.tolerance = options.tolerance, how_.threads = options.threads;
    how_.max_iterations = options.max_iterations, how_.on_iteration = std::move(on_iteration);
    std::optional<std::vector<double>> generative = map.generative_weights(temperature);
    if (!generative && (options.towards == Towards::generative || options.nb_scaled))
      throw Error(ErrorKind::data, "a probability of the generative model is 0, and its logarithm no weight",
                  {}, "smooth it with ‹alpha›, or fit with ‹towards› zero");
    if (!generative) generative = std::vector<double>(rows.n_weights());
    if (options.nb_scaled) how_.scale = *generative;
    if (options.towards == Towards::generative) how_.centre = *generative;
    how_.start = std::move(*generative);
  }

  void begin_at(std::vector<double> start) { how_.start = std::move(start); }
  std::vector<double> start() const { return how_.start; }
  void set_tolerance(double tolerance) { how_.tolerance = tolerance; }

  Minimum fit(double l2) {
    how_.l2 = l2;
    if (how_.centre.empty()) begin_at_zero_if_lower();
    Minimum found = fit_logistic(*rows_, how_);
    how_.start = found.at;
    return found;
  }

 private:
  // The generative weights are no good start where the penalty holds against them.
  void begin_at_zero_if_lower() {
    const std::vector<double> zero(how_.start.size());
    const auto loss_at = [&](const std::vector<double>& at) {
      return loss_of(*rows_, how_.l2, {}, how_.scale, at, how_.threads);
    };
    if (!(loss_at(how_.start) <= loss_at(zero))) how_.start = zero;
  }

  const LabelledFeatures* rows_;
  LogisticOptions how_;
};

// The rows of a fold, judged by weights fitted to the others.
class FoldPath {
 public:
  FoldPath(const Classifier& without, const LabelledRows& rows, const std::vector<std::uint32_t>& fold_of_row,
           std::uint32_t fold, const DiscriminativeOptions& options, double temperature, OnIteration watch)
      : map_(without), rows_(map_.read(*rows.open()())), left_out_(rows_.weight) {
    for (std::size_t row = 0; row < left_out_.size(); ++row)
      (fold_of_row[row] == fold ? rows_.weight : left_out_)[row] = 0;
    if (options.balanced) balance(rows_);
    path_.emplace(map_, options, temperature, rows_, std::move(watch));
    path_->set_tolerance(std::max(options.tolerance, kTrialTolerance));
  }

  double weight() const { return std::accumulate(left_out_.begin(), left_out_.end(), 0.0); }
  double loss(double l2, unsigned threads) {
    const Minimum found = path_->fit(l2);
    std::swap(rows_.weight, left_out_);
    const double out = loss_of(rows_, 0, {}, {}, found.at, threads);
    std::swap(rows_.weight, left_out_);
    return out;
  }

 private:
  FeatureMap map_;
  LabelledFeatures rows_;
  std::vector<double> left_out_;
  std::optional<PenaltyPath> path_;
};

// Where the parabola through the best penalty and its neighbours, over the logarithm of the penalty, is
// lowest, in two digits. None where the best is the first or the last.
std::optional<double> lowest_between(std::span<const PenaltyTrial> trials) {
  const auto best = std::ranges::min_element(trials, {}, &PenaltyTrial::log_loss);
  if (trials.size() < 3 || best == trials.begin() || best == trials.end() - 1) return std::nullopt;
  const double before = std::log(best[-1].l2 / best[0].l2), after = std::log(best[1].l2 / best[0].l2);
  const double rise = (best[-1].log_loss - best[0].log_loss) / before,
               fall = (best[1].log_loss - best[0].log_loss) / after, bend = (rise - fall) / (before - after);
  if (!(bend > 0)) return std::nullopt;
  const double l2 = best[0].l2 * std::exp(0.5 * (before - rise / bend));
  return l2 < best[-1].l2 && l2 > best[1].l2 ? parse_number(fmt::format("{:.2g}", l2)) : std::nullopt;
}

}  // namespace

double temperature_of(const LabelledRows& rows, const Plan& plan, unsigned threads) {
  const Evaluation judged = judge_unseen(rows, plan, {}, kCalibrationRows, threads);
  return calibrate(judged.rows(), CalibrationMethod::temperature).slope;
}

WeightFit::WeightFit(const Classifier& generative, const LabelledRows& rows, double temperature,
                     unsigned threads)
    : generative_(generative),
      rows_(&rows),
      temperature_(temperature),
      threads_(threads),
      map_(generative),
      features_(map_.read(*rows.open()())) {}

// What the fit holds at most: the features twice, and the vectors of the optimiser.
void WeightFit::check_memory(const DiscriminativeOptions& options) const {
  constexpr double kVectors = 12;
  const FeatureMatrix& x = features_.features;
  const double bytes = 2 * sizeof(SparseEntry) * static_cast<double>(x.n_entries()) +
                       8 * static_cast<double>(x.n_rows() * (x.n_dense() + 3 * features_.n_outputs())) +
                       8 * kVectors * static_cast<double>(features_.n_weights());
  if (options.memory == 0 || bytes <= static_cast<double>(options.memory)) return;
  throw Error(
      ErrorKind::usage,
      fmt::format("the weights of {} features in {} classes need {:.0f} MB, and ‹max-memory› allows {:.0f}",
                  x.n_features(), features_.n_classes, bytes / 1e6,
                  static_cast<double>(options.memory) / 1e6),
      {}, "allow more, or leave out rare words: ‹min-df›, ‹max-features›");
}

OnIteration WeightFit::watch(const DiscriminativeOptions& options) {
  return [&](std::size_t step, double loss, double slope) {
    stopped_ = stopped_ || (options.on_iteration && !options.on_iteration(step, loss, slope));
    return !stopped_;
  };
}

// The larger penalties first: they are quick, and what they lead to is near what the next will. Where the
// loss has grown twice, it would go on growing.
std::vector<PenaltyTrial> WeightFit::try_penalties(const DiscriminativeOptions& options) {
  const std::size_t n_folds = std::min(kFolds, rows_->n_rows());
  if (n_folds < 2) return {};
  const FeatureMatrix& x = features_.features;
  const double work = static_cast<double>((x.n_entries() + x.n_rows() * x.n_dense()) * features_.n_outputs());
  const std::size_t enough = kEnoughRows / (rows_->n_rows() / n_folds) + 1;
  const std::size_t n_judged = work > kOneFoldFrom ? 1 : std::min(n_folds, enough);
  const std::vector<std::uint32_t> fold_of_row = assign_folds(*rows_, {n_folds, !rows_->groups().empty(), 1});
  const Tick no_tick;
  const FoldModels models(*rows_, std::make_shared<const Plan>(plan_of(generative_)), threads_, no_tick);
  const std::vector<Classifier> without = models.without({&fold_of_row, 0, n_judged});
  std::vector<std::unique_ptr<FoldPath>> folds;
  for (std::size_t fold = 0; fold < n_judged; ++fold) {
    const bool tells = without[fold].classes().size() > 1;
    if (tells)
      folds.push_back(std::make_unique<FoldPath>(without[fold], *rows_, fold_of_row,
                                                 static_cast<std::uint32_t>(fold), options, temperature_,
                                                 watch(options)));
  }
  double n_rows = 0;
  for (const auto& each : folds) n_rows += each->weight();
  std::vector<PenaltyTrial> out;
  const auto try_one = [&](double l2) {
    double loss = 0;
    for (const auto& each : folds) loss += stopped_ ? 0 : each->loss(l2, threads_);
    if (!stopped_) out.push_back({l2, loss / n_rows});
  };
  for (std::size_t k = 0, grown = 0; n_rows > 0 && k < std::size(kPenalties) && grown < 2; ++k) {
    try_one(kPenalties[k]);
    if (stopped_) return out;
    grown = k > 0 && out[k].log_loss > out[k - 1].log_loss ? grown + 1 : 0;
  }
  if (const std::optional<double> between = lowest_between(out)) try_one(*between);
  return out;
}

Discriminative WeightFit::finish(const DiscriminativeOptions& options, double l2, const Classifier* before) {
  ConditionalFit how;
  how.l2 = l2, how.l1 = options.l1, how.towards = options.towards, how.temperature = temperature_;
  how.balanced = options.balanced, how.nb_scaled = options.nb_scaled;
  const std::vector<double> weight = features_.weight;
  if (options.balanced) balance(features_);
  PenaltyPath path(map_, options, temperature_, features_, watch(options));
  if (before != nullptr) path.begin_at(map_.weights_like(*before, path.start()));
  const Minimum found = path.fit(l2);
  how.loss = loss_of(features_, 0, {}, {}, found.at, threads_);
  // No step from the start, on a slope that is no rounding of a minimum: its curvature is no number.
  constexpr double kSlope = 1e-3;  // of a row
  const bool stuck = found.iterations == 0 && !found.converged && !stopped_ && options.max_iterations > 0 &&
                     !(found.gradient_norm <= kSlope * features_.total_weight());
  if (!std::isfinite(how.loss) || stuck)
    throw Error(ErrorKind::data, "the weights cannot be fitted: squares or products of the numbers overflow",
                {}, "scale the largest numbers down, or leave their columns out with ‹ignore›");
  constexpr double kNoLoss = 1e-4;  // of a row
  if (l2 == 0 && options.l1 == 0 && !stopped_ && how.loss < kNoLoss * features_.total_weight())
    throw Error(ErrorKind::data,
                "the features part the classes of all rows: without a penalty the weights grow without end",
                {}, "give one: ‹l2› auto, or a number above 0");
  how.iterations = found.iterations, how.converged = found.converged;
  features_.weight = weight;
  return {map_.model(found.at, how), {}, stopped_};
}

Discriminative WeightFit::fit(const DiscriminativeOptions& options) {
  check_memory(options);
  stopped_ = false;
  std::vector<PenaltyTrial> trials;
  if (!options.l2) trials = try_penalties(options);
  const double l2 = options.l2       ? *options.l2
                    : trials.empty() ? 1.0
                                     : std::ranges::min_element(trials, {}, &PenaltyTrial::log_loss)->l2;
  Discriminative out = finish(options, l2, nullptr);
  out.trials = std::move(trials);
  return out;
}

Discriminative WeightFit::fit_from(const Classifier& before, const DiscriminativeOptions& options) {
  check_memory(options);
  stopped_ = false;
  return finish(options, options.l2.value(), &before);
}

Discriminative fit_weights(const Classifier& generative, const LabelledRows& rows,
                           const DiscriminativeOptions& options) {
  if (options.nb_scaled && options.l1 > 0)
    throw Error(ErrorKind::usage, "‹nb-scaled› goes with ‹l2› and not with ‹l1›");
  // Towards zero the generative weights are a place to begin at, and no more.
  const bool centred = options.towards == Towards::generative || options.nb_scaled;
  const double temperature = centred ? temperature_of(rows, plan_of(generative), options.threads) : 1;
  return WeightFit(generative, rows, temperature, options.threads).fit(options);
}

DiscriminativeOptions options_of(const ConditionalFit& fit) {
  DiscriminativeOptions out;
  out.l2 = fit.l2, out.l1 = fit.l1, out.towards = fit.towards;
  out.balanced = fit.balanced, out.nb_scaled = fit.nb_scaled;
  return out;
}

Discriminative refit_weights(const Classifier& before, const Classifier& generative, const LabelledRows& rows,
                             const DiscriminativeOptions& options) {
  const Plan plan = plan_of(generative);
  const Classifier counted = Classifier::train(plan, rows.open(), options.threads);
  if (counted.statistics().bytes() != generative.statistics().bytes())
    throw Error(
        ErrorKind::data,
        fmt::format(
            "the rows given are not those that the model stands for: it has {:.10g}, they are {:.10g}{}",
            generative.n_rows(), counted.n_rows(),
            generative.n_rows() == counted.n_rows() ? ", some of them others" : ""),
        {}, "give all rows that the model has learnt, and none that it has forgotten");
  DiscriminativeOptions again = options_of(*before.conditional_fit());
  again.tolerance = options.tolerance, again.max_iterations = options.max_iterations;
  again.threads = options.threads, again.memory = options.memory, again.on_iteration = options.on_iteration;
  const double temperature = temperature_of(rows, plan, options.threads);
  return WeightFit(generative, rows, temperature, options.threads).fit_from(before, again);
}

}  // namespace priory
