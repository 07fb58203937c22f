// SPDX-License-Identifier: Apache-2.0
// Rows without a class that wait for somebody to say it, numbered from 1 as they came. They are in memory
// only. Any thread may use them.
//
// A row that is being labelled is out of the queue; if it cannot be learnt, or is forgotten again, it waits
// again under its number.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "row_cells.h"

namespace priory::server {

struct WaitingRow {
  std::int64_t number = 0;
  std::shared_ptr<const RowCells> cells;
};

class WaitingRows {
 public:
  static constexpr std::size_t kMost = 100'000;

  struct Added {
    std::int64_t first = 0, last = 0;  // 0: none was added
    std::size_t already = 0;           // equal to one that was there
    std::size_t waiting = 0;
  };
  // An Error of kind usage if they would be too many: none is added. Rows of another shape than those that
  // wait take their place: the model has other columns now.
  Added add(std::vector<RowCells> rows, const RowShape& shape);
  void clear();

  std::size_t size() const;
  std::vector<WaitingRow> all(const RowShape& shape) const;  // in order

  // Takes rows out to be learnt, each with its class; an Error of kind usage if one does not wait.
  std::vector<RowCells> take(const std::vector<std::int64_t>& numbers, const RowShape& shape);
  void learnt(const std::vector<std::int64_t>& numbers, std::int64_t first_event);  // one event each
  void put_back(const std::vector<std::int64_t>& numbers);
  void forgotten(std::int64_t event);

 private:
  mutable std::mutex mutex_;          // guards what follows
  std::vector<std::string> columns_;  // of the cells
  std::map<std::int64_t, std::shared_ptr<const RowCells>> waiting_, taken_;
  std::map<std::int64_t, std::int64_t> number_of_event_;
  std::unordered_set<std::uint64_t> hashes_;  // of all that ever waited
  std::int64_t last_ = 0;
};

}  // namespace priory::server
