// SPDX-License-Identifier: Apache-2.0
#include "network/fill_graph.h"

#include <algorithm>
#include <tuple>

namespace priory {
namespace {

bool insert_sorted(std::vector<std::size_t>& into, std::size_t value) {
  const auto at = std::lower_bound(into.begin(), into.end(), value);
  if (at != into.end() && *at == value) return false;
  into.insert(at, value);
  return true;
}

void erase_sorted(std::vector<std::size_t>& from, std::size_t value) {
  from.erase(std::lower_bound(from.begin(), from.end(), value));
}

// Visits what is in both of two sorted lists.
template <class Visit>
void each_common(std::span<const std::size_t> a, std::span<const std::size_t> b, const Visit& visit) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      visit(a[i]), ++i, ++j;
    else
      a[i] < b[j] ? ++i : ++j;
  }
}

}  // namespace

FillGraph::FillGraph(std::vector<double> sizes)
    : sizes_(std::move(sizes)), neighbours_(sizes_.size()), costs_(sizes_.size()) {}

// A new edge changes what its ends would cost, and those that both ends are neighbours of.
void FillGraph::join(std::size_t a, std::size_t b) {
  if (!insert_sorted(neighbours_[a], b)) return;
  insert_sorted(neighbours_[b], a);
  costs_[a].known = costs_[b].known = false;
  each_common(neighbours_[a], neighbours_[b], [&](std::size_t each) { costs_[each].known = false; });
}

void FillGraph::connect(std::span<const std::size_t> scope) {
  for (std::size_t i = 0; i < scope.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) join(scope[i], scope[j]);
  }
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
    out.fill += later.size();
    each_common(later, neighbours_[around[k]], [&](std::size_t) { --out.fill; });
  }
  return out;
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
  for (const std::size_t each : out) {
    erase_sorted(neighbours_[each], variable);
    costs_[each].known = false;
  }
  connect(out);
  erase_sorted(offered_, variable);
  return out;
}

}  // namespace priory
