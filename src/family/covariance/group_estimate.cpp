// SPDX-License-Identifier: Apache-2.0
#include "family/covariance/group_estimate.h"

#include <algorithm>

#include "family/covariance/group_moments.h"

namespace priory {
namespace {

constexpr long kMeanBits = 256;  // means may be 2^100 times larger than deviations from them

void find_means(GroupSums& sums) {
  for (std::size_t j = 0; !sums.empty() && j < sums.sum.size(); ++j)
    sums.mean.push_back(divided(sums.sum[j], sums.n, kMeanBits));
}

}  // namespace

GroupEstimate::GroupEstimate(const Block& statistics) : products_(statistics.sums[kGroupProducts]) {
  const Sums &n = statistics.sums[kGroupCount], &sum = statistics.sums[kGroupSums];
  all_.sum.resize(sum.rows());
  for (std::size_t cell = 0; cell < n.cells(); ++cell) {
    GroupSums each{n.exact(0, cell), {}, {}};
    for (std::size_t j = 0; j < sum.rows(); ++j) each.sum.push_back(sum.exact(j, cell));
    find_means(each);
    all_.n = all_.n + each.n;
    for (std::size_t j = 0; j < sum.rows(); ++j) all_.sum[j] = all_.sum[j] + each.sum[j];
    cells_.push_back(std::move(each));
  }
  find_means(all_);
}

Exact GroupEstimate::products(std::size_t cell, std::size_t i, std::size_t j) const {
  const std::size_t low = std::min(i, j), high = std::max(i, j);
  return products_.exact(high * (high + 1) / 2 + low, cell);
}

Exact GroupEstimate::products_of_all(std::size_t i, std::size_t j) const {
  Exact out;
  for (std::size_t cell = 0; cell < products_.cells(); ++cell) out = out + products(cell, i, j);
  return out;
}

Exact GroupEstimate::scatter(std::size_t cell, std::size_t i, std::size_t j) const {
  return products(cell, i, j) - cells_[cell].sum[i] * cells_[cell].mean[j];
}

Exact GroupEstimate::scatter_within(std::size_t i, std::size_t j) const {
  Exact out = products_of_all(i, j);
  for (const GroupSums& each : cells_) {
    if (!each.empty()) out = out - each.sum[i] * each.mean[j];
  }
  return out;
}

Exact GroupEstimate::scatter_of_all(std::size_t i, std::size_t j) const {
  return products_of_all(i, j) - all_.sum[i] * all_.mean[j];
}

}  // namespace priory
