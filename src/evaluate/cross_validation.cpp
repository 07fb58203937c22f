// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "priory/folds.h"

#include "core/log_space.h"
#include "core/random.h"
#include "evaluate/calibrated_loss.h"
#include "evaluate/fold_models.h"
#include "fold/fold.h"
#include "learn/select_rows.h"
#include "model/leave_one_out.h"
#include "model/shrinkage.h"

namespace priory {
namespace {

// Rows with their posteriors over all classes of the data.
struct Answers {
  std::vector<std::uint32_t> fold, actual;
  std::vector<double> weight, log_posterior;
};

// To the evaluation of their fold, or to the one there is.
void add_answers(const std::vector<std::string>& classes, const Answers& answers,
                 const JudgingOptions& judging, std::vector<Evaluation>& out) {
  const std::size_t n = classes.size();
  for (std::size_t k = 0; k < answers.fold.size(); ++k) {
    const std::span<const double> scores(&answers.log_posterior[k * n], n);
    out[std::min<std::size_t>(answers.fold[k], out.size() - 1)].add(
        classes[answers.actual[k]], scores, judging.decide(scores), answers.weight[k]);
  }
}

// Where the classes of a model are among all classes of the data.
std::vector<std::size_t> places_of(const std::vector<std::string>& some,
                                   const std::vector<std::string>& classes) {
  std::vector<std::size_t> out;
  for (const std::string& label : some) {
    const auto at = std::lower_bound(classes.begin(), classes.end(), label);
    out.push_back(static_cast<std::size_t>(at - classes.begin()));
  }
  return out;
}

using ChosenRows = std::function<bool(std::size_t row)>;

// Scores the chosen rows of each fold of the range by its model.
class FoldScorer {
 public:
  FoldScorer(const LabelledRows& rows, const std::vector<std::string>& classes,
             std::span<const Classifier> models, const FoldRange& range, const ChosenRows& chosen)
      : n_classes_(classes.size()),
        range_(range),
        chosen_(&chosen),
        actual_(places_of(rows.classes(), classes)) {
    for (const Classifier& model : models) {
      scorers_.emplace_back(state_of(model));
      place_.push_back(places_of(model.classes(), classes));
    }
  }

  void operator()(const Chunk& chunk, Answers& out) {
    const std::size_t begin = out.fold.size();
    std::vector<std::size_t> answer(chunk.n_rows);  // its place in `out`
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const std::size_t k = range_.of(chunk, row) - range_.first;
      if (k >= scorers_.size() || !(*chosen_)(chunk.first_row + row)) continue;
      answer[row] = out.fold.size();
      out.fold.push_back(range_.of(chunk, row));
      out.actual.push_back(static_cast<std::uint32_t>(actual_[chunk.target.codes[row]]));
      out.weight.push_back(chunk.weight_of(row));
    }
    out.log_posterior.resize(out.log_posterior.size() + (out.fold.size() - begin) * n_classes_, kLogZero);
    for (std::size_t k = 0; k < scorers_.size(); ++k) {
      std::vector<std::uint32_t> rows = range_.rows(chunk, k, true);
      std::erase_if(rows, [&](std::uint32_t row) { return !(*chosen_)(chunk.first_row + row); });
      if (rows.empty()) continue;
      const Chunk some = select_rows(chunk, rows);
      const ScoredChunk scored = scorers_[k].posterior(some);
      for (std::size_t r = 0; r < rows.size(); ++r) {
        double* to = &out.log_posterior[answer[rows[r]] * n_classes_];
        for (std::size_t c = 0; c < place_[k].size(); ++c) to[place_[k][c]] = scored.row(r)[c];
      }
    }
  }

