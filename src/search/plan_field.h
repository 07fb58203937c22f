// SPDX-License-Identifier: Apache-2.0
// Where candidates of any kind are judged: by `judge_unseen`. Rows are read again only where a plan reads its
// columns otherwise.
#pragma once

#include <map>
#include <string>

#include "search/race.h"

namespace priory {

class PlanField {
 public:
  PlanField(const RowsOf& rows_of, unsigned threads, const Tick& tick)
      : rows_of_(rows_of), threads_(threads), tick_(tick) {}

  const LabelledRows& rows_for(const Plan& plan);
  std::vector<std::optional<ScoredRows>> judge(const std::vector<Plan>& plans, std::size_t most);

 private:
  const RowsOf& rows_of_;
  unsigned threads_;
  const Tick& tick_;
  std::map<std::string, LabelledRows> rows_;
};

}  // namespace priory
