// SPDX-License-Identifier: Apache-2.0
// The covariance of a group of columns: from scatter about the means, shrunk and smoothed.
#pragma once

#include <vector>

#include "family/covariance/group_estimate.h"

namespace priory {

// What a covariance is smoothed by, column by column: `scale` are the variances of what is shrunk to (the
// same for all, but of standardised columns their own), `ridge` what is added.
struct CovarianceSmoothing {
  std::vector<double> scale, ridge;

  CovarianceSmoothing(const GroupEstimate& rows, const Settings& settings, const Context& context);
};

// Into columns x columns of every cell; of a matrix that is shared, into its one cell. NaN where there are
// too few rows for the divisor.
void fill_covariances(const GroupEstimate& rows, const Settings& settings,
                      const CovarianceSmoothing& smoothing, Matrix& out);

}  // namespace priory