 private:
  std::size_t n_classes_;
  FoldRange range_;
  const ChosenRows* chosen_;
  std::vector<std::size_t> actual_;  // where the classes of the rows are among all
  std::vector<Scorer> scorers_;
  std::vector<std::vector<std::size_t>> place_;  // of a model's class among all
};

Evaluation of_all_ranks(const Source<Chunk>& source, const Evaluation& zero, Evaluation mine) {
  return source.ranks() == nullptr ? mine : sum_over(*source.ranks(), zero, std::move(mine));
}

// About `most` of n rows, the same ones each time; by chance, as files have rhythms of their own.
auto some_of(std::size_t n, std::size_t most) {
  const double share = n <= most ? 1 : static_cast<double>(most) / static_cast<double>(n);
  return [share](std::size_t row) { return unit(mixed(row)) < share; };
}

// Rows for which chosen(number) holds, each by the model without it.
template <class Chosen>
Evaluation leave_out(const LabelledRows& rows, const LeaveOneOut& left_out, const JudgingOptions& judging,
                     const Chosen& chosen, unsigned threads, const Tick& tick) {
  const std::vector<std::size_t> place = places_of(left_out.whole().classes, rows.classes());
  const Evaluation zero(rows.classes(), judging.positive);
  std::vector<Evaluation> out(1, zero);
  const auto make_worker = [&] {
    return [&, scorer = LeftOutScorer(left_out)](const Chunk& chunk, Answers& answers) mutable {
      std::vector<std::uint32_t> some;
      for (std::uint32_t row = 0; row < chunk.n_rows; ++row) {
        if (!chosen(chunk.first_row + row)) continue;
        some.push_back(row);
        answers.fold.push_back(0), answers.actual.push_back(chunk.target.codes[row]);
        answers.weight.push_back(chunk.weight_of(row));
      }
      const ScoredChunk scored = scorer(chunk, some);
      const std::size_t begin = answers.log_posterior.size(), n_classes = rows.classes().size();
      answers.log_posterior.resize(begin + some.size() * n_classes, kLogZero);
      for (std::size_t k = 0; k < some.size(); ++k) {
        double* to = &answers.log_posterior[begin + k * n_classes];
        for (std::size_t c = 0; c < place.size(); ++c) to[place[c]] = scored.row(k)[c];
      }
    };
  };
  const auto source = rows.open()();
  transform<Chunk, Answers>(
      *source, make_worker,
      [&](const Answers& answers) { add_answers(rows.classes(), answers, judging, out); }, threads, tick);
  return of_all_ranks(*source, zero, std::move(out[0]));
}

// The model calibrated on the rows it has learnt from, each left out.
Classifier calibrated(const LabelledRows& rows, const Classifier& model, const FoldRange& range,
                      std::size_t fold, const JudgingOptions& judging, unsigned threads, const Tick& tick) {
  if (model.classes() != rows.classes())
    throw Error(ErrorKind::data,
                fmt::format("without fold {} a class has no row: its model cannot be calibrated", fold + 1),
                {}, "take fewer folds, or leave out the rarest classes");
  const auto chosen = some_of(rows.n_rows(), kCalibrationRows);
  const Evaluation judged = leave_out(
      rows, LeaveOneOut(model, OwnWords::leave), {},
      [&](std::size_t row) { return (*range.fold_of_row)[row] != fold && chosen(row); }, threads, tick);
  return model.calibrated(best_calibration(judged.rows(), judging.calibrations));
}

// Adds to an evaluation for each fold, or to one of all: then rows of up to kFoldsAtOnce folds are in the
// order of the file.
std::vector<Evaluation> judge_folds(const LabelledRows& rows, const Plan& plan,
                                    const std::vector<std::uint32_t>& fold_of_row, bool together,
                                    const JudgingOptions& judging, const ChosenRows& chosen, unsigned threads,
                                    const Tick& tick) {
  const std::size_t n_folds = fold_of_row.empty() ? 0 : *std::ranges::max_element(fold_of_row) + 1;
  const Evaluation zero(rows.classes(), judging.positive);
  std::vector<Evaluation> out(together ? 1 : n_folds, zero);
  const FoldModels models(
      rows, std::make_shared<const Plan>(with_shrinkage(plan, rows.open(), threads, tick)), threads, tick);
  for (std::size_t first = 0; first < n_folds; first += kFoldsAtOnce) {
    const FoldRange range{&fold_of_row, first, std::min(kFoldsAtOnce, n_folds - first)};
    std::vector<Classifier> batch = models.without(range);
    for (std::size_t k = 0; k < batch.size() && !judging.calibrations.empty(); ++k)
      batch[k] = calibrated(rows, batch[k], range, first + k, judging, threads, tick);
    const auto source = rows.open()();
    transform<Chunk, Answers>(
        *source, [&] { return FoldScorer(rows, rows.classes(), batch, range, chosen); },
        [&](const Answers& answers) { add_answers(rows.classes(), answers, judging, out); }, threads, tick);
    for (std::size_t k = first; !together && k < first + range.count; ++k)
      out[k] = of_all_ranks(*source, zero, std::move(out[k]));
  }
  if (together) out[0] = of_all_ranks(*rows.open()(), zero, std::move(out[0]));
  return out;
}

// Groups of numbers are estimated anew for every row, in a time that grows with the cube of their columns.
bool is_slow(const LeaveOneOut& left_out, const Plan& plan) {
  return left_out.anew() || std::ranges::any_of(plan.parts, [](const PartPlan& part) {
           return part.kind == CellKind::reals && part.n_columns() > 1;
         });
}

}  // namespace

