// SPDX-License-Identifier: Apache-2.0
#include "model/structure.h"

#include <algorithm>
#include <numeric>

#include "fold/fold.h"
#include "learn/centre_sample.h"
#include "learn/combining.h"
#include "model/averaged_networks.h"

namespace priory {

void give_parent(PartPlan& node, const PartPlan& parent) {
  node.columns.insert(node.columns.begin(), parent.columns.back());
  node.declared_of.insert(node.declared_of.begin(), parent.declared_of.back());
  if (node.bins.empty() && !parent.binned(0)) return;
  node.bins.resize(node.columns.size() - 1);
  node.bins.insert(node.bins.begin(), parent.bins.empty() ? Bins() : parent.bins.back());
}

namespace {

// The parts that are nodes of the network, in order.
std::vector<PartPlan*> nodes_of(Plan& plan) {
  std::vector<PartPlan*> out;
  for (PartPlan& part : plan.parts) {
    if (is_variable(part)) out.push_back(&part);
  }
  return out;
}

// The variables, those first that tell most about the class; of equals the first.
std::vector<std::size_t> by_information(const PairCounts& pairs) {
  std::vector<double> information;
  for (std::size_t k = 0; k < pairs.n_variables(); ++k)
    information.push_back(pairs.information_with_class(k));
  std::vector<std::size_t> out(information.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::stable_sort(out,
                           [&](std::size_t a, std::size_t b) { return information[a] > information[b]; });
  return out;
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

std::vector<std::vector<std::size_t>> dependences(const PairCounts& pairs, std::size_t n_parents) {
  constexpr double kMostTableCells = 0x1p20;
  std::vector<std::vector<std::size_t>> out(pairs.n_variables());
  std::vector<std::size_t> before;
  for (const std::size_t x : by_information(pairs)) {
    const auto in_common = [&](std::size_t a, std::size_t b) {
      return pairs.information(a, x) > pairs.information(b, x);
    };
    std::vector<std::size_t> candidates = before;
    std::ranges::stable_sort(candidates, in_common);
    double cells = static_cast<double>(pairs.n_classes()) * static_cast<double>(pairs.n_values(x));
    for (const std::size_t z : candidates) {
      cells *= static_cast<double>(pairs.n_values(z));
      if (out[x].size() == n_parents || cells > kMostTableCells) break;
      out[x].push_back(z);
    }
    before.push_back(x);
  }
  return out;
}

PairCounts zero_pairs(const Plan& plan) {
  return {plan, plan.structure != "chow-liu"};
}

namespace {

Plan with_dependences(Plan plan, const PairCounts& pairs) {
  Plan before = plan;
  const std::vector<PartPlan*> nodes = nodes_of(plan), originals = nodes_of(before);
  const std::vector<std::vector<std::size_t>> parents = dependences(pairs, plan.n_parents);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    for (std::size_t i = parents[k].size(); i-- > 0;) give_parent(*nodes[k], *originals[parents[k][i]]);
  }
  plan.undecided = false;
  return plan;
}

}  // namespace

namespace {

// How much every two columns say of each other, given the class.
Plan with_weights(Plan plan, const PairCounts& pairs) {
  std::size_t first = 0;
  for (PartPlan& part : plan.parts) {
    const std::size_t d = part.columns.size();
    if (!is_gathered(part)) continue;
    part.weights.assign(d * d, 0.0);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        if (i != j) part.weights[i * d + j] = pairs.information(first + i, first + j);
      }
    }
    first += d;
  }
  plan.undecided = false;
  return plan;
}

}  // namespace

Plan with_structure(Plan plan, const PairCounts& pairs) {
  if (is_average(plan)) return with_networks(std::move(plan), pairs);
  if (plan.structure.empty()) return with_weights(std::move(plan), pairs);
  if (plan.structure == "kdb") return with_dependences(std::move(plan), pairs);
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
  if (!plan.centres.empty()) return with_centres(plan, fold(*open(), CentreSample(plan), threads, tick));
  return with_structure(plan, fold(*open(), zero_pairs(plan), threads, tick));
}

}  // namespace priory
