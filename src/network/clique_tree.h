// SPDX-License-Identifier: Apache-2.0
// The graph of a junction tree: the maximal cliques of the moral graph, triangulated by min-fill, joined by
// the largest separators; a tree for each part of the network that hangs together. It holds no numbers but
// places: all cliques have their tables in one array, all separators in another. Immutable.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "priory/network.h"

#include "network/projection.h"

namespace priory {

struct Clique {
  std::vector<std::size_t> variables;  // sorted, the last fastest
  std::size_t begin = 0, cells = 0;    // in the array of all cliques

  // Towards the root; without it the rest is empty.
  std::optional<std::size_t> parent;
  std::vector<std::size_t> separator;                    // the variables it shares with its parent
  std::size_t separator_begin = 0, separator_cells = 0;  // in the array of all separators
  Projection to_separator, parent_to_separator;
};

// A variable, or a variable and its parents, in a clique that has them all.
struct CliqueView {
  std::size_t clique = 0, cells = 0;
  Projection projection;
};

class CliqueTree {
 public:
  // An Error of kind data if the tables would need more memory than the options allow.
  CliqueTree(const Network& network, const InferenceOptions& options);

  const std::vector<Clique>& cliques() const { return cliques_; }  // parents before children
  const CliqueView& variable(std::size_t variable) const { return variables_[variable]; }
  const CliqueView& family(std::size_t variable) const { return families_[variable]; }  // as its table
  double bytes() const;  // of all tables: as the network has them, and with evidence
  std::size_t n_cells() const { return n_cells_; }
  std::size_t n_separator_cells() const { return n_separator_cells_; }

 private:
  void check_size(const InferenceOptions& options) const;
  void place_tables();
  CliqueView view(const std::vector<std::size_t>& variables) const;

  std::vector<std::size_t> sizes_;  // of the variables
  std::vector<Clique> cliques_;
  std::vector<std::vector<std::size_t>> with_;  // the cliques that have a variable
  std::vector<CliqueView> variables_, families_;
  std::size_t n_cells_ = 0, n_separator_cells_ = 0;
};

}  // namespace priory
