// SPDX-License-Identifier: Apache-2.0
#include "network/graph.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace priory {

Neighbours children_of(const Neighbours& parents) {
  Neighbours out(parents.size());
  for (std::size_t child = 0; child < parents.size(); ++child) {
    for (const std::size_t parent : parents[child]) out[parent].push_back(child);
  }
  return out;
}

std::vector<std::size_t> topological_order(const Neighbours& parents, const Neighbours& children) {
  std::vector<std::size_t> waiting(parents.size()), out;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t each = 0; each < parents.size(); ++each) {
    waiting[each] = parents[each].size();
    if (waiting[each] == 0) ready.push(each);
  }
  while (!ready.empty()) {
    out.push_back(ready.top());
    ready.pop();
    for (const std::size_t child : children[out.back()]) {
      if (--waiting[child] == 0) ready.push(child);
    }
  }
  return out;
}

// Whatever is not in the order has a parent that is not: going from one to the next must come to a place
// seen before.
std::vector<std::size_t> find_cycle(const Neighbours& parents, const std::vector<std::size_t>& order) {
  std::vector<bool> ordered(parents.size(), false);
  for (const std::size_t each : order) ordered[each] = true;
  const auto is_free = [&](std::size_t each) { return !ordered[each]; };
  const auto first =
      static_cast<std::size_t>(std::find(ordered.begin(), ordered.end(), false) - ordered.begin());
  std::vector<std::size_t> way;  // against the arcs
  std::size_t at = first;
  for (std::vector<bool> seen(parents.size(), false); !seen[at];) {
    seen[at] = true;
    way.push_back(at);
    at = *std::find_if(parents[at].begin(), parents[at].end(), is_free);
  }
  way.erase(way.begin(), std::find(way.begin(), way.end(), at));
  std::reverse(way.begin(), way.end());
  std::rotate(way.begin(), std::min_element(way.begin(), way.end()), way.end());
  way.push_back(way.front());
  return way;
}

std::vector<bool> ancestors_of(const Network& network, std::vector<std::size_t> variables) {
  std::vector<bool> out(network.variables().size(), false);
  while (!variables.empty()) {
    const std::size_t at = variables.back();
    variables.pop_back();
    if (out[at]) continue;
    out[at] = true;
    variables.insert(variables.end(), network.parents(at).begin(), network.parents(at).end());
  }
  return out;
}

}  // namespace priory
