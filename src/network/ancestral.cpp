// SPDX-License-Identifier: Apache-2.0
// Sampling from parents to children: each variable is drawn when its parents are.
#include <algorithm>
#include <cmath>

#include "priory/network.h"

#include "core/random.h"
#include "network/network_state.h"

namespace priory {
namespace {

// Probabilities of a table, summed along each row; laid out as the table.
std::vector<double> row_sums(const ConditionalTable& table, std::size_t width) {
  std::vector<double> out(table.log_prob.size());
  for (std::size_t cell = 0; cell < out.size(); ++cell)
    out[cell] = std::exp(table.log_prob[cell]) + (cell % width == 0 ? 0 : out[cell - 1]);
  return out;
}

// A uniform number below 1 times the whole sum is below it also when rounded, and a state of probability
// zero has the sum of the one before it: it is never drawn.
std::size_t draw(std::span<const double> sums, Random& random) {
  const auto at = std::upper_bound(sums.begin(), sums.end(), random.uniform() * sums.back());
  return static_cast<std::size_t>(at - sums.begin());
}

}  // namespace

void Network::sample(std::size_t n, std::uint64_t seed,
                     const std::function<void(std::span<const std::size_t>)>& take) const {
  std::vector<std::vector<double>> sums;
  for (std::size_t each = 0; each < state_->tables.size(); ++each)
    sums.push_back(row_sums(state_->tables[each], state_->size_of(each)));
  Random random(seed);
  std::vector<std::size_t> row(state_->variables.size());
  for (std::size_t k = 0; k < n; ++k) {
    for (const std::size_t each : state_->order) {
      std::size_t cell = 0;
      for (const std::size_t parent : parents(each)) cell = cell * state_->size_of(parent) + row[parent];
      const std::size_t width = state_->size_of(each);
      row[each] = draw({sums[each].data() + cell * width, width}, random);
    }
    take(row);
  }
}

}  // namespace priory
