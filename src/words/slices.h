// SPDX-License-Identifier: Apache-2.0
// Strings that lie in one run of bytes, told by where they begin and end: half the room of views of them, and
// for most texts nothing that had to be made. A view itself: who made the bytes keeps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

namespace priory {

struct Slice {
  // Not set: where room is made for many, they are written at once.
  Slice() {}  // NOLINT
  Slice(std::uint32_t from, std::uint32_t to) : begin(from), end(to) {}

  std::uint32_t begin;  // bytes; no text is longer than 1 GiB
  std::uint32_t end;
};

class Slices {
 public:
  using value_type = std::string_view;
  using size_type = std::size_t;
  class const_iterator;
  using iterator = const_iterator;

  Slices(const char* bytes, std::span<const Slice> slices) : bytes_(bytes), slices_(slices) {}

  std::size_t size() const { return slices_.size(); }
  bool empty() const { return slices_.empty(); }
  std::string_view operator[](std::size_t k) const {
    return {bytes_ + slices_[k].begin, slices_[k].end - slices_[k].begin};
  }
  const_iterator begin() const;
  const_iterator end() const;

 private:
  const char* bytes_;
  std::span<const Slice> slices_;
};

class Slices::const_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = std::string_view;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = std::string_view;

  const_iterator(const char* bytes, const Slice* at) : bytes_(bytes), at_(at) {}
  std::string_view operator*() const { return {bytes_ + at_->begin, at_->end - at_->begin}; }
  const_iterator& operator++() {
    ++at_;
    return *this;
  }
  const_iterator operator++(int) { return {bytes_, at_++}; }
  bool operator==(const const_iterator& other) const { return at_ == other.at_; }

 private:
  const char* bytes_;
  const Slice* at_;
};

inline Slices::const_iterator Slices::begin() const {
  return {bytes_, slices_.data()};
}

inline Slices::const_iterator Slices::end() const {
  return {bytes_, slices_.data() + slices_.size()};
}

}  // namespace priory
