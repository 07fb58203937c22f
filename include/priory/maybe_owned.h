// SPDX-License-Identifier: Apache-2.0
// Numbers of a column: a view of the caller's memory, or a vector of its own that is filled one by one. It
// reads as a span and fills as a vector; a borrowed one is copied before anything in it changes. A copy owns
// its numbers, so that it may outlive what was borrowed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace priory {

template <class T>
class MaybeOwned {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using const_iterator = const T*;
  using iterator = T*;

  MaybeOwned() = default;
  explicit MaybeOwned(std::vector<T> values) : own_(std::move(values)) { show_own(); }
  MaybeOwned(std::initializer_list<T> values) : own_(values) { show_own(); }
  MaybeOwned(const MaybeOwned& other) : own_(other.begin(), other.end()) { show_own(); }
  MaybeOwned(MaybeOwned&& other) noexcept { take(other); }
  MaybeOwned& operator=(const MaybeOwned& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  MaybeOwned& operator=(MaybeOwned&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  MaybeOwned& operator=(std::vector<T> values) {
    own_ = std::move(values), show_own();
    return *this;
  }
  MaybeOwned& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }
  ~MaybeOwned() = default;

  // The values stay the lender's, who keeps them while they are read here.
  void borrow(std::span<const T> values) { data_ = values.data(), size_ = values.size(); }
  bool borrowed() const { return data_ != own_.data(); }

  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  const T& back() const { return data_[size_ - 1]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::span<const T> view() const { return {data_, size_}; }  // for callers that could change it, and do not
  // NOLINTNEXTLINE(google-explicit-constructor): it reads as a span
  operator std::span<const T>() const { return view(); }
  bool operator==(const MaybeOwned& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }
  bool operator==(const std::vector<T>& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

  // What follows makes the values its own first.
  T* data() { return own(), own_.data(); }
  T& operator[](std::size_t k) { return own(), own_[k]; }
  T& back() { return own(), own_.back(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  void push_back(T value) { own(), own_.push_back(value), show_own(); }
  void resize(std::size_t size, T value = {}) { own(), own_.resize(size, value), show_own(); }
  void reserve(std::size_t size) { own(), own_.reserve(size), show_own(); }
  template <class From>
  void insert(const T* at, From first, From last) {
    const auto place = at - std::as_const(*this).begin();
    own(), own_.insert(own_.begin() + place, first, last), show_own();
  }
  template <class Edit>
  void edit(const Edit& change) {  // change(the vector)
    own(), change(own_), show_own();
  }
  void clear() { own_.clear(), show_own(); }
  void assign(std::size_t size, T value) { own_.assign(size, value), show_own(); }
  template <std::input_iterator From>
  void assign(From first, From last) {
    own_.assign(first, last), show_own();
  }

 private:
  void show_own() { data_ = own_.data(), size_ = own_.size(); }
  void own() {
    if (borrowed()) own_.assign(data_, data_ + size_), show_own();
  }
  void take(MaybeOwned& other) {
    const bool lent = other.borrowed();
    own_ = std::move(other.own_);
    if (lent)
      data_ = other.data_, size_ = other.size_;
    else
      show_own();
    other.own_.clear(), other.show_own();
  }

  std::vector<T> own_;
  const T* data_ = own_.data();
  std::size_t size_ = 0;
};

}  // namespace priory
