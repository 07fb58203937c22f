// SPDX-License-Identifier: Apache-2.0
// From which the centres of the classes are found: the numbers of some rows with their class, in bounded
// memory: those of the rows with the smallest hashes, as many as fit. A row's hash is that of its class and
// numbers, so that the sample, and the centres, depend neither on the order of the rows nor on who read them;
// equal rows are one with a count. A mergeable value.
//
//   centres    k means (Lloyd 1982; Arthur and Vassilvitskii 2007 for where they begin) of the rows of each
//              class, in numbers whitened by the covariance within the classes: so nearness is that of a shared
//              covariance. A class has at most as many centres as leave each more rows than there are columns.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "priory/chunk.h"
#include "priory/plan.h"

namespace priory {

class CentreSample {
 public:
  explicit CentreSample(const Plan& plan);

  void accumulate(const Chunk& chunk);
  void merge(const CentreSample& other);
  template <class Wire>
  void carry(Wire& wire) {
    std::vector<Row> all;
    for (auto& [hash, row] : rows_) all.push_back(row);
    wire(limit_, all);
    rows_.clear();
    for (Row& row : all) rows_.emplace(row.hash, std::move(row));
  }

  struct Row {
    std::uint64_t hash = 0, count = 0;
    std::string label;
    std::vector<double> numbers;
    template <class Wire>
    void carry(Wire& wire) {
      wire(hash, count, label, numbers);
    }
  };
  // Those that fit, by class and hash.
  std::vector<Row> rows() const;

 private:
  void add(Row row);
  void keep_those_that_fit(std::size_t most);

  std::vector<std::size_t> places_;  // of the columns in a chunk
  std::size_t most_ = 0;             // rows
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::unordered_map<std::uint64_t, Row> rows_;  // up to twice as many as fit
};

// The plan with the centres of its classes.
Plan with_centres(Plan plan, const CentreSample& sample);

}  // namespace priory
