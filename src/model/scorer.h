// SPDX-License-Identifier: Apache-2.0
// Turns chunks into log scores: brings their columns into the codes of the model, and scores those. A Scorer
// belongs to one thread.
#pragma once

#include <vector>

#include "model/coded_scorer.h"

namespace priory {

class Scorer {
 public:
  explicit Scorer(const Classifier::State& state)
      : state_(&state), coded_(state), translations_(state.parts.size()) {
    for (std::size_t k = 0; k < translations_.size(); ++k)
      translations_[k].resize(state.parts[k].columns.size());
  }

  // The columns of each part in the codes of the model, words weighed. Valid until the next call.
  PartColumns columns(const Chunk& chunk);
  // log p(row, cell), or the score where a part is no density: cells x rows. Valid until the next call.
  LogScores& operator()(const Chunk& chunk);
  // The same of the classes, each the sum of its cells.
  const LogScores& of_classes(const Chunk& chunk);
  Explanation explain(const Chunk& chunk, std::size_t row);
  ScoredChunk posterior(const Chunk& chunk);

 private:
  const Parameters& parameters_for(std::size_t k, std::span<const Column* const> columns,
                                   std::vector<Column>& own);
  Explanation explain_row(const Chunk& chunk, std::size_t row);
  Explanation explain_pool(const Chunk& chunk, std::size_t row);
  void settle(const Chunk& chunk, std::size_t row, Explanation& out);
  void explain_inferred(const std::vector<std::vector<const Column*>>& columns, std::size_t row,
                        Explanation& out);
  void explain_part(std::size_t k, const Chunk& chunk, std::size_t row,
                    const std::vector<const Column*>& columns, std::vector<Column>& own, Explanation& out);
  std::vector<const Column*> translated(std::size_t k, const Chunk& chunk, std::vector<Column>& own);
  std::vector<const Column*> combined(std::size_t k, const Chunk& chunk, std::vector<Column>& own);
  bool is_translated(std::size_t k, const Column& column);
  bool smooths() const;                          // what the model does not have has a share of its own
  bool has_unseen(const PartModel& part) const;  // apart from a missing cell
  std::uint32_t unknown_code(const PartModel& part, std::size_t n_values) const;
  void note_unknown(std::size_t k, const Chunk& chunk, std::size_t row, Explanation& out);
  void refuse_unseen(std::size_t k, const Chunk& chunk) const;

  const Classifier::State* state_;
  CodedScorer coded_;
  std::vector<std::vector<Translation>> translations_;  // of each part's columns
  std::vector<std::vector<Column>> own_;                // translated columns of each part
};

}  // namespace priory
