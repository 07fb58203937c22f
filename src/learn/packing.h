// SPDX-License-Identifier: Apache-2.0
// Numbers, codes and bags in as little room as they allow, as words of 64 bits: what kept rows are made of.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "priory/chunk.h"

namespace priory {

// How a list of numbers is kept.
enum class Packing : std::uint64_t { none, f64, f32, bits, bits_all_present, u8, u32 };

class Packer {
 public:
  explicit Packer(std::vector<std::uint64_t>& words) : words_(words) {}

  template <class T>
  void list(Packing packing, const T& items) {
    using Item = typename T::value_type;
    words_.push_back(static_cast<std::uint64_t>(packing));
    words_.push_back(items.size());
    const std::size_t at = words_.size();
    words_.resize(at + (items.size() * sizeof(Item) + 7) / 8);
    if (!items.empty()) std::memcpy(words_.data() + at, items.data(), items.size() * sizeof(Item));
  }

  // Whole numbers below 255 in bytes, others as floats if that loses nothing.
  void numbers(std::span<const double> x) {
    const auto is_byte = [](double v) {
      return v >= 0 && v < PackedCodes::kMissing && v == std::trunc(v) && !std::signbit(v);  // -0 is none
    };
    const auto is_float = [](double v) {
      return std::isnan(v) || static_cast<double>(static_cast<float>(v)) == v;
    };
    if (std::all_of(x.begin(), x.end(), is_byte)) return list(Packing::u8, cast<std::uint8_t>(x));
    if (std::all_of(x.begin(), x.end(), is_float)) return list(Packing::f32, cast<float>(x));
    list(Packing::f64, x);
  }

  void codes(std::span<const std::uint32_t> codes, std::size_t n_values) {
    if (n_values <= 2) return bits(codes);
    if (n_values >= PackedCodes::kMissing) return list(Packing::u32, codes);
    list(Packing::u8, cast<std::uint8_t>(codes));  // kMissingCode becomes kMissing
  }

 private:
  template <class To, class From>
  static std::vector<To> cast(std::span<const From> from) {
    std::vector<To> out(from.size());
    std::transform(from.begin(), from.end(), out.begin(), [](From x) { return static_cast<To>(x); });
    return out;
  }

  void bits(std::span<const std::uint32_t> codes) {
    const bool all = std::find(codes.begin(), codes.end(), kMissingCode) == codes.end();
    std::vector<std::uint64_t> out((codes.size() + 63) / 64 * (all ? 1 : 2));
    const std::size_t half = all ? 0 : out.size() / 2;
    for (std::size_t r = 0; r < codes.size(); ++r) {
      const std::uint64_t bit = std::uint64_t{1} << (r % 64);
      if (codes[r] == 1) out[r / 64] |= bit;
      if (!all && codes[r] != kMissingCode) out[half + r / 64] |= bit;
    }
    list(all ? Packing::bits_all_present : Packing::bits, out);
  }

  std::vector<std::uint64_t>& words_;
};

class Unpacker {
 public:
  explicit Unpacker(std::span<const std::uint64_t> words) : words_(words) {}

  template <class T>
  void numbers(T& out) {
    const auto [packing, size, data] = next();
    if (packing == Packing::f32) return copy<float>(data, size, out);
    if (packing == Packing::f64) return copy<double>(data, size, out);
    if (packing == Packing::u8) return copy<std::uint8_t>(data, size, out);
    copy<std::uint32_t>(data, size, out);
  }

  void codes(Column& out) {
    const auto [packing, size, data] = next();
    out.packed = {};
    out.codes.clear();
    if (packing == Packing::u32) return copy<std::uint32_t>(data, size, out.codes);
    if (packing == Packing::u8) {
      out.packed.bytes = {reinterpret_cast<const std::uint8_t*>(data), size};
    } else {
      const std::size_t half = packing == Packing::bits ? size / 2 : size;
      out.packed.ones = {data, half};
      if (packing == Packing::bits) out.packed.present = {data + half, half};
    }
  }

 private:
  struct Item {
    Packing packing;
    std::size_t size;
    const std::uint64_t* data;
  };

  Item next() {
    constexpr std::size_t kBytes[] = {8, 8, 4, 8, 8, 1, 4};
    const Item out{static_cast<Packing>(words_[at_]), words_[at_ + 1], words_.data() + at_ + 2};
    at_ += 2 + (out.size * kBytes[static_cast<std::size_t>(out.packing)] + 7) / 8;
    return out;
  }

  template <class From, class T>
  static void copy(const std::uint64_t* data, std::size_t size, T& out) {
    const auto* from = reinterpret_cast<const From*>(data);
    out.assign(from, from + size);
  }

  std::span<const std::uint64_t> words_;
  std::size_t at_ = 0;
};

inline void pack_bag(Packer& packer, const Bag& bag) {
  std::vector<double> lengths;
  for (std::size_t r = 0; r < bag.n_rows(); ++r)
    lengths.push_back(static_cast<double>(2 * (bag.begin[r + 1] - bag.begin[r]) + (bag.missing[r] ? 1 : 0)));
  packer.numbers(lengths);
  packer.list(Packing::u32, bag.word);
  packer.numbers(bag.count);
}

inline void unpack_bag(Unpacker& unpacker, Bag& bag) {
  std::vector<double> lengths;
  unpacker.numbers(lengths);
  bag.begin.assign(1, 0), bag.missing.clear();
  for (const double length : lengths) {
    const auto n = static_cast<std::size_t>(length);
    bag.begin.push_back(bag.begin.back() + n / 2), bag.missing.push_back(n % 2 == 1);
  }
  unpacker.numbers(bag.word);
  unpacker.numbers(bag.count);
}

}  // namespace priory
