// SPDX-License-Identifier: Apache-2.0
// The order of elimination, on graphs small enough to see it.
#include "network/fill_graph.h"

#include <gmock/gmock.h>

namespace priory {
namespace {

using ::testing::ElementsAre;
using Scope = std::vector<std::size_t>;

Scope order_of(FillGraph graph) {
  Scope out;
  while (const auto next = graph.next()) {
    graph.eliminate(*next);
    out.push_back(*next);
  }
  return out;
}

FillGraph graph_of(std::vector<double> sizes, const std::vector<Scope>& scopes) {
  const std::size_t n = sizes.size();
  FillGraph out(std::move(sizes));
  for (const Scope& scope : scopes) out.connect(scope);
  for (std::size_t k = 0; k < n; ++k) out.offer(k);
  return out;
}

// 0 - 1 - 2 - 3: the ends add no edge, the first of them goes; then its neighbour is an end.
TEST(FillGraph, TakesTheEndsOfAChain) {
  EXPECT_THAT(order_of(graph_of({2, 2, 2, 2}, {{0, 1}, {1, 2}, {2, 3}})), ElementsAre(0, 1, 2, 3));
}

// A star with its centre first in place: the rays go before it, although any of them would do after.
TEST(FillGraph, PutsOffWhatJoinsMany) {
  EXPECT_THAT(order_of(graph_of({2, 2, 2, 2}, {{0, 1}, {0, 2}, {0, 3}})), ElementsAre(1, 2, 0, 3));
}

// In a ring of four each adds one edge: the smallest table decides.
TEST(FillGraph, PrefersSmallTables) {
  EXPECT_EQ(graph_of({5, 2, 3, 2}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}).next(), 2U);
}

TEST(FillGraph, EliminatingJoinsTheNeighbours) {
  FillGraph graph = graph_of({2, 2, 2, 2}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  EXPECT_THAT(graph.eliminate(0), ElementsAre(1, 3));
  EXPECT_THAT(graph.eliminate(1), ElementsAre(2, 3));
  EXPECT_THAT(graph.eliminate(2), ElementsAre(3));
}

TEST(FillGraph, OffersOnlyWhatMayGo) {
  FillGraph graph({2, 2, 2});
  graph.connect(Scope{0, 1, 2});
  EXPECT_FALSE(graph.next());
  graph.offer(1);
  EXPECT_EQ(graph.next(), 1U);
}

}  // namespace
}  // namespace priory
