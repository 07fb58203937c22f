// SPDX-License-Identifier: Apache-2.0
// Where candidates of any kind are judged: by `judge_unseen`. Rows are read again only where a plan reads its
// columns otherwise. What has to be learnt anew for each fold is judged once, by all the rows there will be.
#pragma once

#include <map>
#include <string>

#include "search/race.h"

namespace priory {

std::string reading_of(const Plan& plan);  // what the rows kept for a plan depend on

class PlanField {
 public:
  PlanField(const RowsOf& rows_of, unsigned threads, const Tick& tick)
      : rows_of_(rows_of), threads_(threads), tick_(tick) {}

  const LabelledRows& rows_for(const Plan& plan);
  std::vector<std::optional<ScoredRows>> judge(const std::vector<PlanCandidate>& candidates, std::size_t most,
                                               std::size_t in_the_end);
  std::optional<ScoredRows> judge(const Plan& plan, std::size_t most);

 private:
  const RowsOf& rows_of_;
  unsigned threads_;
  const Tick& tick_;
  std::map<std::string, LabelledRows> rows_;
  std::map<std::string, std::optional<ScoredRows>> slow_;  // by key, judged by all rows
};

}  // namespace priory
