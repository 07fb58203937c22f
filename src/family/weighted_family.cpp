// SPDX-License-Identifier: Apache-2.0
#include "family/weighted_family.h"

#include <cmath>

namespace priory {
namespace {

// A weight of 0 says nothing, even of what is impossible.
double times(double weight, double log_p) {
  return weight == 0 ? 0 : weight * log_p;
}

}  // namespace

void WeightedFamily::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  LogScores own;
  own.reset(out.n_rows, out.n_cells);
  plain_->score(columns, parameters, own);
  for (std::size_t k = 0; k < own.data.size(); ++k) out.data[k] += times(weight_, own.data[k]);
}

void WeightedFamily::explain(Columns columns, std::size_t row, const Parameters& parameters,
                             const TakeReason& take) const {
  plain_->explain(columns, row, parameters,
                  [&](std::uint32_t value, double count, std::span<const double> log_p) {
                    std::vector<double> weighed;
                    for (const double each : log_p) weighed.push_back(times(weight_, each));
                    take(value, count, weighed);
                  });
}

LinearForm WeightedFamily::linear(const Parameters& parameters) const {
  LinearForm out = plain_->linear(parameters);
  out.bias = times(weight_, out.bias);
  for (LinearTerm& term : out.terms) term.weight = times(weight_, term.weight);
  return out;
}

}  // namespace priory
