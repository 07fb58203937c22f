// SPDX-License-Identifier: Apache-2.0
#include "logistic/feature_matrix.h"

#include <cmath>

namespace priory {

FeatureMatrix::FeatureMatrix(std::size_t n_dense, std::size_t n_sparse)
    : n_dense_(n_dense), n_sparse_(n_sparse), feature_begin_(n_sparse + 1) {}

void FeatureMatrix::add_row(std::span<const double> dense, std::span<const SparseEntry> sparse) {
  dense_.insert(dense_.end(), dense.begin(), dense.end());
  entries_.insert(entries_.end(), sparse.begin(), sparse.end());
  begin_.push_back(entries_.size());
}

void FeatureMatrix::shift(std::span<const double> by) {
  for (std::size_t begin = 0; begin < dense_.size(); begin += n_dense_) {
    for (std::size_t j = 0; j < n_dense_; ++j)
      dense_[begin + j] = std::isnan(dense_[begin + j]) ? 0 : dense_[begin + j] - by[j];
  }
}

// Counting sort by feature; rows stay in order.
void FeatureMatrix::finish() {
  for (const SparseEntry& entry : entries_) ++feature_begin_[entry.at + 1];
  for (std::size_t k = 0; k < n_sparse_; ++k) feature_begin_[k + 1] += feature_begin_[k];
  std::vector<std::size_t> next(feature_begin_.begin(), feature_begin_.end() - 1);
  by_feature_.resize(entries_.size());
  for (std::size_t row = 0; row < n_rows(); ++row) {
    for (const SparseEntry& entry : sparse(row))
      by_feature_[next[entry.at]++] = {static_cast<std::uint32_t>(row), entry.value};
  }
}

}  // namespace priory
