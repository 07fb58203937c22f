// SPDX-License-Identifier: Apache-2.0
// Values as bytes on their way from one rank to another, which runs the same program: no versions, no names.
// A type says once what is carried, for both directions:
//
//   template <class Wire> void carry(Wire& wire) { wire(count, words, sums); }
//
// What a reader finds is checked no further than that it ends where the bytes do.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "priory/chunk.h"
#include "priory/error.h"

#include "exact/sums.h"

namespace priory {

class WireWriter {
 public:
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <std::unsigned_integral T>
  void put(T value) {
    std::uint64_t rest = value;
    for (; rest >= 128; rest >>= 7U) bytes_ += static_cast<char>(rest | 128U);
    bytes_ += static_cast<char>(rest);
  }
  template <std::signed_integral T>
  void put(T value) {
    const auto wide = static_cast<std::int64_t>(value);
    put((static_cast<std::uint64_t>(wide) << 1U) ^ static_cast<std::uint64_t>(wide >> 63U));
  }
  void put(double value) { put_raw(&value, sizeof value); }
  void put(std::string_view text) { put(text.size()), bytes_.append(text); }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const Dictionary& strings);
  void put(const Sums& sums);
  template <class T>
  void put(const std::vector<T>& list) {
    put(list.size());
    for (const T& each : list) put(each);
  }
  template <class T>
  requires requires(T& value, WireWriter& wire) { value.carry(wire); }
  void put(const T& value) {
    const_cast<T&>(value).carry(*this);  // NOLINT: a writer changes nothing
  }
  void put_raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }

  std::string bytes_;
};

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  bool done() const { return rest_.empty(); }

 private:
  template <std::unsigned_integral T>
  void get(T& value) {
    std::uint64_t all = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(raw(1)[0]);
      all |= std::uint64_t{byte & 127U} << (shift & 63U);
      if (byte < 128) break;
    }
    value = static_cast<T>(all);
  }
  template <std::signed_integral T>
  void get(T& value) {
    std::uint64_t folded = 0;
    get(folded);
    value = static_cast<T>(static_cast<std::int64_t>((folded >> 1U) ^ (~(folded & 1U) + 1)));
  }
  void get(double& value) { std::memcpy(&value, raw(sizeof value).data(), sizeof value); }
  void get(std::string& text) { text = text_view(); }
  void get(Dictionary& strings);
  void get(Sums& sums);
  template <class T>
  void get(std::vector<T>& list) {
    std::size_t size = 0;
    get(size);
    list.clear();
    for (std::size_t k = 0; k < size; ++k) {
      if constexpr (std::is_same_v<T, bool>) {
        bool each = false;
        get(each);
        list.push_back(each);
      } else {
        get(list.emplace_back());
      }
    }
  }
  template <class T>
  requires requires(T& value, WireReader& wire) { value.carry(wire); }
  void get(T& value) { value.carry(*this); }
  std::string_view text_view() {
    std::size_t size = 0;
    get(size);
    return raw(size);
  }
  std::string_view raw(std::size_t size) {
    if (size > rest_.size()) throw Error(ErrorKind::io, "a message between ranks is cut short");
    const std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }

  std::string_view rest_;
};

template <class T>
concept Carried = requires(T& value, WireWriter& writer, WireReader& reader) {
  value.carry(writer);
  value.carry(reader);
};

template <class T>
std::string packed(const T& value) {
  WireWriter wire;
  wire(value);
  return wire.take();
}

// Into a value that knows what is not carried.
template <class T>
void unpack(std::string_view bytes, T& value) {
  WireReader wire(bytes);
  wire(value);
  if (!wire.done()) throw Error(ErrorKind::io, "a message between ranks is too long");
}

}  // namespace priory
