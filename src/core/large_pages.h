// SPDX-License-Identifier: Apache-2.0
// Tables that are looked at all over want large pages: with small ones nearly every look misses the
// processor's cache of addresses, which costs more than the miss of the data (on a virtual machine twice as
// much). Linux gives them on request, to memory that is aligned and not yet touched; without them all works
// the same, slower.
#pragma once

#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace priory {

template <class T>
struct LargePages {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{1} << 21;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}  // NOLINT: containers convert their allocators

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    const bool large = bytes >= kPage;
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    void* memory = large ? std::aligned_alloc(kPage, whole) : std::malloc(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    if (large) ::madvise(memory, whole, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  bool operator==(const LargePages&) const = default;
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace priory
