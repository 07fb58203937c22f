// SPDX-License-Identifier: Apache-2.0
#include "input/distinct.h"

#include <algorithm>
#include <cmath>

namespace priory {

bool Distinct::add(std::uint64_t hash) {
  std::uint64_t& recent = recent_[hash % recent_.size()];
  if (recent == hash || hash > limit_) return false;
  recent = hash;
  smallest_.push_back(hash);
  if (smallest_.size() >= 2 * kKept) compact();
  return true;
}

void Distinct::merge(const Distinct& other) {
  smallest_.insert(smallest_.end(), other.smallest_.begin(), other.smallest_.end());
  compact();
}

void Distinct::compact() {
  std::sort(smallest_.begin(), smallest_.end());
  smallest_.erase(std::unique(smallest_.begin(), smallest_.end()), smallest_.end());
  if (smallest_.size() > kKept) smallest_.resize(kKept), limit_ = smallest_.back();
}

std::size_t Distinct::count() const {
  if (smallest_.size() < kKept) return smallest_.size();
  const double share =
      static_cast<double>(smallest_.back()) / 0x1p64;  // of the range that the k smallest fill
  return static_cast<std::size_t>(std::llround((static_cast<double>(kKept) - 1) / share));
}

}  // namespace priory
