// SPDX-License-Identifier: Apache-2.0
#include "text/byte_words.h"

#include <bit>

namespace priory {
namespace {

constexpr std::size_t kNeighbourhood = 32;  // bytes beyond ASCII as near as this are in one segment

bool is_white(char byte) {
  return (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x20);
}

}  // namespace

void ByteWords::operator()(std::string_view text, Units& out, const Slow& slow) {
  const std::size_t n = n_masks(text.size());
  if (masks_.size() < n) masks_.resize(n), high_.resize(n);
  out.units.clear(), out.word_ends.clear();
  out.bytes.resize(n * kMaskBytes);
  const bool beyond_ascii = mark_words(text, kind_, lower_, masks_.data(), high_.data(), out.bytes.data());
  if (beyond_ascii && slow) return cut_mixed(text, out, slow);
  append_runs(masks_.data(), 0, text.size(), singles_, out.units);
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
    append_runs(masks_.data(), at, begin, singles_, out.units);
    slow(text.substr(begin, end - begin), out);
    at = end;
  }
  append_runs(masks_.data(), at, text.size(), singles_, out.units);
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