std::vector<Evaluation> judge_folds(const LabelledRows& rows, std::span<const Classifier> models,
                                    const std::vector<std::uint32_t>& fold_of_row,
                                    const std::vector<std::string>& classes, const JudgingOptions& judging,
                                    unsigned threads, const Tick& tick) {
  std::vector<Evaluation> out(models.size(), Evaluation(classes, judging.positive));
  const FoldRange range{&fold_of_row, 0, models.size()};
  const ChosenRows all = [](std::size_t) { return true; };
  transform<Chunk, Answers>(
      *rows.open()(), [&] { return FoldScorer(rows, classes, models, range, all); },
      [&](const Answers& answers) { add_answers(classes, answers, judging, out); }, threads, tick);
  return out;
}

std::vector<Evaluation> cross_validate(const LabelledRows& rows, const Plan& plan,
                                       const std::vector<std::uint32_t>& fold_of_row,
                                       const JudgingOptions& judging, unsigned threads, const Tick& tick) {
  return judge_folds(
      rows, plan, fold_of_row, false, judging, [](std::size_t) { return true; }, threads, tick);
}

Evaluation leave_one_out(const LabelledRows& rows, const Plan& plan, const JudgingOptions& judging,
                         std::size_t most, unsigned threads, const Tick& tick) {
  const LeaveOneOut left_out(Classifier::train(plan, rows.open(), threads, tick));
  return leave_out(rows, left_out, judging, some_of(rows.n_rows(), most), threads, tick);
}

Evaluation judge_unseen(const LabelledRows& rows, const Plan& plan, const JudgingOptions& judging,
                        std::size_t most, unsigned threads, const Tick& tick) {
  constexpr std::size_t kFewRows = 200, kFewEstimates = 10'000;  // of parts
  const LeaveOneOut left_out(Classifier::train(plan, rows.open(), threads, tick), OwnWords::leave);
  const bool few = rows.n_rows() <= kFewRows && rows.n_rows() * plan.parts.size() <= kFewEstimates;
  if (few || !is_slow(left_out, plan))
    return leave_out(rows, left_out, judging, some_of(rows.n_rows(), most), threads, tick);
  return judge_folds(rows, plan, assign_folds(rows, {}), true, judging, some_of(rows.n_rows(), most), threads,
                     tick)[0];
}

}  // namespace priory
