// SPDX-License-Identifier: Apache-2.0
// What a linear classifier sees of rows: numbers, rows x features. Features that nearly every row has stand
// in a dense block, the first `n_dense`; of the others a row lists those that are not 0. Both ways round: by
// row for scores, by feature for gradients, so that each sum has one order whatever the number of threads.
// Immutable once built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace priory {

// The features of a row that are not 0, or the rows of a feature.
struct SparseEntry {
  std::uint32_t at = 0;
  double value = 0;
};

class FeatureMatrix {
 public:
  // Rows are added one after the other: `dense` has n_dense numbers, the features of `sparse` count from 0
  // behind the dense ones and come once a row each.
  explicit FeatureMatrix(std::size_t n_dense, std::size_t n_sparse);
  void add_row(std::span<const double> dense, std::span<const SparseEntry> sparse);
  void shift(std::span<const double> by);  // takes these off the dense features; NaN becomes 0
  void finish();                           // no more rows: the other way round is made

  std::size_t n_rows() const { return begin_.size() - 1; }
  std::size_t n_features() const { return n_dense_ + n_sparse_; }
  std::size_t n_dense() const { return n_dense_; }
  std::size_t n_sparse() const { return n_sparse_; }
  std::span<const double> dense(std::size_t row) const { return {dense_.data() + row * n_dense_, n_dense_}; }
  std::span<const SparseEntry> sparse(std::size_t row) const { return slice(entries_, begin_, row); }
  std::span<const SparseEntry> rows_of(std::size_t sparse_feature) const {
    return slice(by_feature_, feature_begin_, sparse_feature);
  }
  std::size_t n_entries() const { return entries_.size(); }

 private:
  static std::span<const SparseEntry> slice(const std::vector<SparseEntry>& of,
                                            const std::vector<std::size_t>& begin, std::size_t k) {
    return {of.data() + begin[k], begin[k + 1] - begin[k]};
  }

  std::size_t n_dense_, n_sparse_;
  std::vector<double> dense_;  // rows x n_dense
  std::vector<SparseEntry> entries_, by_feature_;
  std::vector<std::size_t> begin_ = {0}, feature_begin_;
};

}  // namespace priory
