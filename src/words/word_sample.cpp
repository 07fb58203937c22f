// SPDX-License-Identifier: Apache-2.0
#include "words/word_sample.h"

#include <bit>
#include <cmath>

#include "core/random.h"

namespace priory {

// Mixed, since other tables use the bits of the hash as they are.
bool WordSample::belongs(std::uint64_t hash) const {
  return static_cast<unsigned>(std::countl_zero(mixed(hash))) >= level_;
}

void WordSample::merge(const WordSample& other) {
  if (other.level_ > level_) {
    level_ = other.level_;
    std::erase_if(hashes_, [&](std::uint64_t hash) { return !belongs(hash); });
  }
  for (const std::uint64_t hash : other.hashes_) add(hash);
}

void WordSample::shrink() {
  while (hashes_.size() > most_) {
    ++level_;
    std::erase_if(hashes_, [&](std::uint64_t hash) { return !belongs(hash); });
  }
}

double WordSample::words_each() const {
  return std::ldexp(1.0, static_cast<int>(level_));
}

}  // namespace priory
