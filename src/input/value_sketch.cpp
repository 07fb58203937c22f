// SPDX-License-Identifier: Apache-2.0
#include "input/value_sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <xxhash.h>

namespace priory {

ValueSketch::Entry& ValueSketch::entry_of(std::uint64_t hash) {
  if (2 * (entries_.size() + 1) > slots_.size()) index();
  std::size_t at = hash & (slots_.size() - 1);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    if (entries_[slots_[at] - 1].hash == hash) return entries_[slots_[at] - 1];
  }
  entries_.push_back({hash});
  slots_[at] = static_cast<std::uint32_t>(entries_.size());
  return entries_.back();
}

void ValueSketch::index() {
  slots_.assign(std::bit_ceil(std::max<std::size_t>(16, 4 * entries_.size())), 0);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    std::size_t at = entries_[k].hash & (slots_.size() - 1);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = static_cast<std::uint32_t>(k + 1);
  }
}

void ValueSketch::compact() {
  if (entries_.size() <= kKept) return;
  std::ranges::nth_element(entries_, entries_.begin() + kKept - 1, {}, &Entry::hash);
  entries_.resize(kKept);
  limit_ = entries_.back().hash;
  index();
}

void ValueSketch::merge(const ValueSketch& other) {
  limit_ = std::min(limit_, other.limit_);
  std::erase_if(entries_, [&](const Entry& each) { return each.hash > limit_; });
  index();
  for (const Entry& each : other.entries_) {
    if (each.hash > limit_) continue;
    Entry& mine = entry_of(each.hash);
    if (mine.count == 0)
      mine = each;
    else
      respell(mine, each.text), mine.varied = mine.varied || each.varied, mine.count += each.count,
                                mine.rows += each.rows;
  }
  if (entries_.size() >= 2 * kKept) compact();
}

ValueSketch ValueSketch::canonical() const {
  ValueSketch out = *this;
  out.compact();
  std::ranges::sort(out.entries_, {}, &Entry::text);
  out.index();
  return out;
}

std::uint64_t ValueSketch::grouping() const {
  std::uint64_t out = 0;
  for (const Entry& each : entries_) out += XXH3_64bits(&each.rows, sizeof each.rows);
  return out;
}

std::size_t ValueSketch::n_distinct() const {
  const auto varied = static_cast<std::size_t>(std::ranges::count_if(entries_, &Entry::varied));
  if (all()) return entries_.size() + varied;
  const double share = static_cast<double>(limit_) / 0x1p64;  // of the range that the k smallest fill
  return static_cast<std::size_t>(std::llround((static_cast<double>(kKept) - 1) / share));
}

}  // namespace priory
