// SPDX-License-Identifier: Apache-2.0
// The second derivatives of the conditional loss, for few weights: of outputs k and l they are the products
// of all pairs of features, each row weighing w p_k ([k = l] - p_l).
#include <algorithm>

#include "core/random.h"
#include "fold/fold.h"
#include "kernels/dense.h"
#include "logistic/conditional_loss.h"

namespace priory {
namespace {

constexpr std::size_t kRowsAtOnce = 256;

}  // namespace

// `products` has a width x width table for each pair of outputs k <= l.
void ConditionalLoss::add_products(std::span<const std::size_t> some, std::span<double> products) const {
  const FeatureMatrix& x = rows_->features;
  const std::size_t n_columns = x.n_features() + 1, width = dense::padded(n_columns), n = some.size();
  dense::Doubles rows(n * width);
  std::vector<double> weight(n);
  for (std::size_t r = 0; r < n; ++r) {
    double* const to = rows.data() + r * width;
    std::copy(x.dense(some[r]).begin(), x.dense(some[r]).end(), to);
    for (const SparseEntry& entry : x.sparse(some[r])) to[x.n_dense() + entry.at] = entry.value;
    to[n_columns - 1] = 1;
  }
  double* to = products.data();
  for (std::size_t k = 0; k < n_outputs_; ++k) {
    for (std::size_t l = k; l < n_outputs_; ++l, to += width * width) {
      for (std::size_t r = 0; r < n; ++r)
        weight[r] = rows_->weight_of(some[r]) * probability(some[r], k) *
                    ((k == l ? 1 : 0) - probability(some[r], l));
      dense::add_products({rows.data(), n, n_columns}, weight.data(), to);
    }
  }
}

std::vector<double> ConditionalLoss::hessian(std::size_t one_of) const {
  const std::size_t m = n_outputs_, n_columns = rows_->features.n_features() + 1, n = size();
  const std::size_t width = dense::padded(n_columns), n_products = width * width * m * (m + 1) / 2;
  dense::Doubles partial(kHessianSlabs * n_products);
  parallel_for(threads_, kHessianSlabs, [&](unsigned, std::size_t s) {
    const auto [begin, end] = slab(s, kHessianSlabs);
    const std::span<double> to(&partial[s * n_products], n_products);
    std::vector<std::size_t> some;
    for (std::size_t row = begin; row < end; ++row) {
      if (one_of == 1 || mixed(row) % one_of == 0) some.push_back(row);
      if (some.size() == kRowsAtOnce) add_products(some, to), some.clear();
    }
    if (!some.empty()) add_products(some, to);
  });
  for (std::size_t s = 1; s < kHessianSlabs; ++s) {
    for (std::size_t j = 0; j < n_products; ++j) partial[j] += partial[s * n_products + j];
  }
  std::vector<double> out(n * n);
  const auto times = static_cast<double>(one_of);
  const double* from = partial.data();
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t l = k; l < m; ++l, from += width * width) {
      for (std::size_t i = 0; i < n_columns; ++i) {
        for (std::size_t j = 0; j < n_columns; ++j) {
          const double value = times * from[std::min(i, j) * width + std::max(i, j)];
          out[(i * m + k) * n + j * m + l] = out[(j * m + l) * n + i * m + k] = value;
        }
      }
    }
  }
  for (std::size_t j = 0; j + m < n; ++j) out[j * n + j] += pull(j);
  return out;
}

}  // namespace priory
