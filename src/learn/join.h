// SPDX-License-Identifier: Apache-2.0
// One plan of two whose columns differ: each part stands once, and rows without its columns have missing
// cells there. What order the parts have depends on nothing but the headers that rows came with, so that the
// way in which models were joined leaves no trace, and a header goes when its last row is forgotten.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "learn/named_sums.h"

namespace priory {

using Header = std::vector<std::string>;  // columns in their order

// The headers of rows with the number of rows that came with each. Equal sets of columns are one header;
// where their order differs, the first in code point order holds.
class HeaderRows {
 public:
  HeaderRows() = default;
  explicit HeaderRows(const NamedSums& statistics);

  void add(const Header& header, const Exact& rows);
  // False, with nothing done, if there were no rows with these columns.
  bool subtract(const Header& header, const Exact& rows);
  void merge(const HeaderRows& other);
  bool empty() const { return by_set_.empty(); }
  std::vector<Header> headers() const;  // in code point order
  // How many rows came with each; none for a single header, whose rows are all there are.
  Sums rows() const;

 private:
  struct Entry {
    Header order;
    Exact rows;
  };
  std::map<Header, Entry> by_set_;
};

// All columns of the headers: those of the longest in its order, others behind the one they follow in theirs.
Header joined_order(std::vector<Header> headers);

// A plan of the parts of two, and where the parts of each are in it.
struct JoinedPlan {
  Plan plan;
  std::vector<std::size_t> first, second;
};

// An Error of kind data that names both sides where they cannot be joined.
JoinedPlan join(const Plan& a, const Plan& b, const std::string& name, const std::string& other_name);

// Puts the parts of a plan into the order of its columns and sets its headers. The new place of each part.
std::vector<std::size_t> arrange(Plan& plan, const std::vector<Header>& headers);

}  // namespace priory
