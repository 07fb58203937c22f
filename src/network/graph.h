// SPDX-License-Identifier: Apache-2.0
// Facts about the graph of a network.
#pragma once

#include <cstddef>
#include <vector>

#include "priory/network.h"

namespace priory {

using Neighbours = std::vector<std::vector<std::size_t>>;  // of each variable

Neighbours children_of(const Neighbours& parents);

// Parents before children; of those that could come next the first. Shorter than the graph if it has cycles.
std::vector<std::size_t> topological_order(const Neighbours& parents, const Neighbours& children);

// A way from a variable along the arcs back to itself, which stands at both ends; the first variable on it
// begins. Only for a graph that has a cycle.
std::vector<std::size_t> find_cycle(const Neighbours& parents, const std::vector<std::size_t>& order);

// The given variables and all that lead to them; one flag for each variable.
std::vector<bool> ancestors_of(const Network& network, std::vector<std::size_t> variables);

}  // namespace priory
