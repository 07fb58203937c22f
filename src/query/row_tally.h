// SPDX-License-Identifier: Apache-2.0
// Rows counted for a question in one fold: a mergeable value (core/fold.h). A column whose values are listed
// in the answer is counted by value, any other by which of its tests hold; so a column of a million different
// numbers that is only compared with two of them takes no more room than those. Each different cell is looked
// at once. Weights are multiples of 2^-24, so that sums of them are exact and the order does not matter.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "learn/translate.h"
#include "query/answerer.h"

namespace priory::query {

// What a column is counted by: the code of its value, or bit k: its test k holds.
using PieceKey = std::uint64_t;
using RowKey = std::vector<PieceKey>;

struct RowKeyHash {
  std::size_t operator()(const RowKey& key) const;
};

struct TalliedColumn {
  std::size_t variable = 0;
  bool by_value = false;
  std::vector<Test> tests = {};
  // Of each value met so far, in the codes of `values`: which tests it passes.
  Dictionary values = {};
  std::vector<std::uint64_t> passed = {};
  bool numbers = true;  // every value is a number

  static constexpr std::size_t kMostTests = 64;
  bool passes(PieceKey key, std::size_t test) const {
    return ((by_value ? passed[key] : key) >> test & 1U) != 0;
  }
};

class RowTally {
 public:
  explicit RowTally(std::vector<TalliedColumn> columns);

  void accumulate(const Chunk& chunk);  // its columns are those of the tally
  void merge(const RowTally& other);

  const std::vector<TalliedColumn>& columns() const { return columns_; }
  const std::unordered_map<RowKey, double, RowKeyHash>& weights() const { return weights_; }
  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_missing() const { return n_missing_; }  // rows left out: a column is missing in them

 private:
  void add(const RowKey& key, double weight) { weights_[key] += weight; }

  std::vector<TalliedColumn> columns_;
  std::vector<Translation> translations_;
  std::unordered_map<RowKey, double, RowKeyHash> weights_;
  std::size_t n_rows_ = 0, n_missing_ = 0;
};

}  // namespace priory::query
