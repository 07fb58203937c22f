// SPDX-License-Identifier: Apache-2.0
// The undirected graph that variables are eliminated from: two are neighbours when they stand in one table.
// Eliminating one makes its neighbours neighbours of each other. The next to go is the one that adds fewest
// edges (min-fill); of equals the one with the smallest table, of these the first.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace priory {

class FillGraph {
 public:
  explicit FillGraph(std::vector<double> sizes);  // the number of states of each variable

  void connect(std::span<const std::size_t> scope);  // all with all
  void offer(std::size_t variable);                  // may be eliminated
  std::optional<std::size_t> next();                 // of those offered; nothing when all are gone
  // Takes a variable out; its neighbours, sorted, are what was connected.
  std::vector<std::size_t> eliminate(std::size_t variable);

 private:
  struct Cost {
    std::size_t fill = 0;
    double cells = 0;
    bool known = false;
  };
  void join(std::size_t a, std::size_t b);
  Cost cost(std::size_t variable) const;

  std::vector<double> sizes_;
  std::vector<std::vector<std::size_t>> neighbours_;  // sorted
  std::vector<Cost> costs_;
  std::vector<std::size_t> offered_;  // sorted
};

}  // namespace priory
