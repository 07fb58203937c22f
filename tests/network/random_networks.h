// SPDX-License-Identifier: Apache-2.0
// Random networks, random evidence, and the answers found by looking at every row there can be.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "priory/network.h"

#include "core/log_space.h"

namespace priory::testing {

using Generator = std::mt19937_64;
using States = std::vector<std::size_t>;

inline std::size_t below(Generator& random, std::size_t n) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

// A row of a table: anything, with zeros, certain, or all equal, so that there are ties and impossible rows.
inline std::vector<double> random_row(Generator& random, std::size_t width) {
  const std::size_t kind = below(random, 6);
  std::vector<double> out(width, 1.0 / static_cast<double>(width));
  if (kind == 0) return out;
  double sum = 0;
  for (double& each : out) {
    each = kind < 3 && below(random, 2) == 0 ? 0 : std::uniform_real_distribution<double>(0.01, 1)(random);
    sum += each;
  }
  if (sum == 0) out[below(random, width)] = sum = 1;
  for (double& each : out) each /= sum;
  return out;
}

struct NetworkShape {
  std::size_t n_variables = 6;
  std::size_t most_states = 3;
  std::size_t most_parents = 3;
};

// Parents have any number, not only lower ones. One in four networks has variables without arcs.
inline Network random_network(Generator& random, const NetworkShape& shape) {
  std::vector<std::size_t> order(shape.n_variables);
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::shuffle(order.begin(), order.end(), random);
  std::vector<Variable> variables(order.size());
  std::vector<ConditionalTable> tables(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    variables[k].name = "v" + std::to_string(k);
    for (std::size_t s = 0; s <= below(random, shape.most_states); ++s)
      variables[k].states.push_back("s" + std::to_string(s));
  }
  const bool sparse = below(random, 4) == 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    ConditionalTable& table = tables[order[k]];
    States earlier(order.begin(), order.begin() + static_cast<long>(k));
    std::shuffle(earlier.begin(), earlier.end(), random);
    earlier.resize(std::min(k, below(random, (sparse ? 1 : shape.most_parents) + 1)));
    table.parents = earlier;
    std::size_t rows = 1;
    for (const std::size_t parent : earlier) rows *= variables[parent].states.size();
    for (std::size_t row = 0; row < rows; ++row) {
      for (const double p : random_row(random, variables[order[k]].states.size()))
        table.log_prob.push_back(std::log(p));
    }
  }
  return {"random", variables, tables};
}

// About a third of the variables, mostly one state each; sometimes two findings about one variable, and
// sometimes none of its states.
inline Evidence random_evidence(Generator& random, const Network& network) {
  Evidence out;
  for (std::size_t k = 0; k < network.variables().size(); ++k) {
    for (std::size_t again = 0; again < 2 && below(random, 3 + 7 * again) == 0; ++again) {
      const std::size_t size = network.variables()[k].states.size();
      Finding finding{k, {below(random, size)}};
      if (below(random, 3) == 0) finding.states.push_back(below(random, size));
      if (below(random, 40) == 0) finding.states.clear();
      out.push_back(finding);
    }
  }
  return out;
}

inline bool agrees(const Evidence& evidence, const States& row) {
  return std::all_of(evidence.begin(), evidence.end(), [&](const Finding& finding) {
    return std::find(finding.states.begin(), finding.states.end(), row[finding.variable]) !=
           finding.states.end();
  });
}

// Every row there can be, the last variable fastest.
inline void each_row(const Network& network, const std::function<void(const States&)>& visit) {
  States row(network.variables().size(), 0);
  for (bool more = true; more;) {
    visit(row);
    more = false;
    for (std::size_t k = row.size(); k-- > 0 && !more;) {
      more = ++row[k] < network.variables()[k].states.size();
      if (!more) row[k] = 0;
    }
  }
}

inline std::size_t cell_of(const Network& network, const States& variables, const States& row) {
  std::size_t out = 0;
  for (const std::size_t each : variables) out = out * network.variables()[each].states.size() + row[each];
  return out;
}

// P(variables, evidence), by enumeration.
inline std::vector<double> joint_by_rows(const Network& network, const States& variables,
                                         const Evidence& evidence) {
  std::size_t cells = 1;
  for (const std::size_t each : variables) cells *= network.variables()[each].states.size();
  std::vector<double> out(cells, 0.0);
  each_row(network, [&](const States& row) {
    if (agrees(evidence, row))
      out[cell_of(network, variables, row)] += std::exp(network.log_probability(row));
  });
  return out;
}

// Some variables, in any order.
inline States random_variables(Generator& random, const Network& network, std::size_t most) {
  States out(network.variables().size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = k;
  std::shuffle(out.begin(), out.end(), random);
  out.resize(std::min(out.size(), below(random, most + 1)));
  return out;
}

}  // namespace priory::testing
