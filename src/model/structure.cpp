// SPDX-License-Identifier: Apache-2.0
#include "model/structure.h"

#include <algorithm>

#include "fold/fold.h"
#include "learn/combining.h"

namespace priory {
namespace {

// The parts that are nodes of the network, in order.
std::vector<PartPlan*> nodes_of(Plan& plan) {
  std::vector<PartPlan*> out;
  for (PartPlan& part : plan.parts) {
    if (is_variable(part)) out.push_back(&part);
  }
  return out;
}

void give_parent(PartPlan& node, const PartPlan& parent) {
  node.columns.insert(node.columns.begin(), parent.columns.back());
  node.declared_of.insert(node.declared_of.begin(), parent.declared_of.back());
}

}  // namespace

// Prim's way: the tree grows by the heaviest arc to a variable outside; of equals the first variable, then
// the first parent.
std::vector<std::size_t> largest_tree(std::size_t n,
                                      const std::function<double(std::size_t, std::size_t)>& weight) {
  std::vector<std::size_t> parent(n, kNoParent);
  std::vector<double> best(n, -1);
  std::vector<bool> inside(n);
  for (std::size_t added = 0; added < n; ++added) {
    std::size_t next = kNoParent;
    for (std::size_t k = 0; k < n; ++k) {
      if (!inside[k] && (next == kNoParent || best[k] > best[next])) next = k;
    }
    inside[next] = true;
    for (std::size_t k = 0; k < n; ++k) {
      if (inside[k]) continue;
      const double w = weight(next, k);
      if (w > best[k] || (w == best[k] && next < parent[k])) best[k] = w, parent[k] = next;
    }
  }
  return parent;
}

PairCounts zero_pairs(const Plan& plan) {
  return {plan, plan.structure == "tan"};
}

Plan with_structure(Plan plan, const PairCounts& pairs) {
  const std::vector<std::size_t> parent = largest_tree(
      pairs.n_variables(), [&](std::size_t a, std::size_t b) { return pairs.information(a, b); });
  const bool tan = plan.structure == "tan";
  const std::size_t first = !tan && !plan.target.empty() ? 1 : 0;  // the class is the first variable
  Plan before = plan;
  const std::vector<PartPlan*> nodes = nodes_of(plan), originals = nodes_of(before);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const std::size_t from = parent[first + k];
    const bool of_class = first == 1 && from == 0;
    if (from != kNoParent && !of_class) give_parent(*nodes[k], *originals[from - first]);
    nodes[k]->pooled = first == 1 && !of_class;
  }
  plan.undecided = false;
  return plan;
}

Plan decided(const Plan& plan, const OpenChunks& open, unsigned threads, const Tick& tick) {
  if (!plan.undecided) return plan;
  return with_structure(plan, fold(*open(), zero_pairs(plan), threads, tick));
}

}  // namespace priory
