// SPDX-License-Identifier: Apache-2.0
#include "evaluate/sort_keys.h"

#include <algorithm>
#include <array>
#include <utility>

namespace priory {
namespace {

constexpr std::size_t kFewItems = 4096;  // for which counting digits does not pay
constexpr unsigned kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
constexpr std::array<unsigned, 3> kShifts = {31, 42, 53};  // 12 bits of sign and exponent, 21 of the fraction

using Histogram = std::array<std::size_t, kDigits>;

std::size_t digit(std::uint64_t key, unsigned shift) {
  return key >> shift & (kDigits - 1);
}

template <class Item>
std::array<Histogram, kShifts.size()> count_digits(const std::vector<Item>& items) {
  std::array<Histogram, kShifts.size()> counts{};
  for (const Item& item : items) {
    for (std::size_t k = 0; k < kShifts.size(); ++k) ++counts[k][digit(item.key, kShifts[k])];
  }
  return counts;
}

// From how often a digit occurs to where its items begin.
void accumulate(Histogram& counts) {
  std::size_t begin = 0;
  for (std::size_t& count : counts) begin += std::exchange(count, begin);
}

template <class Item>
void by_key(std::vector<Item>& items, std::size_t begin, std::size_t end) {
  std::sort(items.begin() + static_cast<std::ptrdiff_t>(begin),
            items.begin() + static_cast<std::ptrdiff_t>(end),
            [](const Item& a, const Item& b) { return a.key < b.key; });
}

// Puts the runs of items in order whose upper digits are the same.
template <class Item>
void finish(std::vector<Item>& items) {
  for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
    bool sorted = true;
    for (end = begin + 1;
         end < items.size() && items[end].key >> kShifts[0] == items[begin].key >> kShifts[0]; ++end)
      sorted = sorted && items[end - 1].key <= items[end].key;
    if (!sorted) by_key(items, begin, end);
  }
}

template <class Item>
void sort_items(std::vector<Item>& items, std::vector<Item>& room) {
  if (items.size() < kFewItems) return by_key(items, 0, items.size());
  auto counts = count_digits(items);
  room.resize(items.size());
  for (std::size_t k = 0; k < kShifts.size(); ++k) {
    if (counts[k][digit(items[0].key, kShifts[k])] == items.size()) continue;
    accumulate(counts[k]);
    for (const Item& item : items) room[counts[k][digit(item.key, kShifts[k])]++] = item;
    items.swap(room);
  }
  finish(items);
}

}  // namespace

void sort_by_key(std::vector<BareKey>& items, std::vector<BareKey>& room) {
  sort_items(items, room);
}

void sort_by_key(std::vector<WeighedKey>& items, std::vector<WeighedKey>& room) {
  sort_items(items, room);
}

}  // namespace priory
