// SPDX-License-Identifier: Apache-2.0
// A junction tree takes row after row without asking for memory. Inference as such is in inference_test.cpp.
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "network/random_networks.h"

// The sanitizers have an allocator of their own, and look at it.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PRIORY_OWN_ALLOCATOR
#endif
#endif

#if !defined(PRIORY_OWN_ALLOCATOR)
namespace {
std::atomic<std::size_t> n_allocations{0};
}  // namespace

void* operator new(std::size_t size) {
  ++n_allocations;
  if (void* out = std::malloc(size == 0 ? 1 : size)) return out;
  throw std::bad_alloc();
}
void operator delete(void* at) noexcept {
  std::free(at);
}
void operator delete(void* at, std::size_t) noexcept {
  std::free(at);
}

namespace priory {
namespace {

using namespace priory::testing;  // NOLINT

TEST(JunctionTrees, AbsorbWithoutAllocating) {
  Generator random(8);
  const Network network = random_network(random, {12, 3, 3});
  std::vector<Evidence> rows;
  network.sample(100, 1, [&](std::span<const std::size_t> row) {
    rows.push_back({{2, {row[2]}}, {5, {row[5], 0}}, {7, {row[7]}}});
  });
  JunctionTree tree(network);
  std::vector<double> log_prob(1000);
  const std::size_t before = n_allocations;
  for (const Evidence& row : rows) {
    tree.absorb(row);
    for (std::size_t each = 0; each < network.variables().size(); ++each) {
      tree.posterior(each, log_prob);
      tree.family_posterior(each, log_prob);
    }
  }
  EXPECT_EQ(n_allocations, before);
}

}  // namespace
}  // namespace priory
#endif
