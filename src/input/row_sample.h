// SPDX-License-Identifier: Apache-2.0
// Numbers of some rows, in bounded memory: those of the rows with the smallest hashes, as many as fit. A
// row's hash is that of its cells, so that the sample depends neither on the order of the rows nor on who
// read them; equal rows are one with a count. Mergeable: the first rows of two sets, by hash, are those of
// their union.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "priory/table.h"

#include "core/random.h"

namespace priory {

// Of a cell in a named column, from hash_of of its value. A zero has none: rows that leave zeros out are the
// same as those that do not.
inline std::uint64_t cell_hash(std::uint64_t column, std::uint64_t value) {
  return value == 0 ? 0 : mixed(column ^ value);
}

struct SampledCell {
  std::uint32_t column = 0;
  double number = 0;
  template <class Wire>
  void carry(Wire& wire) {
    wire(column, number);
  }
};

class RowSample {
 public:
  // The hash of a row: its cells' hashes summed up, and mixed.
  static std::uint64_t row_hash(std::uint64_t sum);
  // Whether a row with this hash may belong to the sample; then add it.
  bool wants(std::uint64_t hash) const { return hash <= limit_; }
  // Counts a row that is there already; false: it is not.
  bool count_again(std::uint64_t hash);
  void add(std::uint64_t hash, std::vector<SampledCell> numbers, std::uint64_t count = 1);
  // Rows of another sample, whose column j is column_map[j] here.
  void merge(const RowSample& other, std::span<const std::uint32_t> column_map);
  // The numbers of each column, ascending, with how many rows of the sample have them;
  // where rows leave zeros out, with those.
  std::vector<std::vector<NumberCount>> columns(const std::vector<bool>& absent_is_zero) const;

  template <class Wire>
  void carry(Wire& wire) {
    std::vector<Row> all;
    for (auto& [hash, row] : rows_) all.push_back(row);
    wire(limit_, all);
    rows_.clear(), n_cells_ = 0;
    for (Row& row : all) n_cells_ += row.numbers.size(), rows_.emplace(row.hash, std::move(row));
  }

 private:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  static constexpr std::size_t kRows = 4096, kCells = 1 << 20;

  struct Row {
    std::uint64_t hash = 0, count = 0;
    std::vector<SampledCell> numbers;
    template <class Wire>
    void carry(Wire& wire) {
      wire(hash, count, numbers);
    }
  };
  struct Itself {
    std::size_t operator()(std::uint64_t hash) const { return hash; }
  };

  std::vector<std::pair<std::uint64_t, const Row*>> kept() const;  // the rows that fit, by hash
  void compact();

  std::unordered_map<std::uint64_t, Row, Itself> rows_;  // up to twice as many as fit
  std::size_t n_cells_ = 0;
  std::uint64_t limit_ = kAll;
};

}  // namespace priory
