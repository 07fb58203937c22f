// SPDX-License-Identifier: Apache-2.0
// Where candidates for one text column are judged: rows kept once for words and pairs, and once for
// characters.
#pragma once

#include <map>
#include <string>

#include "search/race.h"
#include "search/text_judge.h"

namespace priory {

class TextField {
 public:
  // Rows of at most so many words, pairs included, are kept; of more, a share chosen by chance.
  static constexpr std::size_t kMostEntries = 30'000'000;

  TextField(const RowsOf& rows_of, unsigned threads) : rows_of_(rows_of), threads_(threads) {}

  // Whether this plan's texts can be kept here.
  bool has(const Plan& plan) { return texts_of(plan) != nullptr; }
  const TextRows* texts_of(const Plan& plan);
  std::vector<std::optional<ScoredRows>> judge(const std::vector<PlanCandidate>& candidates,
                                               std::size_t most);

 private:
  void judge_group(const TextSums& sums, const std::vector<PlanCandidate>& candidates,
                   const std::vector<std::size_t>& of, const std::vector<std::size_t>& rows,
                   std::vector<std::optional<ScoredRows>>& out);

  const RowsOf& rows_of_;
  unsigned threads_;
  std::map<bool, std::optional<TextRows>> kept_;  // of characters or not
};

}  // namespace priory
