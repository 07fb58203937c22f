// SPDX-License-Identifier: Apache-2.0
#include "evaluate/choosing.h"

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

void Choosing::accumulate(const Chunk& chunk) {
  const ScoredChunk scored = scorer.posterior(chunk);
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    const std::size_t predicted = decide(scored.row(row));
    if (predicted == Decision::kNone) continue;  // it is in no cell
    Crowd& crowd = cells[{actual_of(chunk, row), predicted}];
    ++crowd.n_rows;
    keep(crowd, {scored.row(row)[predicted], place_of(chunk, row)});
  }
}

void Choosing::merge(const Choosing& other) {
  for (const auto& [cell, crowd] : other.cells) {
    Crowd& own = cells[cell];
    own.n_rows += crowd.n_rows;
    for (const Candidate& each : crowd.candidates()) keep(own, each);
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

void Choosing::keep(Crowd& crowd, const Candidate& candidate) const {
  keep_first(crowd.most, candidate, per_cell, std::less<>());
  if (both_ends) keep_first(crowd.least, candidate, per_cell, std::greater<>());
}

std::vector<Candidate> Crowd::candidates() const {
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
std::vector<std::size_t> seats_of(const Choosing& choosing, const std::vector<std::string>& classes,
                                  std::size_t most) {
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
  for (const auto& [cell, crowd] : choosing.cells) {
    weight.push_back(static_cast<double>(crowd.n_rows) * (classes[cell.second] == cell.first ? kRight : 1));
    claims.push({HUGE_VAL, room.size(), 0});  // everyone gets a first one
    room.push_back(crowd.candidates().size());
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

Chosen choose(const Choosing& choosing, const std::vector<std::string>& classes, std::size_t most) {
  const std::vector<std::size_t> seats = seats_of(choosing, classes, most);
  Chosen out;
  std::size_t k = 0, at = 0;
  for (const auto& [cell, crowd] : choosing.cells) {
    const std::vector<Candidate> candidates = crowd.candidates();
    for (std::size_t i = 0; i < seats[k]; ++i) out.emplace(key_of(candidates[i].place), at++);
    ++k;
  }
  return out;
}

}  // namespace priory
