// SPDX-License-Identifier: Apache-2.0
// Scores as whole numbers that sort from the highest score down, and a sort for millions of them.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace priory {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;

// Smaller for larger scores; any double but NaN, -0 and 0 being two keys.
constexpr std::uint64_t key_of(double score) {
  const auto bits = std::bit_cast<std::uint64_t>(score);
  return (bits & kSignBit) != 0 ? bits : ~(bits | kSignBit);
}

constexpr double score_of(std::uint64_t key) {
  return std::bit_cast<double>((key & kSignBit) != 0 ? key : ~key & ~kSignBit);
}

struct BareKey {  // of rows that all weigh the same
  std::uint64_t key = 0;
};

struct WeighedKey {
  std::uint64_t key = 0;
  std::uint64_t weight = 0;
};

// Ascending by key; the order of equal keys is not told. Large lists are sorted by the upper half of their
// digits, a place after the other, which leaves short runs to put in order: a third of std::sort's time.
// `room` may be any list, to be used again for the next: its content is lost.
void sort_by_key(std::vector<BareKey>& items, std::vector<BareKey>& room);
void sort_by_key(std::vector<WeighedKey>& items, std::vector<WeighedKey>& room);

}  // namespace priory
