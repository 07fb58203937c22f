// SPDX-License-Identifier: Apache-2.0
// Arithmetic on the words of exact sums: whole numbers in two's complement, least word first, and how doubles
// are cut to be added to them. For the files of Sums alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace priory::sum_words {

constexpr long kGrain =
    32;  // bases are multiples of it: coarse enough to move seldom, fine enough for weights

constexpr std::size_t kRowsAhead = 8;  // rows that are fetched before they are needed

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

inline long floor_to_grain(long e) {
  return (e >= 0 ? e : e - (kGrain - 1)) / kGrain * kGrain;
}

inline std::size_t words_for(long bits) {
  return static_cast<std::size_t>(bits + 63) / 64;
}

inline bool is_negative(std::span<const std::uint64_t> words) {
  return (words.back() >> 63) != 0;
}

// dest += part or dest -= part from word `at` on, carried to the end. False if the sign overflowed.
inline bool accumulate(std::span<std::uint64_t> dest, std::span<const std::uint64_t> part, std::size_t at,
                       bool minus) {
  const bool was_negative = is_negative(dest);
  // Two's complement: to take away is to add the complement and one.
  const std::uint64_t flip = minus ? ~std::uint64_t{0} : 0;
  std::uint64_t carry = minus ? 1 : 0;
  for (std::size_t k = at; k < dest.size(); ++k) {
    const std::uint64_t change = (k - at < part.size() ? part[k - at] : 0) ^ flip;
    const Wide sum = Wide{dest[k]} + change + carry;
    dest[k] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  return was_negative != minus || is_negative(dest) == was_negative;
}

struct Significand {  // |x| = m * 2^e
  std::uint64_t m = 0;
  long e = 0;
};

inline Significand significand(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<long>((bits >> 52) & 0x7FF);
  const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
  if (exponent == 0) return {fraction, -1074};
  return {fraction | (std::uint64_t{1} << 52), exponent - 1075};
}

// Entries of one and two words are whole numbers the machine knows how to add.
template <class Int>
Int load(const std::uint64_t* words) {
  Int out = 0;
  std::memcpy(&out, words, sizeof out);
  return out;
}

// False, with nothing done, if the sum overflows.
template <class Int>
bool add_whole(std::uint64_t* words, Int summand, bool minus) {
  Int sum = 0;
  if (minus ? __builtin_sub_overflow(load<Int>(words), summand, &sum)
            : __builtin_add_overflow(load<Int>(words), summand, &sum))
    return false;
  std::memcpy(words, &sum, sizeof sum);
  return true;
}

inline bool add_words(std::span<std::uint64_t> dest, Wide m, unsigned long shift, bool minus) {
  const std::size_t at = shift / 64;
  const unsigned long bits = shift % 64;
  const Wide low = m << bits;
  const std::array<std::uint64_t, 3> part = {static_cast<std::uint64_t>(low),
                                             static_cast<std::uint64_t>(low >> 64),
                                             static_cast<std::uint64_t>(bits == 0 ? 0 : m >> (128 - bits))};
  const std::size_t used = part[2] != 0 ? 3 : part[1] != 0 ? 2 : 1;
  // The highest bit is the sign's.
  if (at + used > dest.size() || (at + used == dest.size() && (part[used - 1] >> 63) != 0)) return false;
  if (accumulate(dest, {part.data(), used}, at, minus)) return true;
  accumulate(dest, {part.data(), used}, at, !minus);
  return false;
}

// Adds m * 2^shift units to an entry, or takes them away, if they fit as they are: nearly all summands do,
// and need none of the widening and searching that `Sums::add` knows for the others.
// False, with nothing done, if they do not fit.
inline bool add_in_place(std::span<std::uint64_t> dest, Wide m, long shift, bool minus) {
  if (shift < 0) {  // finer than the unit, unless the digits below are zeros
    if (shift <= -64 || (m & ((Wide{1} << -shift) - 1)) != 0) return false;
    m >>= -shift;
    shift = 0;
  }
  if (dest.size() == 2 && shift + 106 < 128 && (m >> 106) == 0)
    return add_whole(dest.data(), static_cast<SignedWide>(m) << shift, minus);
  return add_words(dest, m, static_cast<unsigned long>(shift), minus);
}

// A number as a count of units, without a branch on its sign or size, which no processor could predict.
struct Units {
  SignedWide count = 0;
  bool whole = false;  // it is one, and the count has less than 127 bits
};

inline Units in_units(double x, double units_in_one) {
  const double t = x * units_in_one;  // a power of two
  if (!(std::abs(t) < 0x1p126)) return {};
  const auto high = static_cast<std::int64_t>(t * 0x1p-63);
  const double rest = t - static_cast<double>(high) * 0x1p63;  // exact
  const auto low = static_cast<std::int64_t>(rest);
  return {static_cast<SignedWide>(high) * (SignedWide{1} << 63) + low, static_cast<double>(low) == rest};
}

// False, with nothing done, if the sum overflows.
inline bool add_units(std::span<std::uint64_t> dest, SignedWide count) {
  if (dest.size() == 2) return add_whole(dest.data(), count, false);
  if (dest.size() == 1) {
    const auto small = static_cast<std::int64_t>(count);
    return small == count && add_whole(dest.data(), small, false);
  }
  const bool minus = count < 0;
  const auto magnitude = static_cast<Wide>(minus ? -count : count);
  return add_words(dest, magnitude, 0, minus);
}

struct Binary {  // |x| = m * 2^e with odd m, or m = 0
  std::uint64_t m = 0;
  long e = 0;
};

inline Binary binary(double x) {
  const Significand s = significand(x);
  if (s.m == 0) return {};
  const int zeros = std::countr_zero(s.m);
  return {s.m >> zeros, s.e + zeros};
}

// Word k of the number in `words` times 2^shift (rounded down where shift is negative), sign extended.
inline std::uint64_t shifted_word(std::span<const std::uint64_t> words, long shift, std::size_t k) {
  const long bit = 64 * static_cast<long>(k) - shift;
  const long first = bit >> 6;
  const auto word = [&](long at) -> std::uint64_t {
    if (at < 0) return 0;
    if (at < static_cast<long>(words.size())) return words[static_cast<std::size_t>(at)];
    return is_negative(words) ? ~std::uint64_t{0} : 0;
  };
  const auto low = static_cast<unsigned>(bit & 63);
  return low == 0 ? word(first) : (word(first) >> low) | (word(first + 1) << (64 - low));
}

// dest += summand or dest -= summand, both signed and equally long. False if the sign overflowed.
inline bool accumulate_signed(std::span<std::uint64_t> dest, std::span<const std::uint64_t> summand,
                              bool minus) {
  const bool was_negative = is_negative(dest);
  const bool downwards = is_negative(summand) != minus;
  accumulate(dest, summand, 0, minus);
  return was_negative != downwards || is_negative(dest) == was_negative;
}

// A number as a whole one that a word holds with room to spare, or kNotWhole.
constexpr std::int64_t kNotWhole = std::numeric_limits<std::int64_t>::min();
inline std::int64_t as_whole(double x) {
  const auto out = static_cast<std::int64_t>(x > -0x1p61 && x < 0x1p61 ? x : 0.5);
  return static_cast<double>(out) == x ? out : kNotWhole;
}

}  // namespace priory::sum_words
