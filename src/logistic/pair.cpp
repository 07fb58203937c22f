// SPDX-License-Identifier: Apache-2.0
// Learning curves of both partners: in each repeat some rows are held out, the others stand in an order of
// chance, and each size learns from a beginning of that order.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "priory/folds.h"

#include "evaluate/some_rows.h"
#include "logistic/repeated_figure.h"
#include "logistic/stratified_order.h"
#include "logistic/weight_fit.h"

namespace priory {
namespace {

constexpr std::size_t kMostHeldOut = 20'000, kLeastRows = 20;
enum Side : std::size_t { kGenerative, kDiscriminative, kBetween, kSides };

// What became of one size in all repeats.
struct Results {
  std::vector<double> accuracy[kSides], log_loss[kSides], l2[kSides];
  std::string trouble;
};

class PairRun {
 public:
  PairRun(const LabelledRows& rows, const Plan& plan, const PairOptions& options, const Tick& tick)
      : rows_(rows), plan_(plan), options_(options), tick_(tick) {
    const std::size_t n = rows.n_rows(), least = 2 * rows.classes().size();
    if (rows.classes().size() < 2)
      throw Error(ErrorKind::data, "there is one class only: nothing tells it from others");
    n_held_out_ = std::min(kMostHeldOut, static_cast<std::size_t>(options.held_out * static_cast<double>(n)));
    if (n_held_out_ < rows.classes().size() || n - n_held_out_ < least)
      throw Error(ErrorKind::data,
                  fmt::format("{} rows are too few for learning curves: {} would be held out, and {} classes "
                              "need {} to learn from",
                              n, n_held_out_, rows.classes().size(), least),
                  {}, "give more rows, or hold out another share (‹held-out›)");
    set_sizes(n - n_held_out_, least);
  }

  Pair run() {
    for (std::size_t repeat = 0; repeat < options_.repeats; ++repeat) run_repeat(repeat);
    Pair out{rows_.n_rows(), n_held_out_, options_.repeats, options_.seed, {}, {}, {}, {}};
    for (const PartPlan& part : plan_.parts) {
      if (std::ranges::find(out.families, part.family) == out.families.end())
        out.families.push_back(part.family);
    }
    for (std::size_t k = 0; k < sizes_.size(); ++k) out.points.push_back(point_of(k));
    out.crossing_accuracy = crossing(out.points, [](const PairPoint& at) {
      return at.discriminative.accuracy.mean - at.generative.accuracy.mean;
    });
    out.crossing_log_loss = crossing(out.points, [](const PairPoint& at) {
      return at.generative.log_loss.mean - at.discriminative.log_loss.mean;
    });
    return out;
  }

 private:
  // Each so many times the last.
  void set_sizes(std::size_t most, std::size_t least) {
    sizes_ = options_.sizes;
    const double first = static_cast<double>(std::min(most, std::max(least, kLeastRows)));
    for (std::size_t k = 0; sizes_.size() <= k && options_.sizes.empty() && k < options_.n_sizes; ++k) {
      const double share =
          options_.n_sizes < 2 ? 1 : static_cast<double>(k) / static_cast<double>(options_.n_sizes - 1);
      sizes_.push_back(
          static_cast<std::size_t>(std::llround(first * std::pow(static_cast<double>(most) / first, share))));
    }
    std::ranges::sort(sizes_);
    sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
    for (const std::size_t size : sizes_) {
      if (size >= least && size <= most) continue;
      throw Error(
          ErrorKind::usage,
          fmt::format("‹sizes› are from {} rows, two of each class, to {}, those not held out; {} is not",
                      least, most, size));
    }
    results_.resize(sizes_.size());
  }

  void run_repeat(std::size_t repeat) {
    Random random(mixed(options_.seed) + repeat);
    std::vector<std::size_t> all(rows_.n_rows());
    std::iota(all.begin(), all.end(), std::size_t{0});
    all = stratified_order(rows_.labels(), std::move(all), random);
    // From the end, where classes have their shares; their first rows are to learn from.
    const std::size_t n_learnt = all.size() - n_held_out_;
    std::vector<std::uint32_t> fold_of_row(all.size(), 1);
    for (std::size_t k = n_learnt; k < all.size(); ++k) fold_of_row[all[k]] = 0;
    for (std::size_t k = 0; k < sizes_.size(); ++k) {
      if (!results_[k].trouble.empty()) continue;
      std::vector<bool> wanted(all.size());
      for (std::size_t i = 0; i < sizes_[k]; ++i) wanted[all[i]] = true;
      learn_from(std::move(wanted), fold_of_row, repeat, results_[k]);
    }
  }

