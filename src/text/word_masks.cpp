// SPDX-License-Identifier: Apache-2.0
#include "text/word_masks.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/simd_targets.h"

// This file is compiled once for every instruction set; the best one is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/word_masks.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway asks.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace priory::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::uint8_t, kMaskBytes>;
using Vector = hn::Vec<Tag>;

// first <= byte < first + count; subtraction wraps around, so that one comparison is enough
HWY_ATTR inline auto in_range(Vector bytes, std::uint8_t first, std::uint8_t count) {
  const Tag tag;
  return hn::Lt(hn::Sub(bytes, hn::Set(tag, first)), hn::Set(tag, count));
}

struct Marks {
  std::uint64_t words = 0;
  std::uint64_t high = 0;
};

template <class Mask>
HWY_ATTR inline std::uint64_t bits_of(Mask mask) {
  std::uint64_t out = 0;
  hn::StoreMaskBits(Tag(), mask, reinterpret_cast<std::uint8_t*>(&out));
  return out;
}

// The bytes of `kind` that are in words; those beyond ASCII may be among them.
template <WordBytes kind>
HWY_ATTR inline auto in_words(Vector bytes) {
  const Tag tag;
  if constexpr (kind == WordBytes::dark) {
    return hn::Not(hn::Or(in_range(bytes, 0x09, 5), in_range(bytes, 0x1C, 5)));
  } else {
    const auto lowered = hn::Or(bytes, hn::Set(tag, 0x20));
    const auto letters = hn::Or(in_range(lowered, 'a', 26), in_range(bytes, '0', 10));
    if constexpr (kind == WordBytes::letters) return letters;
    return hn::Or(letters, hn::Eq(bytes, hn::Set(tag, '_')));
  }
}

template <WordBytes kind>
HWY_ATTR inline Marks mark_block(const std::uint8_t* text, std::uint8_t blank, std::uint8_t* lowered) {
  const Tag tag;
  Marks out;
  for (std::size_t i = 0; i < kMaskBytes; i += hn::Lanes(tag)) {
    const auto bytes = hn::LoadU(tag, text + i);
    const auto high = hn::Lt(hn::Set(tag, 0x7F), bytes);
    const auto capital = hn::IfThenElseZero(in_range(bytes, 'A', 26), hn::Set(tag, blank));
    hn::StoreU(hn::Or(bytes, capital), tag, lowered + i);
    out.high |= bits_of(high) << i;
    out.words |= bits_of(in_words<kind>(bytes)) << i;
  }
  out.words &= ~out.high;
  return out;
}

template <WordBytes kind>
HWY_ATTR bool mark(const std::uint8_t* text, std::size_t size, bool lower, std::uint64_t* masks,
                   std::uint64_t* high, std::uint8_t* lowered) {
  const std::uint8_t blank = lower ? 0x20 : 0;  // the bit by which small letters differ from capitals
  std::uint64_t any = 0;
  const std::size_t whole = size / kMaskBytes;
  for (std::size_t b = 0; b < whole; ++b) {
    const Marks marks = mark_block<kind>(text + b * kMaskBytes, blank, lowered + b * kMaskBytes);
    masks[b] = marks.words, high[b] = marks.high, any |= marks.high;
  }
  if (const std::size_t left = size % kMaskBytes; left > 0) {
    std::uint8_t last[kMaskBytes] = {};
    std::memcpy(last, text + whole * kMaskBytes, left);
    const Marks marks = mark_block<kind>(last, blank, lowered + whole * kMaskBytes);
    const std::uint64_t inside = (std::uint64_t{1} << left) - 1;
    masks[whole] = marks.words & inside, high[whole] = marks.high, any |= marks.high;
  }
  return any != 0;
}

// The marks of bytes within [begin, end), 64 at a time.
class Range {
 public:
  Range(const std::uint64_t* masks, std::size_t begin, std::size_t end)
      : masks_(masks), begin_(begin), end_(end) {}

