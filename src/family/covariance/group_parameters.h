// SPDX-License-Identifier: Apache-2.0
// The parameters of a Gaussian over a group of columns: mean and covariance, which are shown, and what
// scoring needs of them, which follows. A covariance belongs to one cell or is shared by all; so do its
// inverse factor (see core/cholesky.h), the centre that is taken off a row before it is whitened, and the log
// normaliser.
#pragma once

#include "family/family.h"

namespace priory {

struct GroupParameters {
  // Columns x cells, and n x n x (cells or 1). What is hidden has a run of memory for each covariance, n x n
  // or n, except the target: the whitened mean less centre of each cell, n x cells.
  const Matrix &mean, &covariance, &factor, &centre, &target, &log_norm;

  explicit GroupParameters(const Parameters& p)
      : mean(p[0]), covariance(p[1]), factor(p[2]), centre(p[3]), target(p[4]), log_norm(p[5]) {}

  std::size_t n_columns() const { return mean.rows; }
  std::size_t n_cells() const { return mean.cells; }
  std::size_t n_covariances() const { return covariance.cells; }
  std::size_t covariance_of(std::size_t cell) const { return covariance.cells == 1 ? 0 : cell; }

  std::span<const double> factor_of(std::size_t k) const {
    return {factor.data.data() + k * n_columns() * n_columns(), n_columns() * n_columns()};
  }
  const double* centre_of(std::size_t k) const { return centre.data.data() + k * n_columns(); }
  const double* target_of(std::size_t cell) const { return target.data.data() + cell * n_columns(); }
  double covariance_at(std::size_t cell, std::size_t i, std::size_t j) const {
    return covariance.at(i * n_columns() + j, covariance_of(cell));
  }
};

// Mean and covariance, of zeros.
Parameters group_parameters(std::size_t n_columns, std::size_t n_cells, bool shared);
// Only these columns: the parameters of the marginal distribution.
Parameters marginal(const Parameters& parameters, std::span<const std::uint32_t> columns);
// The same over what `out` was before: where that is as large, nothing is allocated.
void marginal(const Parameters& parameters, std::span<const std::uint32_t> columns, Parameters& out);
// With the hidden matrices. Where a covariance is not positive definite, the log normaliser is NaN.
Parameters with_factors(Parameters shown);

// out += log p of these rows, of which the columns are those of the parameters and not missing.
void score_group(std::span<const double* const> columns, std::span<const std::uint32_t> rows,
                 const Parameters& parameters, LogScores& out);

}  // namespace priory
