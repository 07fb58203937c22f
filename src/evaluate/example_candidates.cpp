// SPDX-License-Identifier: Apache-2.0
#include "evaluate/example_candidates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace priory {

std::string actual_of(const Chunk& chunk, std::size_t row) {
  return std::string((*chunk.target.dictionary)[chunk.target.codes[row]]);
}

Place place_of(const Chunk& chunk, std::size_t row) {
  return row < chunk.places.size() ? chunk.places[row] : Place{};
}

PlaceKey key_of(const Place& place) {
  return {place.file, place.line, place.column};
}

void ExampleCandidates::accumulate(const Chunk& chunk) {
  const ScoredChunk scored = scorer.posterior(chunk);
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    const std::size_t predicted = decide(scored.row(row));
    if (predicted == Decision::kNone) continue;  // it is in no cell
    CellCandidates& of_cell = cells[{actual_of(chunk, row), predicted}];
    ++of_cell.n_rows;
    keep(of_cell, {scored.row(row)[predicted], place_of(chunk, row)});
  }
}

void ExampleCandidates::merge(const ExampleCandidates& other) {
  for (const auto& [cell, of_cell] : other.cells) {
    CellCandidates& own = cells[cell];
    own.n_rows += of_cell.n_rows;
    for (const Candidate& each : of_cell.candidates()) keep(own, each);
  }
}

namespace {

// The first `most` of an order, of those seen so far.
template <class Before>
void keep_first(std::vector<Candidate>& first, const Candidate& candidate, std::size_t most, Before before) {
  if (first.size() == most && !before(candidate, first.back())) return;
  first.insert(std::upper_bound(first.begin(), first.end(), candidate, before), candidate);
  if (first.size() > most) first.pop_back();
}

}  // namespace

void ExampleCandidates::keep(CellCandidates& of_cell, const Candidate& candidate) const {
  keep_first(of_cell.most, candidate, per_cell, std::less<>());
  if (both_ends) keep_first(of_cell.least, candidate, per_cell, std::greater<>());
}

std::vector<Candidate> CellCandidates::candidates() const {
  std::vector<Candidate> out = most;
  for (auto each = least.rbegin(); each != least.rend(); ++each) {
    if (out.empty() || out.back() < *each) out.push_back(*each);
  }
  return out;
}

namespace {

// How many rows each cell may show. The seats of a parliament, by d'Hondt: the next goes to the cell with the
// most rows for each that it would then have. Rows that are rightly called weigh a tenth: mistakes are what
// one looks for.
std::vector<std::size_t> seats_of(const ExampleCandidates& candidates,
                                  const std::vector<std::string>& classes, std::size_t most) {
  struct Claim {
    double weight;
    std::size_t cell, rank;
    bool operator<(const Claim& other) const {
      return std::tuple(weight, other.rank, other.cell) < std::tuple(other.weight, rank, cell);
    }
  };
  constexpr double kRight = 0.1;
  std::priority_queue<Claim> claims;
  std::vector<double> weight;
  std::vector<std::size_t> room;
  for (const auto& [cell, of_cell] : candidates.cells) {
    weight.push_back(static_cast<double>(of_cell.n_rows) * (classes[cell.second] == cell.first ? kRight : 1));
    claims.push({HUGE_VAL, room.size(), 0});  // everyone gets a first one
    room.push_back(of_cell.candidates().size());
  }
  std::vector<std::size_t> out(room.size());
  for (std::size_t taken = 0; taken < most && !claims.empty(); ++taken) {
    const Claim claim = claims.top();
    claims.pop();
    const std::size_t have = ++out[claim.cell];
    if (have < room[claim.cell])
      claims.push({weight[claim.cell] / static_cast<double>(have + 1), claim.cell, have});
  }
  return out;
}

}  // namespace

Chosen choose(const ExampleCandidates& candidates, const std::vector<std::string>& classes,
              std::size_t most) {
  const std::vector<std::size_t> seats = seats_of(candidates, classes, most);
  Chosen out;
  std::size_t k = 0, at = 0;
  for (const auto& [cell, of_cell] : candidates.cells) {
    const std::vector<Candidate> rows = of_cell.candidates();
    for (std::size_t i = 0; i < seats[k]; ++i) out.emplace(key_of(rows[i].place), at++);
    ++k;
  }
  return out;
}

}  // namespace priory
