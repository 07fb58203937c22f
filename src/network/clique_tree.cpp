// SPDX-License-Identifier: Apache-2.0
#include "network/clique_tree.h"

#include <algorithm>
#include <iterator>

#include "network/byte_size.h"
#include "network/fill_graph.h"

namespace priory {
namespace {

using Scope = std::vector<std::size_t>;

Scope family_of(const Network& network, std::size_t variable) {
  Scope out(network.parents(variable).begin(), network.parents(variable).end());
  out.push_back(variable);
  return out;
}

bool contains(const Scope& large, const Scope& small) {  // both sorted
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

// The cliques that elimination makes. One that lies in another lies in an earlier one: its own variable is in
// no later.
std::vector<Scope> maximal_cliques(const Network& network, const std::vector<std::size_t>& sizes) {
  FillGraph graph({sizes.begin(), sizes.end()});
  for (std::size_t each = 0; each < sizes.size(); ++each) {
    graph.connect(family_of(network, each));
    graph.offer(each);
  }
  std::vector<Scope> out;
  std::vector<std::vector<std::size_t>> with(sizes.size());
  while (const auto next = graph.next()) {
    Scope clique = graph.eliminate(*next);
    clique.insert(std::lower_bound(clique.begin(), clique.end(), *next), *next);
    const auto holds_it = [&](std::size_t earlier) { return contains(out[earlier], clique); };
    if (std::any_of(with[*next].begin(), with[*next].end(), holds_it)) continue;
    for (const std::size_t each : clique) with[each].push_back(out.size());
    out.push_back(std::move(clique));
  }
  return out;
}

Scope shared(const Scope& a, const Scope& b) {
  Scope out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

// Prim's maximum spanning tree: the next clique is the one that shares most with one of the tree; one that
// shares nothing begins a tree of its own.
std::vector<Clique> joined(std::vector<Scope> scopes) {
  struct Link {
    std::size_t weight = 0, parent = 0;
    bool done = false;
  };
  std::vector<Link> links(scopes.size());
  std::vector<Clique> out;
  while (out.size() < scopes.size()) {
    std::size_t best = scopes.size();
    for (std::size_t k = 0; k < scopes.size(); ++k) {
      if (!links[k].done && (best == scopes.size() || links[k].weight > links[best].weight)) best = k;
    }
    Clique clique;
    clique.variables = scopes[best];
    if (links[best].weight > 0) {
      clique.parent = links[best].parent;
      clique.separator = shared(clique.variables, out[*clique.parent].variables);
    }
    links[best].done = true;
    for (std::size_t k = 0; k < scopes.size(); ++k) {
      const std::size_t weight = links[k].done ? 0 : shared(scopes[k], scopes[best]).size();
      if (weight > links[k].weight) links[k] = {weight, out.size(), false};
    }
    out.push_back(std::move(clique));
  }
  return out;
}

double n_cells_of(const Scope& scope, const std::vector<std::size_t>& sizes) {
  double out = 1;
  for (const std::size_t each : scope) out *= static_cast<double>(sizes[each]);
  return out;
}

}  // namespace

CliqueTree::CliqueTree(const Network& network, const InferenceOptions& options) {
  for (const Variable& variable : network.variables()) sizes_.push_back(variable.states.size());
  cliques_ = joined(maximal_cliques(network, sizes_));
  check_size(options);
  place_tables();
  with_.resize(sizes_.size());
  for (std::size_t k = 0; k < cliques_.size(); ++k) {
    for (const std::size_t each : cliques_[k].variables) with_[each].push_back(k);
  }
  for (std::size_t each = 0; each < sizes_.size(); ++each) {
    variables_.push_back(view({each}));
    families_.push_back(view(family_of(network, each)));
  }
}

// Two arrays of each kind: of cliques before and after the evidence, of separators on the way up and down.
double CliqueTree::bytes() const {
  double cells = 0;
  for (const Clique& clique : cliques_)
    cells += n_cells_of(clique.variables, sizes_) + n_cells_of(clique.separator, sizes_);
  return 2 * cells * sizeof(double);
}

void CliqueTree::check_size(const InferenceOptions& options) const {
  if (bytes() <= static_cast<double>(options.max_bytes)) return;
  double largest = 0;
  for (const Clique& clique : cliques_) largest = std::max(largest, n_cells_of(clique.variables, sizes_));
  throw too_large("the junction tree of the network", largest * sizeof(double), bytes(), options.max_bytes,
                  "ask single questions instead, which need less room, or allow more");
}

void CliqueTree::place_tables() {
  for (Clique& clique : cliques_) {
    clique.begin = n_cells_;
    clique.cells = static_cast<std::size_t>(n_cells_of(clique.variables, sizes_));
    n_cells_ += clique.cells;
    if (!clique.parent) continue;
    clique.separator_begin = n_separator_cells_;
    clique.separator_cells = static_cast<std::size_t>(n_cells_of(clique.separator, sizes_));
    n_separator_cells_ += clique.separator_cells;
    clique.to_separator = Projection(clique.variables, clique.separator, sizes_);
    clique.parent_to_separator = Projection(cliques_[*clique.parent].variables, clique.separator, sizes_);
  }
}

CliqueView CliqueTree::view(const std::vector<std::size_t>& variables) const {
  Scope sorted = variables;
  std::sort(sorted.begin(), sorted.end());
  std::optional<std::size_t> home;  // the smallest that has them all
  for (const std::size_t k : with_[variables[0]]) {
    if (contains(cliques_[k].variables, sorted) && (!home || cliques_[k].cells < cliques_[*home].cells))
      home = k;
  }
  return {*home, static_cast<std::size_t>(n_cells_of(variables, sizes_)),
          Projection(cliques_[*home].variables, variables, sizes_)};
}

}  // namespace priory
