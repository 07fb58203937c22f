// SPDX-License-Identifier: Apache-2.0
#include "priory/dictionary.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <utility>
#include <xxhash.h>

#include "core/sorted_strings.h"

namespace priory {
namespace {

constexpr std::size_t kFirstBlock = 64, kLargestBlock = 1 << 14;  // a table has a dictionary a column
constexpr std::size_t kFirstSlots = 16;

std::uint64_t hash_of(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

std::uint64_t new_identity() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

Dictionary::Dictionary() : identity_(new_identity()) {}

Dictionary::Dictionary(std::shared_ptr<const SortedStrings> sorted) : Dictionary() {
  sorted_ = std::move(sorted);
}

Dictionary::Dictionary(Dictionary&& other) noexcept : Dictionary() {
  swap(other);
}

Dictionary::Dictionary(const Dictionary& other) : Dictionary() {
  sorted_ = other.sorted_;
  views_.reserve(other.views_.size());
  hashes_ = other.hashes_;
  slots_ = other.slots_;
  for (const std::string_view text : other.views_) views_.push_back(keep(text));
}

Dictionary& Dictionary::operator=(Dictionary other) noexcept {
  swap(other);
  return *this;
}

void Dictionary::swap(Dictionary& other) noexcept {
  std::swap(identity_, other.identity_);
  views_.swap(other.views_);
  hashes_.swap(other.hashes_);
  slots_.swap(other.slots_);
  arena_.swap(other.arena_);
  std::swap(arena_used_, other.arena_used_);
  std::swap(arena_size_, other.arena_size_);
  sorted_.swap(other.sorted_);
  viewed_.swap(other.viewed_);
}

std::uint32_t Dictionary::insert(std::string_view text) {
  if (sorted_) own();
  if (2 * (views_.size() + 1) > slots_.size()) grow();
  const std::uint64_t hash = hash_of(text);
  std::uint32_t& code = slots_[slot(text, hash)];
  if (code == kAbsent) {
    code = static_cast<std::uint32_t>(views_.size());
    views_.push_back(keep(text));
    hashes_.push_back(hash);
  }
  return code;
}

std::uint32_t Dictionary::find(std::string_view text) const {
  if (sorted_) return sorted_->find(text);
  return slots_.empty() ? kAbsent : slots_[slot(text, hash_of(text))];
}

std::vector<std::uint32_t> Dictionary::sorted_codes() const {
  std::vector<std::uint32_t> codes(size());
  std::iota(codes.begin(), codes.end(), 0U);
  if (sorted_) return codes;
  std::sort(codes.begin(), codes.end(), [&](auto a, auto b) { return views_[a] < views_[b]; });
  return codes;
}

std::string_view Dictionary::keep(std::string_view text) {
  if (arena_used_ + text.size() > arena_size_) {
    arena_size_ = std::max(text.size(), std::clamp(2 * arena_size_, kFirstBlock, kLargestBlock));
    arena_used_ = 0;
    arena_.push_back(std::make_unique<char[]>(arena_size_));
  }
  if (text.empty()) return {};
  char* place = arena_.back().get() + arena_used_;
  std::memcpy(place, text.data(), text.size());
  arena_used_ += text.size();
  return {place, text.size()};
}

std::size_t Dictionary::slot(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at] != kAbsent && (hashes_[slots_[at]] != hash || views_[slots_[at]] != text)) {
    at = (at + 1) & mask;
  }
  return at;
}

void Dictionary::grow() {
  slots_.assign(std::max(kFirstSlots, 2 * slots_.size()), kAbsent);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t code = 0; code < views_.size(); ++code) {
    std::size_t at = hashes_[code] & mask;
    while (slots_[at] != kAbsent) at = (at + 1) & mask;
    slots_[at] = code;
  }
}

const std::vector<std::string_view>& Dictionary::strings() const {
  return sorted_ ? sorted_->index().views_ : views_;
}

void Dictionary::index() const {
  if (sorted_) sorted_->index();
}

std::size_t Dictionary::sorted_size() const {
  return sorted_->size();
}

std::string_view Dictionary::sorted(std::size_t code) const {
  return (*sorted_)[code];
}

void Dictionary::own() {
  Dictionary all = sorted_->index();
  std::swap(all.identity_, identity_);
  all.viewed_ = std::move(sorted_);
  swap(all);
}

}  // namespace priory
