// SPDX-License-Identifier: Apache-2.0
#include "network/fill_graph.h"

#include <algorithm>
#include <tuple>

namespace priory {
namespace {

void insert_sorted(std::vector<std::size_t>& into, std::size_t value) {
  const auto at = std::lower_bound(into.begin(), into.end(), value);
  if (at == into.end() || *at != value) into.insert(at, value);
}

void erase_sorted(std::vector<std::size_t>& from, std::size_t value) {
  from.erase(std::lower_bound(from.begin(), from.end(), value));
}

// How many of the sorted numbers [begin, end) are in a sorted list.
std::size_t n_common(std::span<const std::size_t> a, std::span<const std::size_t> b) {
  std::size_t out = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      ++out, ++i, ++j;
    else
      a[i] < b[j] ? ++i : ++j;
  }
  return out;
}

}  // namespace

FillGraph::FillGraph(std::vector<double> sizes)
    : sizes_(std::move(sizes)), neighbours_(sizes_.size()), costs_(sizes_.size()) {}

void FillGraph::join(std::size_t a, std::size_t b) {
  insert_sorted(neighbours_[a], b);
  insert_sorted(neighbours_[b], a);
}

void FillGraph::connect(std::span<const std::size_t> scope) {
  for (std::size_t i = 0; i < scope.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) join(scope[i], scope[j]);
  }
  for (const std::size_t each : scope) forget(each);
}

void FillGraph::offer(std::size_t variable) {
  insert_sorted(offered_, variable);
}

FillGraph::Cost FillGraph::cost(std::size_t variable) const {
  const std::vector<std::size_t>& around = neighbours_[variable];
  Cost out{0, sizes_[variable], true};
  for (std::size_t k = 0; k < around.size(); ++k) {
    out.cells *= sizes_[around[k]];
    const std::span<const std::size_t> later(around.data() + k + 1, around.size() - k - 1);
    out.fill += later.size() - n_common(later, neighbours_[around[k]]);
  }
  return out;
}

void FillGraph::forget(std::size_t variable) {
  costs_[variable].known = false;
  for (const std::size_t each : neighbours_[variable]) costs_[each].known = false;
}

std::optional<std::size_t> FillGraph::next() {
  std::optional<std::size_t> best;
  for (const std::size_t each : offered_) {
    if (!costs_[each].known) costs_[each] = cost(each);
    if (!best ||
        std::tie(costs_[each].fill, costs_[each].cells) < std::tie(costs_[*best].fill, costs_[*best].cells))
      best = each;
  }
  return best;
}

std::vector<std::size_t> FillGraph::eliminate(std::size_t variable) {
  std::vector<std::size_t> out = std::move(neighbours_[variable]);
  neighbours_[variable].clear();
  for (const std::size_t each : out) erase_sorted(neighbours_[each], variable);
  connect(out);
  erase_sorted(offered_, variable);
  return out;
}

}  // namespace priory
