// SPDX-License-Identifier: Apache-2.0
#include "logistic/stratified_order.h"

#include <algorithm>

namespace priory {
namespace {

constexpr std::size_t kFirstOfEach = 2;  // rows of a class without which its spread is not known

}  // namespace

// The i-th of the n rows of a class stands where (i + a number of chance below 1) / n of all rows are.
std::vector<std::size_t> stratified_order(std::span<const std::uint32_t> labels,
                                          std::vector<std::size_t> rows, Random& random) {
  for (std::size_t k = rows.size(); k > 1; --k) std::swap(rows[k - 1], rows[random.below(k)]);
  std::size_t n_classes = 0;
  for (const std::size_t row : rows) n_classes = std::max<std::size_t>(n_classes, labels[row] + 1);
  std::vector<double> count(n_classes), met(n_classes);
  for (const std::size_t row : rows) ++count[labels[row]];
  std::vector<std::pair<double, std::size_t>> placed;
  for (const std::size_t row : rows) {
    const std::uint32_t label = labels[row];
    const double at = (met[label] + random.uniform()) / count[label];
    placed.emplace_back(met[label] < kFirstOfEach ? met[label] - kFirstOfEach : at, row);
    ++met[label];
  }
  std::stable_sort(placed.begin(), placed.end(), [](auto& a, auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = placed[k].second;
  return rows;
}

}  // namespace priory