  void learn_from(std::vector<bool> wanted, const std::vector<std::uint32_t>& fold_of_row, std::size_t repeat,
                  Results& to) {
    if (tick_) tick_(Progress{});
    const unsigned threads = options_.threads;
    try {
      const LabelledRows some = some_rows(rows_, plan_, std::move(wanted), threads);
      const Classifier generative = Classifier::train(plan_, some.open(), threads);
      const Evaluation unseen = judge_unseen(some, plan_, {}, kCalibrationRows, threads);
      const Calibration calibration = calibrate(unseen.rows(), CalibrationMethod::temperature);
      judge(generative.calibrated(calibration), fold_of_row, kGenerative, to);
      WeightFit fit(generative, some, calibration.slope, threads);
      for (const Side side : {kDiscriminative, kBetween}) {
        DiscriminativeOptions how;
        how.towards = side == kBetween ? Towards::generative : Towards::zero;
        how.l2 = options_.l2, how.threads = threads, how.tolerance = 1e-6;
        how.on_iteration = [&](std::size_t, double, double) {
          return tick_ ? (tick_(Progress{}), true) : true;
        };
        const Discriminative fitted = fit.fit(how);
        to.l2[side].push_back(fitted.model.conditional_fit()->l2);
        judge(fitted.model, fold_of_row, side, to);
      }
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::data || repeat > 0) throw;
      to.trouble = error.message();
    }
  }

  void judge(const Classifier& model, const std::vector<std::uint32_t>& fold_of_row, Side side, Results& to) {
    const Evaluation judged =
        judge_folds(rows_, {&model, 1}, fold_of_row, rows_.classes(), {}, options_.threads)[0];
    const Measures measures = judged.measure({{}, 0, options_.threads});
    to.accuracy[side].push_back(measures.accuracy), to.log_loss[side].push_back(measures.log_loss);
  }

  PairPoint point_of(std::size_t k) const {
    const Results& of = results_[k];
    PairPoint out;
    out.rows = sizes_[k], out.trouble = of.trouble;
    if (!of.trouble.empty()) return out;
    const auto n_others = static_cast<double>(rows_.n_rows() - n_held_out_);
    const double share =
        static_cast<double>(n_held_out_) / n_others * static_cast<double>(sizes_[k]) / n_others;
    PairSide* const sides[] = {&out.generative, &out.discriminative, &out.between};
    for (std::size_t side = 0; side < kSides; ++side) {
      sides[side]->accuracy = within(repeated_figure(of.accuracy[side], share), 1);
      sides[side]->log_loss = within(repeated_figure(of.log_loss[side], share), HUGE_VAL);
    }
    out.l2_towards_zero = median(of.l2[kDiscriminative]), out.l2_between = median(of.l2[kBetween]);
    return out;
  }

  // What the figure can be: from 0 on.
  static RepeatedFigure within(RepeatedFigure figure, double most) {
    if (figure.low < 0) figure.low = 0;
    if (figure.high > most) figure.high = most;
    return figure;
  }

  static double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
  }

  // Between the last size at which the gain is not above 0 and the next, straight in the logarithm of rows.
  template <class Gain>
  static std::optional<double> crossing(const std::vector<PairPoint>& points, const Gain& gain) {
    const PairPoint *last = nullptr, *next = nullptr;
    for (const PairPoint& at : points) {
      if (!at.trouble.empty()) continue;
      if (gain(at) > 0)
        next = next == nullptr ? &at : next;
      else
        last = &at, next = nullptr;
    }
    if (next == nullptr) return std::nullopt;
    if (last == nullptr) return 0.0;
    const double before = gain(*last), after = gain(*next);
    const double from = std::log(static_cast<double>(last->rows)),
                 to = std::log(static_cast<double>(next->rows));
    const double share = std::isfinite(before) ? before / (before - after) : 0.5;
    return std::exp(from + share * (to - from));
  }

  const LabelledRows& rows_;
  const Plan& plan_;
  const PairOptions& options_;
  const Tick& tick_;
  std::size_t n_held_out_ = 0;
  std::vector<std::size_t> sizes_;
  std::vector<Results> results_;
};

}  // namespace

PlanOptions with_shared_covariance(const Plan& plan, PlanOptions options) {
  std::vector<std::string> columns;
  for (const PartPlan& part : plan.parts) {
    if (part.family == "gaussian") columns.insert(columns.end(), part.columns.begin(), part.columns.end());
  }
  const auto given = [&](const ColumnType& each) {
    return std::ranges::find(columns, each.column) != columns.end();
  };
  if (!options.family.empty() || std::ranges::any_of(options.types, given)) return options;
  if (columns.size() > 1) options.parts.push_back({columns, "gaussian-shared"});
  if (columns.size() == 1) options.types.push_back({columns[0], "gaussian-shared", {}});
  return options;
}

Pair pair(const LabelledRows& rows, const Plan& plan, const PairOptions& options, const Tick& tick) {
  return PairRun(rows, plan, options, tick).run();
}

}  // namespace priory
