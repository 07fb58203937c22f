// SPDX-License-Identifier: Apache-2.0
// A factor: a dense table over variables, the last fastest, over the live states of each. Its largest value
// is one, and what it was divided by is kept as a logarithm.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "network/arithmetic.h"
#include "network/live_states.h"
#include "network/walk.h"

namespace priory {

struct Factor {
  std::vector<std::size_t> variables;
  std::vector<double> values;
  double log_scale = 0;

  // How far apart neighbouring states of a variable are; 0 if it is not in the table.
  std::size_t stride(std::size_t variable, const LiveStates& live) const {
    std::size_t out = 1;
    for (std::size_t k = variables.size(); k-- > 0; out *= live.size(variables[k])) {
      if (variables[k] == variable) return out;
    }
    return 0;
  }

  template <class Arithmetic>
  void scale() {
    const double most = *std::max_element(values.begin(), values.end());
    if (most == Arithmetic::kZero || most == Arithmetic::kOne) return;
    for (double& value : values) value = Arithmetic::over(value, most);
    log_scale += Arithmetic::to_log(most);
  }
};

// The variables of a table that have more than one live state, in its order.
inline std::vector<std::size_t> open_scope(const Network& network, std::size_t variable,
                                           const LiveStates& live) {
  std::vector<std::size_t> out;
  for (const std::size_t parent : network.parents(variable)) {
    if (live.open(parent)) out.push_back(parent);
  }
  if (live.open(variable)) out.push_back(variable);
  return out;
}

// P(variable | parents) over live states. Their places need not be evenly apart in the table: they are
// listed.
template <class Arithmetic>
Factor factor_of(const Network& network, std::size_t variable, const LiveStates& live) {
  std::vector<std::size_t> family(network.parents(variable).begin(), network.parents(variable).end());
  family.push_back(variable);
  std::vector<std::size_t> places = {0};  // in the table, so far as the dimensions were looked at
  for (const std::size_t each : family) {
    std::vector<std::size_t> longer;
    longer.reserve(places.size() * live.size(each));
    for (const std::size_t place : places) {
      for (const std::size_t state : live.of(each))
        longer.push_back(place * network.variables()[each].states.size() + state);
    }
    places = std::move(longer);
  }
  Factor out{open_scope(network, variable, live), {}, 0};
  for (const std::size_t place : places)
    out.values.push_back(Arithmetic::from_log(network.table(variable).log_prob[place]));
  out.scale<Arithmetic>();
  return out;
}

enum class Reduction { sum, max };

// The product of factors at a place of theirs, for each state of one more variable.
template <class Arithmetic>
class FactorProduct {
 public:
  FactorProduct(std::span<const Factor* const> factors, std::optional<std::size_t> over,
                const LiveStates& live)
      : factors_(factors), n_states_(over ? live.size(*over) : 1) {
    for (const Factor* each : factors) strides_.push_back(over ? each->stride(*over, live) : 0);
  }

  double at(const std::size_t* places, std::size_t state) {
    double out = Arithmetic::kOne;
    bool zero = false;
    for (std::size_t k = 0; k < factors_.size(); ++k) {
      const double value = factors_[k]->values[places[k] + state * strides_[k]];
      zero = zero || value == Arithmetic::kZero;
      out = Arithmetic::times(out, value);
    }
    lost_ = lost_ || (Arithmetic::loses(out) && !zero);
    return out;
  }

  double reduced(const std::size_t* places, Reduction reduction) {
    double out = at(places, 0);
    for (std::size_t state = 1; state < n_states_; ++state) {
      const double value = at(places, state);
      out = reduction == Reduction::sum ? Arithmetic::plus(out, value) : std::max(out, value);
    }
    return out;
  }

  bool lost() const { return lost_; }

 private:
  std::span<const Factor* const> factors_;
  std::size_t n_states_;
  std::vector<std::size_t> strides_;
  bool lost_ = false;
};

// The product of factors over `scope`, and summed (or the largest) over the states of `over`, which is not in
// it. `lost` is set when digits were.
template <class Arithmetic>
Factor combine(std::span<const Factor* const> factors, std::vector<std::size_t> scope,
               std::optional<std::size_t> over, Reduction reduction, const LiveStates& live, bool& lost) {
  TableWalk walk(factors.size());
  std::vector<std::size_t> strides(factors.size());
  for (const std::size_t each : scope) {
    for (std::size_t k = 0; k < factors.size(); ++k) strides[k] = factors[k]->stride(each, live);
    walk.add_dimension(live.size(each), strides);
  }
  Factor out{std::move(scope), {}, 0};
  out.values.reserve(static_cast<std::size_t>(live.cells(out.variables)));
  FactorProduct<Arithmetic> product(factors, over, live);
  walk.each_cell(
      [&](const std::size_t* places) { out.values.push_back(product.reduced(places, reduction)); });
  for (const Factor* each : factors) out.log_scale += each->log_scale;
  out.scale<Arithmetic>();
  lost = lost || product.lost();
  return out;
}

}  // namespace priory
