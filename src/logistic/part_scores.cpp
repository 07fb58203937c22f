// SPDX-License-Identifier: Apache-2.0
#include "logistic/part_scores.h"

#include <algorithm>

#include "core/log_space.h"
#include "core/random.h"
#include "evaluate/fold_models.h"
#include "learn/select_rows.h"
#include "model/scorer.h"

namespace priory {
namespace {

constexpr std::size_t kWeightFolds = 5;
// Of more rows, some are taken by chance: numbers of rows x parts x classes, and products of all pairs of
// parts.
constexpr double kMostScores = 4e7, kMostWork = 4e9;

// Adds the rows of the chunk that are of the fold of this model and wanted.
void add_rows(const Chunk& chunk, std::span<const std::uint32_t> rows, const Classifier& model,
              const std::vector<std::uint32_t>& labels, const std::vector<std::size_t>& place, Scorer& scorer,
              PartScores& to) {
  const Classifier::State& state = state_of(model);
  const Chunk some = select_rows(chunk, rows);
  const PartColumns columns = scorer.columns(some);
  const std::size_t begin = to.n_rows(), n = to.n_classes;
  to.prior.resize((begin + rows.size()) * n, kLogZero);
  to.score.resize((begin + rows.size()) * to.n_parts * n);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    to.actual.push_back(labels[chunk.first_row + rows[r]]);
    to.weight.push_back(chunk.weight_of(rows[r]));
    for (std::size_t c = 0; c < place.size(); ++c)
      to.prior[(begin + r) * n + place[c]] = state.adds_prior ? state.log_prior[c] : 0;
  }
  LogScores scores;
  for (std::size_t k = 0; k < to.n_parts; ++k) {
    scores.reset(rows.size(), place.size());
    state.parts[k].family->score(columns[k], state.parts[k].parameters(), scores);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < place.size(); ++c)
        to.score[((begin + r) * to.n_parts + k) * n + place[c]] = scores.at(c, r);
    }
  }
}

}  // namespace

PartScores unseen_scores(const LabelledRows& rows, const std::shared_ptr<const Plan>& plan, unsigned threads,
                         const Tick& tick) {
  const std::size_t n_folds = std::min(kWeightFolds, rows.n_rows());
  const std::vector<std::uint32_t> fold_of_row = assign_folds(rows, {n_folds, !rows.groups().empty(), 1});
  const std::vector<Classifier> models =
      FoldModels(rows, plan, threads, tick).without({&fold_of_row, 0, n_folds});
  PartScores out{plan->parts.size(), rows.classes().size(), {}, {}, {}, {}};
  const double numbers = static_cast<double>(rows.n_rows() * out.n_parts * out.n_classes);
  const double products = numbers * static_cast<double>(out.n_parts);
  const double share = std::min({1.0, kMostScores / numbers, kMostWork / products});
  std::vector<Scorer> scorers;
  std::vector<std::vector<std::size_t>> places;
  for (const Classifier& model : models) {
    scorers.emplace_back(state_of(model));
    std::vector<std::size_t>& place = places.emplace_back();
    for (const std::string& label : model.classes())
      place.push_back(
          static_cast<std::size_t>(std::ranges::lower_bound(rows.classes(), label) - rows.classes().begin()));
  }
  const auto add = [&](const Chunk& chunk) {
    for (std::size_t fold = 0; fold < models.size(); ++fold) {
      std::vector<std::uint32_t> some;
      for (std::uint32_t row = 0; row < chunk.n_rows; ++row) {
        const std::size_t number = chunk.first_row + row;
        const bool known =
            std::ranges::binary_search(models[fold].classes(), rows.classes()[rows.labels()[number]]);
        if (fold_of_row[number] == fold && known && unit(mixed(number)) < share) some.push_back(row);
      }
      if (!some.empty()) add_rows(chunk, some, models[fold], rows.labels(), places[fold], scorers[fold], out);
    }
  };
  const auto source = rows.open()();
  const auto decoder = source->decoder();
  while (const auto batch = source->next()) decoder->decode(*batch, add);
  return out;
}

PartScores summed(const PartScores& rows) {
  PartScores out{1,           rows.n_classes, rows.prior, std::vector<double>(rows.prior.size()),
                 rows.actual, rows.weight};
  for (std::size_t row = 0; row < rows.n_rows(); ++row) {
    for (std::size_t k = 0; k < rows.n_parts; ++k) {
      for (std::size_t c = 0; c < rows.n_classes; ++c)
        out.score[row * rows.n_classes + c] += rows.score[(row * rows.n_parts + k) * rows.n_classes + c];
    }
  }
  return out;
}

}  // namespace priory
