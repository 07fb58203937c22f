// SPDX-License-Identifier: Apache-2.0
// Which rows to show of every cell of the confusion matrix: a bounded, mergeable value for one fold.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "priory/evaluation.h"

#include "model/scorer.h"

namespace priory {

struct Candidate {
  double certainty = 0;  // log posterior of the class predicted
  Place place;

  // From the most certain to the least.
  auto key() const { return std::tuple(-certainty, std::string_view(place.file), place.line, place.column); }
  bool operator<(const Candidate& other) const { return key() < other.key(); }
  bool operator>(const Candidate& other) const { return other < *this; }
};

// The rows of a cell.
struct CellCandidates {
  std::size_t n_rows = 0;
  std::vector<Candidate> most;   // the first
  std::vector<Candidate> least;  // the last, from the end on; none where only the most certain are wanted

  std::vector<Candidate> candidates() const;  // both in one order
};

struct ExampleCandidates {
  Scorer scorer;
  Decision decide;
  std::size_t per_cell = 0;
  bool both_ends = false;  // the least certain too: a threshold that moves meets them first
  std::map<std::pair<std::string, std::size_t>, CellCandidates> cells = {};  // by actual and predicted class

  void accumulate(const Chunk& chunk);
  void merge(const ExampleCandidates& other);

 private:
  void keep(CellCandidates& of_cell, const Candidate& candidate) const;
};

// Which row becomes which example, the rows told apart by their place.
using PlaceKey = std::tuple<std::string, std::size_t, std::size_t>;
using Chosen = std::map<PlaceKey, std::size_t>;

// At most `most` of all cells, in the order of the cells and of certainty.
Chosen choose(const ExampleCandidates& candidates, const std::vector<std::string>& classes, std::size_t most);

std::string actual_of(const Chunk& chunk, std::size_t row);
Place place_of(const Chunk& chunk, std::size_t row);
PlaceKey key_of(const Place& place);

}  // namespace priory
