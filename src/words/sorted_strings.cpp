// SPDX-License-Identifier: Apache-2.0
#include "words/sorted_strings.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace priory {
namespace {

// Memory that nobody else writes to.
class OwnStrings final : public Backing {
 public:
  OwnStrings(const Dictionary& from, std::span<const std::uint32_t> codes) {
    std::size_t n_bytes = 0;
    for (const std::uint32_t code : codes) n_bytes += from[code].size();
    bytes_.reserve(n_bytes);
    ends_.reserve(codes.size());
    for (const std::uint32_t code : codes) {
      bytes_.append(from[code]);
      ends_.push_back(bytes_.size());
    }
  }
  SortedStrings::Place place() const { return {0, ends_, bytes_}; }
  void check(const void*, std::size_t) const override {}
  [[noreturn]] void fail(const std::string& why) const override { throw std::logic_error(why); }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace

std::shared_ptr<const SortedStrings> sorted_copy(const Dictionary& from,
                                                 std::span<const std::uint32_t> codes) {
  const auto own = std::make_shared<const OwnStrings>(from, codes);
  return std::make_shared<const SortedStrings>(own->place(), own);
}

SortedStrings::SortedStrings(Place place, std::shared_ptr<const Backing> backing)
    : place_(place), backing_(std::move(backing)) {}

std::string_view SortedStrings::operator[](std::size_t k) const {
  if (!place_.chosen.empty()) k = place_.chosen[k];
  const std::size_t before = k == 0 ? 0 : 1;
  backing_->check(&place_.ends[k - before], (before + 1) * sizeof(std::uint64_t));
  const std::uint64_t begin = k == 0 ? place_.begin : place_.ends[k - 1], end = place_.ends[k];
  if (end < begin || end > place_.bytes.size()) backing_->fail("its strings overlap");
  backing_->check(place_.bytes.data() + begin, end - begin);
  return place_.bytes.substr(begin, end - begin);
}

std::uint32_t SortedStrings::find(std::string_view text) const {
  return indexed_.load(std::memory_order_acquire) ? index_.find(text) : halve(text);
}

std::uint32_t SortedStrings::halve(std::string_view text) const {
  std::size_t begin = 0, end = size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const int order = (*this)[middle].compare(text);
    if (order == 0) return static_cast<std::uint32_t>(middle);
    order < 0 ? begin = middle + 1 : end = middle;
  }
  return Dictionary::kAbsent;
}

const Dictionary& SortedStrings::index() const {
  std::call_once(once_, [&] {
    const std::vector<std::string_view> strings = in_order();
    Dictionary all;
    all.reserve(strings.size());
    all.insert_all(strings);
    index_ = std::move(all);
    indexed_.store(true, std::memory_order_release);
  });
  return index_;
}

void SortedStrings::check_order() const {
  in_order();
}

std::vector<std::string_view> SortedStrings::in_order() const {
  std::vector<std::string_view> out;
  out.reserve(size());
  for (std::size_t k = 0; k < size(); ++k) {
    out.push_back((*this)[k]);
    if (k > 0 && !(out[k - 1] < out[k])) backing_->fail("its strings are not in order");
  }
  return out;
}

}  // namespace priory
