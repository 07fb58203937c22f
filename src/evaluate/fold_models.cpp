// SPDX-License-Identifier: Apache-2.0
#include "evaluate/fold_models.h"

#include <algorithm>
#include <fmt/format.h>

#include "priory/folds.h"

#include "fold/fold.h"
#include "learn/centre_sample.h"
#include "learn/select_rows.h"
#include "model/classifier_state.h"
#include "model/structure.h"

namespace priory {
namespace {

// What each fold's rows sum up to, or all rows but the fold's: NamedSums, PairCounts.
template <class A>
struct PerFold {
  FoldRange range;
  bool in = true;
  std::vector<A> folds;

  void accumulate(const Chunk& chunk) {
    for (std::size_t k = 0; k < folds.size(); ++k) {
      const std::vector<std::uint32_t> rows = range.rows(chunk, k, in);
      if (!rows.empty()) folds[k].accumulate(select_rows(chunk, rows));
    }
  }
  void merge(const PerFold& other) {
    for (std::size_t k = 0; k < folds.size(); ++k) folds[k].merge(other.folds[k]);
  }
  // Into folds that are there: they know what is not carried.
  template <class Wire>
  void carry(Wire& wire) {
    for (A& each : folds) wire(each);
  }
};
using FoldStatistics = PerFold<NamedSums>;
using FoldPairs = PerFold<PairCounts>;
using FoldCentres = PerFold<CentreSample>;

Classifier estimated(NamedSums statistics, std::size_t number) {
  try {
    return classifier_of(std::make_shared<const NamedSums>(std::move(statistics)));
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("without fold {}: {}", number + 1, error.message()), error.place(),
                error.remedy());
  }
}

// Words that are weighed by idf or length are weighed by the texts of the other folds, unless the plan has
// them.
FoldStatistics zero_with_words(const FoldStatistics& words, const std::shared_ptr<const Plan>& plan) {
  FoldStatistics out{words.range, false, std::vector<NamedSums>(words.folds.size(), NamedSums(plan))};
  for (std::size_t f = 0; f < words.folds.size(); ++f) {
    for (std::size_t k = 0; k < plan->parts.size(); ++k) {
      if (plan->parts[k].needs_two_readings() && !plan->parts[k].fixed_words)
        out.folds[f].freeze(k, words.folds[f].vocabulary(k));
    }
  }
  return out;
}

FoldStatistics count(const OpenChunks& open, const std::shared_ptr<const Plan>& plan, const FoldRange& range,
                     unsigned threads, const Tick& tick) {
  return fold(*open(), FoldStatistics{range, true, std::vector<NamedSums>(range.count, NamedSums(plan))},
              threads, tick);
}

// Each under a plan of its own.
std::vector<NamedSums> counted_apart(const OpenChunks& open, const FoldStatistics& zero, unsigned threads,
                                     const Tick& tick) {
  FoldStatistics counted = fold(*open(), zero, threads, tick);
  for (NamedSums& each : counted.folds) each.canonicalise(), each.join_bins();
  return std::move(counted.folds);
}

}  // namespace

std::vector<Statistics> count_folds(const LabelledRows& rows, const Plan& plan,
                                    const std::vector<std::uint32_t>& fold_of_row, std::size_t n_folds,
                                    unsigned threads, const Tick& tick) {
  const auto shared = std::make_shared<const Plan>(plan);
  NamedSums(shared).check_decided();
  std::vector<Statistics> out;
  for (NamedSums& each : count(rows.open(), shared, {&fold_of_row, 0, n_folds}, threads, tick).folds)
    out.push_back(statistics_of(std::make_shared<const NamedSums>(std::move(each))));
  return out;
}

FoldModels::FoldModels(const LabelledRows& rows, std::shared_ptr<const Plan> plan, unsigned threads,
                       const Tick& tick)
    : open_(rows.open()), plan_(std::move(plan)), threads_(threads), tick_(tick), whole_(plan_) {
  if (plan_->undecided && !plan_->centres.empty()) return;
  if (plan_->undecided)
    pairs_ = fold(*open_(), zero_pairs(*plan_), threads_, tick_);
  else
    whole_ = fold(*open_(), whole_, threads_, tick_);
  whole_.check_words();
}

std::vector<NamedSums> FoldModels::less_the_folds(const FoldRange& range) const {
  FoldStatistics counted = count(open_, plan_, range, threads_, tick_);
  parallel_for(threads_, range.count, [&](unsigned, std::size_t k) {
    NamedSums rest = whole_;
    rest.subtract(counted.folds[k]);
    rest.canonicalise();
    rest.join_bins();
    counted.folds[k] = std::move(rest);
  });
  if (std::ranges::any_of(plan_->parts, &PartPlan::needs_two_readings)) {
    counted = fold(*open_(), zero_with_words(counted, plan_), threads_, tick_);
    for (NamedSums& each : counted.folds) each.canonicalise(), each.join_bins();
  }
  return std::move(counted.folds);
}

// The structure is that of the other folds: of the counts of pairs less the fold's. What it asks for is
// counted in another reading.
std::vector<NamedSums> FoldModels::with_own_structure(const FoldRange& range) const {
  const FoldPairs pairs =
      fold(*open_(), FoldPairs{range, true, std::vector<PairCounts>(range.count, zero_pairs(*plan_))},
           threads_, tick_);
  FoldStatistics counted{range, false, {}};
  for (std::size_t k = 0; k < range.count; ++k) {
    PairCounts rest = *pairs_;
    rest.subtract(pairs.folds[k]);
    counted.folds.emplace_back(std::make_shared<const Plan>(with_structure(*plan_, rest)));
  }
  return counted_apart(open_, counted, threads_, tick_);
}

// The centres are those of the rows of the other folds, which have a sample of their own.
std::vector<NamedSums> FoldModels::with_own_centres(const FoldRange& range) const {
  const FoldCentres samples =
      fold(*open_(), FoldCentres{range, false, std::vector<CentreSample>(range.count, CentreSample(*plan_))},
           threads_, tick_);
  FoldStatistics counted{range, false, {}};
  for (const CentreSample& each : samples.folds)
    counted.folds.emplace_back(std::make_shared<const Plan>(with_centres(*plan_, each)));
  return counted_apart(open_, counted, threads_, tick_);
}

std::vector<Classifier> FoldModels::without(const FoldRange& range) const {
  std::vector<NamedSums> counted = pairs_             ? with_own_structure(range)
                                   : plan_->undecided ? with_own_centres(range)
                                                      : less_the_folds(range);
  std::vector<std::optional<Classifier>> models(range.count);
  parallel_for(threads_, range.count, [&](unsigned, std::size_t k) {
    models[k] = estimated(std::move(counted[k]), range.first + k);
  });
  std::vector<Classifier> out;
  out.reserve(models.size());
  for (const auto& model : models) out.push_back(*model);
  return out;
}

}  // namespace priory
