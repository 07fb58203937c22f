// SPDX-License-Identifier: Apache-2.0
// Changes on their way to disk: applied to the Learner and entered in the journal, all in one transaction.
// One that is refused leaves no trace. If the commit fails, all of them are taken back: the algebra is exact.
#pragma once

#include <deque>
#include <utility>

#include "host_state.h"

namespace priory::server {

class ChangeJournal {
 public:
  ChangeJournal(ModelHost::State& state, Journal& journal);

  // An Error that is no StorageError refuses this change only.
  Changed apply(const Change& change);
  void commit();
  void take_back();

 private:
  EventRange enter(const Change& change);
  std::int64_t forget_event(std::int64_t number);
  void change(const RowCells& row, bool learns);
  void take_back(std::size_t down_to);

  ModelHost::State& state_;
  Journal& journal_;
  Transaction transaction_;
  std::int64_t event_before_;
  std::deque<RowCells> from_journal_;
  std::vector<std::pair<const RowCells*, bool>> applied_;
};

}  // namespace priory::server
