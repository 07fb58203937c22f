// SPDX-License-Identifier: Apache-2.0
// Which columns rows came with, where they did not all come with the same, and how many rows did. A row has
// the smallest header that has all of its cells that are given; a cell that is there but has no value ("NA",
// NaN) is given.
#pragma once

#include <string>
#include <vector>

#include "priory/rows.h"

#include "learn/join.h"

namespace priory {

class RowHeaders {
 public:
  explicit RowHeaders(const NamedSums& statistics);

  // By number; `columns`, those of the rows that the model has, are entered where they are new.
  std::size_t of(RowView row) const;
  std::size_t of(const Header& columns);

  void add(std::size_t header, double rows) { known_[header].rows += rows; }
  bool has(std::size_t header, double rows) const { return known_[header].rows >= rows; }
  // Whether the rows have the headers of the plan, each of them and no other.
  bool as_planned() const;
  HeaderRows rows() const;

 private:
  struct Known {
    Header columns;
    std::vector<bool> has;  // of all columns
    double rows = 0;
    bool planned = false;
  };
  Known known(const Header& columns) const;

  bool differ_;               // rows may
  Header all_;                // in the order of a row
  std::vector<Known> known_;  // the shortest first; the last one has all columns
};

}  // namespace priory
