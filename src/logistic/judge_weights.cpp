// SPDX-License-Identifier: Apache-2.0
// Cross-validation of models that are fitted to rows: nothing of a fold is in the model that judges it,
// neither in its counts nor in its weights, its penalty or its calibration.
#include <algorithm>

#include "priory/discriminative.h"
#include "priory/folds.h"

#include "evaluate/some_rows.h"

namespace priory {
namespace {

constexpr std::size_t kInnerFolds = 5;

std::vector<bool> others(const std::vector<std::uint32_t>& fold_of_row, std::uint32_t fold) {
  std::vector<bool> out;
  out.reserve(fold_of_row.size());
  for (const std::uint32_t each : fold_of_row) out.push_back(each != fold);
  return out;
}

std::vector<std::uint32_t> only(const std::vector<std::uint32_t>& fold_of_row, std::uint32_t fold) {
  std::vector<std::uint32_t> out;
  out.reserve(fold_of_row.size());
  for (const std::uint32_t each : fold_of_row) out.push_back(each == fold ? 0 : 1);
  return out;
}

}  // namespace

std::vector<Evaluation> cross_validate(const LabelledRows& rows, const Plan& plan,
                                       const std::vector<std::uint32_t>& fold_of_row,
                                       const JudgingOptions& judging, const LearnFrom& learn,
                                       unsigned threads, const Tick& tick) {
  const std::uint32_t n_folds = fold_of_row.empty() ? 0 : *std::ranges::max_element(fold_of_row) + 1;
  std::vector<Evaluation> out;
  for (std::uint32_t fold = 0; fold < n_folds; ++fold) {
    const LabelledRows rest = some_rows(rows, plan, others(fold_of_row, fold), threads);
    Classifier model = learn(rest);
    if (!judging.calibrations.empty())
      model = model.calibrated(
          best_calibration(judge_in_folds(rest, plan, learn, threads, tick).rows(), judging.calibrations));
    out.push_back(
        judge_folds(rows, {&model, 1}, only(fold_of_row, fold), rows.classes(), judging, threads, tick)[0]);
  }
  return out;
}

Evaluation judge_in_folds(const LabelledRows& rows, const Plan& plan, const LearnFrom& learn,
                          unsigned threads, const Tick& tick) {
  const std::vector<std::uint32_t> fold_of_row = assign_folds(rows, {kInnerFolds, !rows.groups().empty(), 1});
  Evaluation out(rows.classes());
  for (const Evaluation& each : cross_validate(rows, plan, fold_of_row, {}, learn, threads, tick))
    out.merge(each);
  return out;
}

}  // namespace priory