  std::size_t first() const { return begin_ / kMaskBytes; }
  std::size_t last() const { return n_masks(end_); }  // one behind it
  HWY_ATTR std::uint64_t operator[](std::size_t b) const {
    if (b >= last()) return 0;
    std::uint64_t bits = masks_[b];
    if (b == first()) bits &= ~std::uint64_t{0} << (begin_ % kMaskBytes);
    if (b + 1 == last() && end_ % kMaskBytes != 0) bits &= (std::uint64_t{1} << (end_ % kMaskBytes)) - 1;
    return bits;
  }

 private:
  const std::uint64_t* masks_;
  std::size_t begin_, end_;
};

constexpr std::size_t kAtOnce = 8;  // places written without asking whether there are so many

// Writes `base` plus the place of each bit, as one of the two ends of slices, and into some more that do not
// count. Returns how many bits there are.
template <std::uint32_t Slice::*end>
HWY_ATTR inline std::size_t write_places(std::uint64_t bits, std::size_t base, Slice* out) {
  const auto n = static_cast<std::size_t>(hwy::PopCount(bits));
  for (std::size_t i = 0; i < n; i += kAtOnce) {
    for (std::size_t k = 0; k < kAtOnce; ++k, bits &= bits - 1)
      out[i + k].*end = static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  return n;
}

// A run begins at a bit before which there is none, and ends at none before which there is one.
HWY_ATTR void append_runs(const std::uint64_t* masks, std::size_t begin, std::size_t end, bool singles,
                          std::vector<Slice>& out) {
  const Range marks(masks, begin, end);
  std::size_t n_marks = 0;
  for (std::size_t b = marks.first(); b < marks.last(); ++b) n_marks += hwy::PopCount(masks[b]);
  std::size_t n_begins = out.size(), n_ends = n_begins;
  // Between two runs is a byte that is not marked.
  out.resize(n_begins + std::min(n_marks, (end - begin) / 2 + 1) + 2 * kAtOnce);
  std::uint64_t before = 0, run_before = 0, bits = marks[marks.first()];
  for (std::size_t b = marks.first(); b < marks.last(); ++b) {
    const std::uint64_t next = marks[b + 1];
    const std::uint64_t single = bits & ~(bits << 1 | before) & ~(bits >> 1 | next << 63);
    const std::uint64_t runs = singles ? bits : bits & ~single;
    const std::uint64_t shifted = runs << 1 | run_before;
    n_begins += write_places<&Slice::begin>(runs & ~shifted, b * kMaskBytes, out.data() + n_begins);
    n_ends += write_places<&Slice::end>(~runs & shifted, b * kMaskBytes, out.data() + n_ends);
    before = bits >> 63, run_before = runs >> 63, bits = next;
  }
  if (n_ends < n_begins) out[n_ends].end = static_cast<std::uint32_t>(end);
  out.resize(n_begins);
}

HWY_ATTR bool mark_words(const std::uint8_t* text, std::size_t size, WordBytes kind, bool lower,
                         std::uint64_t* masks, std::uint64_t* high, std::uint8_t* lowered) {
  switch (kind) {
    case WordBytes::letters:
      return mark<WordBytes::letters>(text, size, lower, masks, high, lowered);
    case WordBytes::underscore:
      return mark<WordBytes::underscore>(text, size, lower, masks, high, lowered);
    case WordBytes::dark:
      break;
  }
  return mark<WordBytes::dark>(text, size, lower, masks, high, lowered);
}

}  // namespace priory::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {

HWY_EXPORT(mark_words);
HWY_EXPORT(append_runs);

bool mark_words(std::string_view text, WordBytes kind, bool lower, std::uint64_t* masks, std::uint64_t* high,
                char* lowered) {
  return HWY_DYNAMIC_DISPATCH(mark_words)(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                          kind, lower, masks, high, reinterpret_cast<std::uint8_t*>(lowered));
}

void append_runs(const std::uint64_t* masks, std::size_t begin, std::size_t end, bool singles,
                 std::vector<Slice>& out) {
  if (begin < end) HWY_DYNAMIC_DISPATCH(append_runs)(masks, begin, end, singles, out);
}

}  // namespace priory
#endif
