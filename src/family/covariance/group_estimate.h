// SPDX-License-Identifier: Apache-2.0
// Means and covariances from the statistics of a group of columns. A central moment is the difference of raw
// ones, which cancel; so it is taken of exact numbers, and rounded at the end.
#pragma once

#include <vector>

#include "family/family.h"

namespace priory {

// n and the sums of the columns, of a cell or of all together.
struct GroupSums {
  Exact n;
  std::vector<Exact> sum;
  std::vector<Exact> mean;  // to 256 bits; none without rows

  bool empty() const { return n.zero(); }
};

class GroupEstimate {
 public:
  explicit GroupEstimate(const Block& statistics);

  std::size_t n_columns() const { return all_.sum.size(); }
  std::size_t n_cells() const { return cells_.size(); }
  const GroupSums& cell(std::size_t cell) const { return cells_[cell]; }
  const GroupSums& all() const { return all_; }

  // The sum of (x_i - mean_i) (x_j - mean_j): of the rows of a cell, of all rows about the means of their
  // cells, and of all rows about the mean of all.
  Exact scatter(std::size_t cell, std::size_t i, std::size_t j) const;
  Exact scatter_within(std::size_t i, std::size_t j) const;
  Exact scatter_of_all(std::size_t i, std::size_t j) const;
  // The sum of x_j^2, of a cell or of all.
  Exact squares(std::size_t cell, std::size_t j) const { return products(cell, j, j); }
  Exact squares_of_all(std::size_t j) const { return products_of_all(j, j); }

 private:
  Exact products(std::size_t cell, std::size_t i, std::size_t j) const;
  Exact products_of_all(std::size_t i, std::size_t j) const;

  const Sums& products_;
  std::vector<GroupSums> cells_;
  GroupSums all_;
};

}  // namespace priory
