// SPDX-License-Identifier: Apache-2.0
// How many different values a column has, in bounded memory: the k smallest hashes (Bar-Yossef et al. 2002).
// Exact below k. Mergeable: the k smallest of two sets are those of their union.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "priory/schema.h"

namespace priory {

class Distinct {
 public:
  // Whether the value with this hash may be new; false is certain.
  bool add(std::uint64_t hash);
  void merge(const Distinct& other);
  void compact();             // the smallest k, sorted, once each
  std::size_t count() const;  // of a compact one
  std::size_t size() const { return smallest_.size(); }
  void clear() { smallest_.clear(), smallest_.shrink_to_fit(); }
  template <class Wire>
  void carry(Wire& wire) {
    wire(smallest_, limit_);
  }

 private:
  static constexpr std::size_t kKept = ColumnProfile::kExactDistinct;
  std::vector<std::uint64_t> smallest_;
  std::array<std::uint64_t, 16> recent_{};  // of a column with few values nearly every one is found here
  std::uint64_t limit_ = ~std::uint64_t{0};
};

}  // namespace priory
