// SPDX-License-Identifier: Apache-2.0
#include "text/byte_words.h"

#include <algorithm>
#include <bit>

namespace priory {
namespace {

constexpr std::size_t kEdgesAtOnce = 4;     // written without asking whether there are so many
constexpr std::size_t kNeighbourhood = 32;  // bytes beyond ASCII as near as this are in one segment

bool is_white(char byte) {
  return (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x20);
}

// Writes the places of the bits set in `bits`, each plus `base`, and some that do not count.
std::uint32_t* write_places(std::uint64_t bits, std::uint32_t base, std::uint32_t* out) {
  const int n = std::popcount(bits);
  for (int i = 0; i < n; i += static_cast<int>(kEdgesAtOnce)) {
    for (std::size_t k = 0; k < kEdgesAtOnce; ++k) {
      out[static_cast<std::size_t>(i) + k] = base + static_cast<std::uint32_t>(std::countr_zero(bits));
      bits &= bits - 1;
    }
  }
  return out + n;
}

}  // namespace

void ByteWords::operator()(std::string_view text, Units& out, const Slow& slow) {
  out.clear();
  const std::size_t n = n_masks(text.size());
  if (masks_.size() < n) {
    masks_.resize(n), high_.resize(n);
    edges_.resize(n * kMaskBytes + 1 + kEdgesAtOnce);
  }
  out.bytes.resize(n * kMaskBytes);
  const bool beyond_ascii = mark_words(text, kind_, lower_, masks_.data(), high_.data(), out.bytes.data());
  if (beyond_ascii && slow) return cut_mixed(text, out, slow);
  cut(0, text.size(), out);
}

// A word begins or ends where a bit differs from the one before it.
void ByteWords::cut(std::size_t begin, std::size_t end, Units& out) {
  if (begin == end) return;
  std::uint32_t* last = edges_.data();
  std::uint64_t before = 0;
  for (std::size_t b = begin / kMaskBytes; b < n_masks(end); ++b) {
    std::uint64_t words = masks_[b];
    const std::size_t base = b * kMaskBytes;
    if (base < begin) words &= ~std::uint64_t{0} << (begin - base);
    if (base + kMaskBytes > end) words &= (std::uint64_t{1} << (end - base)) - 1;
    last = write_places(words ^ (words << 1 | before), static_cast<std::uint32_t>(base), last);
    before = words >> 63;
  }
  if (before != 0) *last++ = static_cast<std::uint32_t>(end);
  std::size_t n = out.units.size();
  out.units.resize(n + static_cast<std::size_t>(last - edges_.data()) / 2);
  for (const std::uint32_t* edge = edges_.data(); edge != last; edge += 2) {
    out.units[n] = {edge[0], edge[1]};
    n += edge[1] - edge[0] >= shortest_;
  }
  out.units.resize(n);
}

void ByteWords::cut_mixed(std::string_view text, Units& out, const Slow& slow) {
  std::size_t at = 0;
  for (std::size_t high = next_high(0, text.size()); high < text.size();) {
    std::size_t begin = high, end = high;
    while (begin > at && !is_white(text[begin - 1])) --begin;
    do {
      while (end < text.size() && !is_white(text[end])) ++end;
      high = next_high(end, text.size());
      if (high < text.size() && high - end < kNeighbourhood) end = high;
    } while (end == high && end < text.size());
    cut(at, begin, out);
    slow(text.substr(begin, end - begin), out);
    at = end;
  }
  cut(at, text.size(), out);
}

// The next byte beyond ASCII, or the end.
std::size_t ByteWords::next_high(std::size_t from, std::size_t size) const {
  for (std::size_t b = from / kMaskBytes; b < n_masks(size); ++b) {
    std::uint64_t high = high_[b];
    if (b == from / kMaskBytes) high &= ~std::uint64_t{0} << (from % kMaskBytes);
    if (high != 0) return b * kMaskBytes + static_cast<std::size_t>(std::countr_zero(high));
  }
  return size;
}

}  // namespace priory
