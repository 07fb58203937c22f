// SPDX-License-Identifier: Apache-2.0
// A string in twelve bytes, for tables of strings. Up to twelve bytes it is the string itself, so that equal
// keys are equal strings and no memory but the table's is looked at; of a longer one it is a hash, and the
// strings must be compared. Nearly all words of any text are short.
//
//   size <= 11   low: bytes 0 to 7   high: bytes 8 to 10, the size
//   size 12      low: bytes 0 to 7   high: bytes 8 to 11; the last is neither such a size nor 0xFF
//   other        low: the hash       high: the size in 24 bits, 0xFF
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <xxhash.h>

namespace priory {

struct WordKey {
  std::uint64_t low;
  std::uint32_t high;

  bool operator==(const WordKey&) const = default;
  bool is_whole() const { return high >> 24 != kLong; }  // the key is the string

  // Well spread in all bits.
  std::uint64_t hash() const {
    __extension__ typedef unsigned __int128 Wide;
    const Wide product = Wide{low ^ 0x9E3779B97F4A7C15} * (high ^ 0xD6E8FEB86659FD93);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  // Of a string from whose beginning kPadded bytes can be read, whatever its size: no branch asks for it, as
  // none foresees how long the next word is.
  static WordKey of_padded(std::string_view text) {
    const std::size_t size = text.size();
    if (size == 0 || size > kWhole) [[unlikely]]
      return of(text);
    const WordKey out = {read<std::uint64_t>(text.data()) & kLowBytes[size],
                         (read<std::uint32_t>(text.data() + 8) & kHighBytes[size]) | kMarks[size]};
    if (size == kWhole && !is_last_byte(out.high >> 24)) [[unlikely]]
      return of_long(text);
    return out;
  }
  static constexpr std::size_t kPadded = 12;

  // Of any string; reads no byte beyond it.
  static WordKey of(std::string_view text) {
    const char* at = text.data();
    const std::size_t size = text.size();
    const auto mark = static_cast<std::uint32_t>(size) << 24;
    // Reads that overlap say the same as one of the exact size.
    if (size >= 4 && size < 8)
      return {read<std::uint32_t>(at) | std::uint64_t{read<std::uint32_t>(at + size - 4)} << 8 * (size - 4),
              mark};
    if (size == kWhole && is_last_byte(static_cast<unsigned char>(text.back())))
      return {read<std::uint64_t>(at), read<std::uint32_t>(at + 8)};
    if (size >= 8 && size < kWhole) {
      const std::uint64_t tail = read<std::uint32_t>(at + size - 4);
      return {read<std::uint64_t>(at), static_cast<std::uint32_t>(tail >> 8 * (12 - size)) | mark};
    }
    if (size < 4) return {few_bytes(at, size), mark};
    return of_long(text);
  }

 private:
  static constexpr std::size_t kWhole = 12;
  static constexpr std::uint32_t kLong = 0xFF;

  // Of twelve bytes, so that it is not taken for a size or for the mark of a hash.
  static bool is_last_byte(std::uint32_t byte) { return byte >= kWhole && byte < kLong; }

  static WordKey of_long(std::string_view text) {
    return {XXH3_64bits(text.data(), text.size()),
            (static_cast<std::uint32_t>(text.size()) & 0xFFFFFF) | kLong << 24};
  }

  // The bytes that belong to a string of a size: of its first eight, and of the next.
  static constexpr std::array<std::uint64_t, kWhole + 1> kLowBytes = [] {
    std::array<std::uint64_t, kWhole + 1> out{};
    for (std::size_t size = 1; size < out.size(); ++size)
      out[size] = ~std::uint64_t{0} >> (size < 8 ? 8 * (8 - size) : 0);
    return out;
  }();
  static constexpr std::array<std::uint32_t, kWhole + 1> kHighBytes = {
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF};
  static constexpr std::array<std::uint32_t, kWhole + 1> kMarks = [] {
    std::array<std::uint32_t, kWhole + 1> out{};
    for (std::uint32_t size = 0; size < kWhole; ++size) out[size] = size << 24;
    return out;
  }();

  static std::uint64_t few_bytes(const char* at, std::size_t size) {
    if (size == 0) return 0;
    const auto byte = [&](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
    };
    return byte(0) | byte(size / 2) | byte(size - 1);
  }

  template <class Int>
  static Int read(const char* from) {
    Int out = 0;
    std::memcpy(&out, from, sizeof out);
    return out;
  }
};

}  // namespace priory
