// SPDX-License-Identifier: Apache-2.0
#include "kernels/count_words.h"

#include <cstdint>
#include <cstring>

#include "core/simd_targets.h"

// This file is compiled once for every instruction set; the best one is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/count_words.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, as Highway asks.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace priory::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t kBlock = 64;

// Bit i: byte i is no white space.
HWY_ATTR inline std::uint64_t dark_bytes(const std::uint8_t* text) {
  const hn::CappedTag<std::uint8_t, kBlock> tag;
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(tag)) {
    const auto bytes = hn::LoadU(tag, text + i);
    const auto is = [&](char c)
                        HWY_ATTR { return hn::Eq(bytes, hn::Set(tag, static_cast<std::uint8_t>(c))); };
    const auto white = hn::Or(hn::Or(is(' '), is('\t')), hn::Or(is('\n'), is('\r')));
    std::uint64_t bits = 0;
    hn::StoreMaskBits(tag, hn::Not(white), reinterpret_cast<std::uint8_t*>(&bits));
    out |= bits << i;
  }
  return out;
}

HWY_ATTR std::size_t count_words(const std::uint8_t* text, std::size_t size) {
  std::size_t words = 0;
  std::uint64_t before = 0;  // whether the last byte was dark
  const auto add = [&](std::uint64_t dark) HWY_ATTR {
    words += hwy::PopCount(dark & ~(dark << 1 | before));
    before = dark >> 63;
  };
  for (; size >= kBlock; text += kBlock, size -= kBlock) add(dark_bytes(text));
  std::uint8_t last[kBlock];
  std::memset(last, ' ', kBlock);
  if (size > 0) std::memcpy(last, text, size);
  add(dark_bytes(last));
  return words;
}

}  // namespace priory::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace priory {

HWY_EXPORT(count_words);

std::size_t count_words(std::string_view text) {
  return HWY_DYNAMIC_DISPATCH(count_words)(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace priory
#endif
