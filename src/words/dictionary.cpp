// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "priory/chunk.h"

#include "words/slices.h"
#include "words/sorted_strings.h"
#include "words/word_table.h"

namespace priory {
namespace {

constexpr std::size_t kFirstBlock = 64, kLargestBlock = 1 << 14;  // a table has a dictionary a column
constexpr std::size_t kAtOnce = 256;                              // words
constexpr std::size_t kAhead = 32;                                // of which so many are on their way

static_assert(WordTable::kFree == Dictionary::kAbsent);

constexpr auto kOfPadded = [](std::string_view text) { return WordKey::of_padded(text); };

// As a number whose order is that of the bytes; shorter ones as if they went on with zeros.
std::uint64_t first_bytes(std::string_view text) {
  std::uint64_t out = 0;
  if (!text.empty()) std::memcpy(&out, text.data(), std::min(sizeof out, text.size()));
  return std::endian::native == std::endian::little ? __builtin_bswap64(out) : out;
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
  if (other.table_) table_ = std::make_unique<WordTable>(*other.table_);
  for (const std::string_view text : other.views_) views_.push_back(keep(text));
}

Dictionary::~Dictionary() = default;

Dictionary& Dictionary::operator=(Dictionary other) noexcept {
  swap(other);
  return *this;
}

void Dictionary::swap(Dictionary& other) noexcept {
  std::swap(identity_, other.identity_);
  views_.swap(other.views_);
  table_.swap(other.table_);
  arena_.swap(other.arena_);
  std::swap(arena_used_, other.arena_used_);
  std::swap(arena_size_, other.arena_size_);
  sorted_.swap(other.sorted_);
  viewed_.swap(other.viewed_);
}

std::uint32_t Dictionary::insert(std::string_view text) {
  make_room(1);
  const WordKey key = WordKey::of(text);
  return enter(text, key, key.hash());
}

void Dictionary::insert_all(const Slices& texts, std::vector<std::uint32_t>& codes) {
  insert_texts(texts, kOfPadded, codes);
}

std::vector<std::uint32_t> Dictionary::insert_all(std::span<const std::string_view> texts) {
  std::vector<std::uint32_t> out;
  insert_texts(
      texts, [](std::string_view text) { return WordKey::of(text); }, out);
  return out;
}

void Dictionary::reserve(std::size_t size) {
  make_room(size - std::min(size, this->size()));
  views_.reserve(size);
}

// The slot of a word is fetched some words before it is needed, steadily: many at once would wait for each
// other. Where keys tell no strings apart, these are compared in the end, after they have been fetched too.
template <class Texts, class KeyOf>
void Dictionary::insert_texts(const Texts& texts, const KeyOf& key_of, std::vector<std::uint32_t>& codes) {
  const std::size_t before = codes.size();
  codes.resize(before + texts.size());
  std::uint32_t* out = codes.data() + before;
  std::array<WordKey, kAtOnce> keys;
  std::array<std::uint64_t, kAtOnce> hashes;
  std::array<std::uint32_t, kAtOnce> compared;
  for (std::size_t begin = 0; begin < texts.size(); begin += kAtOnce, out += kAtOnce) {
    const std::size_t n = std::min(kAtOnce, texts.size() - begin), ahead = std::min(n, kAhead);
    make_room(n);
    const WordTable& table = *table_;
    std::size_t n_compared = 0;
    const auto fetch = [&](std::size_t i) {
      keys[i] = key_of(texts[begin + i]);
      hashes[i] = keys[i].hash();
      table.prefetch(hashes[i]);
    };
    const auto look = [&](std::size_t i) {
      out[i] = table.look(keys[i], hashes[i]);
      if (out[i] == WordTable::kFree) [[unlikely]]
        out[i] = enter(texts[begin + i], keys[i], hashes[i]);
      else if (!keys[i].is_whole()) [[unlikely]]
        compared[n_compared++] = static_cast<std::uint32_t>(i), __builtin_prefetch(&views_[out[i]]);
    };
    for (std::size_t i = 0; i < ahead; ++i) fetch(i);
    for (std::size_t i = ahead; i < n; ++i) fetch(i), look(i - ahead);
    for (std::size_t i = n - ahead; i < n; ++i) look(i);
    const std::span<const std::uint32_t> some(compared.data(), n_compared);
    for (const std::uint32_t i : some) __builtin_prefetch(views_[out[i]].data());
    for (const std::uint32_t i : some) {
      if (views_[out[i]] != texts[begin + i]) out[i] = enter(texts[begin + i], keys[i], hashes[i]);
    }
  }
}

std::vector<std::uint32_t> Dictionary::insert_all(const Dictionary& other) {
  // Nobody knows what lies behind strings in the memory of others.
  if (other.sorted_ || other.viewed_) return insert_all(other.strings());
  std::vector<std::uint32_t> out;
  insert_texts(other.views_, kOfPadded, out);
  return out;
}

std::vector<std::uint32_t> Dictionary::insert_all(const Dictionary& other,
                                                  std::span<const std::uint32_t> codes) {
  std::vector<std::string_view> texts;
  texts.reserve(codes.size());
  for (const std::uint32_t code : codes) texts.push_back(other[code]);
  if (other.sorted_ || other.viewed_) return insert_all(texts);
  std::vector<std::uint32_t> out;
  insert_texts(texts, kOfPadded, out);
  return out;
}

// There is room.
std::uint32_t Dictionary::enter(std::string_view text, const WordKey& key, std::uint64_t hash) {
  const auto is_same = [&](std::uint32_t code) { return views_[code] == text; };
  const std::uint32_t code =
      table_->find_or_enter(key, hash, static_cast<std::uint32_t>(views_.size()), is_same);
  if (code == views_.size()) views_.push_back(keep(text));
  return code;
}

std::uint32_t Dictionary::find(std::string_view text) const {
  if (sorted_) return sorted_->find(text);
  if (!table_) return kAbsent;
  const WordKey key = WordKey::of(text);
  return table_->find(key, key.hash(), [&](std::uint32_t code) { return views_[code] == text; });
}

// Like insert_texts: all are on their way before the first is looked at.
void Dictionary::find_all(const Slices& texts, std::vector<std::uint32_t>& codes) const {
  codes.resize(texts.size());
  const Dictionary* const words = sorted_ ? sorted_->if_indexed() : this;
  if (words == nullptr || !words->table_) {
    for (std::size_t k = 0; k < texts.size(); ++k) codes[k] = find(texts[k]);
    return;
  }
  std::array<WordKey, kAtOnce> keys;
  std::array<std::uint64_t, kAtOnce> hashes;
  for (std::size_t begin = 0; begin < texts.size(); begin += kAtOnce) {
    const std::size_t n = std::min(kAtOnce, texts.size() - begin);
    for (std::size_t i = 0; i < n; ++i) {
      keys[i] = WordKey::of_padded(texts[begin + i]);
      hashes[i] = keys[i].hash();
      words->table_->prefetch(hashes[i]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const auto is_same = [&](std::uint32_t code) { return words->views_[code] == texts[begin + i]; };
      codes[begin + i] = words->table_->find(keys[i], hashes[i], is_same);
    }
  }
}

std::vector<std::uint32_t> Dictionary::sorted_codes() const {
  std::vector<std::uint32_t> codes(size());
  std::iota(codes.begin(), codes.end(), 0U);
  if (sorted_) return codes;
  // By their first eight bytes, which tells most strings apart without a look at them.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed(codes.size());
  for (std::uint32_t code = 0; code < keyed.size(); ++code) keyed[code] = {first_bytes(views_[code]), code};
  std::sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : views_[a.second] < views_[b.second];
  });
  for (std::size_t k = 0; k < keyed.size(); ++k) codes[k] = keyed[k].second;
  return codes;
}

Dictionary Dictionary::sorted_subset(std::span<const std::uint32_t> codes) const {
  constexpr std::size_t kMany = 4096;
  if (codes.size() >= kMany) return Dictionary(sorted_copy(*this, codes));
  Dictionary out;
  out.insert_all(*this, codes);
  return out;
}

std::string_view Dictionary::keep(std::string_view text) {
  if (arena_.empty() || arena_used_ + text.size() > arena_size_) {
    arena_size_ = std::max(text.size(), std::clamp(2 * arena_size_, kFirstBlock, kLargestBlock));
    arena_used_ = 0;
    arena_.push_back(std::make_unique<char[]>(arena_size_ + kReadable));
  }
  char* place = arena_.back().get() + arena_used_;
  if (!text.empty()) std::memcpy(place, text.data(), text.size());
  arena_used_ += text.size();
  return {place, text.size()};
}

void Dictionary::make_room(std::size_t n_more) {
  if (sorted_) own();
  if (!table_) table_ = std::make_unique<WordTable>();
  table_->make_room(n_more);
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
