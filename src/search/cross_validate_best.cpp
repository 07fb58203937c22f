// SPDX-License-Identifier: Apache-2.0
// How good a search is: it is made again for each fold, by the rows of the others.
#include <algorithm>
#include <map>

#include "evaluate/some_rows.h"
#include "search/plan_field.h"

namespace priory {
namespace {

class FoldSearch {
 public:
  FoldSearch(const SearchSpace& space, const TuneOptions& options, const JudgingOptions& judging,
             const Tick& tick)
      : space_(space), options_(options), judging_(judging), tick_(tick) {
    options_.figures = false;
  }

  Evaluation operator()(const std::vector<std::uint32_t>& fold_of_row, std::uint32_t fold) {
    std::vector<bool> others;
    std::vector<std::uint32_t> place;  // 0: in the fold
    for (const std::uint32_t each : fold_of_row) {
      others.push_back(each != fold), place.push_back(each == fold ? 0 : 1);
    }
    SearchSpace rest = space_;
    rest.rows_of = [&](const Plan& plan) {
      return some_rows(rows_for(plan), plan, others, options_.threads);
    };
    const Tuned found = tune(rest, options_, {}, tick_);
    Classifier model = Classifier::train(found.plan, found.rows.open(), options_.threads);
    if (found.calibration.method != CalibrationMethod::none) model = model.calibrated(found.calibration);
    const LabelledRows& rows = rows_for(found.plan);
    return judge_folds(rows, {&model, 1}, place, rows.classes(), judging_, options_.threads)[0];
  }

 private:
  const LabelledRows& rows_for(const Plan& plan) {
    const std::string reading = reading_of(plan);
    const auto at = rows_.find(reading);
    return at != rows_.end() ? at->second : rows_.emplace(reading, space_.rows_of(plan)).first->second;
  }

  const SearchSpace& space_;
  TuneOptions options_;
  const JudgingOptions& judging_;
  const Tick& tick_;
  std::map<std::string, LabelledRows> rows_;
};

}  // namespace

std::vector<Evaluation> cross_validate_best(const SearchSpace& space, const TuneOptions& options,
                                            const std::vector<std::uint32_t>& fold_of_row,
                                            const JudgingOptions& judging, const Tick& tick) {
  if (space.rows_of(space.start).open()()->ranks() != nullptr)
    throw Error(ErrorKind::usage,
                "a search cannot be repeated over ranks, each of which has a part of the rows", {},
                "‹plain› judges the plan as the options give it");
  FoldSearch search(space, options, judging, tick);
  std::vector<Evaluation> out;
  const std::uint32_t n_folds = fold_of_row.empty() ? 0 : *std::ranges::max_element(fold_of_row) + 1;
  for (std::uint32_t fold = 0; fold < n_folds; ++fold) out.push_back(search(fold_of_row, fold));
  return out;
}

}  // namespace priory
