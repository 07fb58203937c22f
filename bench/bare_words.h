// SPDX-License-Identifier: Apache-2.0
// How often each word came in each class: the tables of the bare loop. A word of up to twelve bytes is its
// own key, a longer one has its 64 bit hash for a key. Counting is done in stages over blocks of words, so
// that the memory of all of them is on its way at once. One thread each; merge() joins two.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <utility>
#include <vector>

// Zeros, in large pages: tables are looked at all over, and small pages would miss the address cache each
// time.
template <class T>
class HugeArray {
 public:
  explicit HugeArray(std::size_t size) : size_(size) {
    void* memory = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes(), MADV_HUGEPAGE);
    data_ = static_cast<T*>(memory);
  }
  HugeArray(HugeArray&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  HugeArray& operator=(HugeArray&& other) noexcept {
    std::swap(data_, other.data_), std::swap(size_, other.size_);
    return *this;
  }
  ~HugeArray() {
    if (data_ != nullptr) munmap(data_, bytes());
  }
  T& operator[](std::size_t k) const { return data_[k]; }
  std::size_t size() const { return size_; }

 private:
  std::size_t bytes() const { return size_ * sizeof(T); }
  T* data_ = nullptr;
  std::size_t size_;
};

struct Word {
  std::uint64_t low = 0;  // never 0: no word has a zero byte, so that shorter ones are padded with them
  std::uint32_t high = 0;
  std::uint32_t number = 0;  // in order of appearance

  bool same(const Word& other) const { return low == other.low && high == other.high; }
  std::uint64_t hash() const {
    const auto product =
        static_cast<unsigned __int128>(low ^ 0x9e3779b97f4a7c15u) * (high ^ 0xd1342543de82ef95u);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
};

inline std::uint64_t load(const char* bytes, std::size_t n) {
  std::uint64_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value & ~std::uint64_t{0} >> (64 - 8 * n);
}

// Reads up to 16 bytes from `begin` whatever the length: the caller's buffer goes on behind its end.
inline Word word_of(const char* begin, std::size_t length) {
  Word word;
  word.low = load(begin, std::min<std::size_t>(length, 8));
  word.high =
      length <= 8 ? 0 : static_cast<std::uint32_t>(load(begin + 8, std::min<std::size_t>(length - 8, 4)));
  if (length > 12) [[unlikely]] {
    std::uint64_t hash = word.hash();
    for (std::size_t at = 12; at < length; at += 8)
      hash = Word{hash ^ load(begin + at, std::min<std::size_t>(length - at, 8)), 0}.hash();
    word = {hash | 1, 0xff000000u | static_cast<std::uint32_t>(length)};  // no UTF-8 has this byte
  }
  return word;
}

class WordTable {
 public:
  explicit WordTable(std::size_t capacity) : slots_(capacity) {}
  std::size_t size() const { return size_; }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask()]); }

  std::uint32_t number(const Word& word, std::uint64_t hash) {
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      const Word& slot = slots_[at];
      if (slot.same(word)) return slot.number;
      if (slot.low == 0) return add(word, at);
    }
  }
  template <class Visit>
  void for_all(const Visit& visit) const {
    for (std::size_t at = 0; at < slots_.size(); ++at) {
      if (slots_[at].low != 0) visit(slots_[at]);
    }
  }

 private:
  std::size_t mask() const { return slots_.size() - 1; }

  std::uint32_t add(const Word& word, std::size_t at) {
    const auto number = static_cast<std::uint32_t>(size_++);
    slots_[at] = {word.low, word.high, number};
    if (2 * size_ > slots_.size()) grow();
    return number;
  }
  void grow() {
    HugeArray<Word> old(2 * slots_.size());
    std::swap(old, slots_);
    for (std::size_t k = 0; k < old.size(); ++k) {
      if (old[k].low == 0) continue;
      std::size_t at = old[k].hash() & mask();
      while (slots_[at].low != 0) at = (at + 1) & mask();
      slots_[at] = old[k];
    }
  }

  HugeArray<Word> slots_;
  std::size_t size_ = 0;
};

// word x class.
class WordCounts {
 public:
  std::uint64_t n_rows = 0, n_tokens = 0;

  std::uint32_t start_row(const Word& label) {
    ++n_rows;
    return class_of(label);
  }
  void count(const Word& word, std::uint32_t label) {
    Waiting& next = waiting_[n_waiting_++];
    next = {word, word.hash(), label};
    words_.prefetch(next.hash);
    if (n_waiting_ == waiting_.size()) flush();
  }
  void flush() {
    std::array<std::uint32_t, kAtOnce> numbers;
    for (std::size_t k = 0; k < n_waiting_; ++k)
      numbers[k] = words_.number(waiting_[k].word, waiting_[k].hash);
    make_room();
    for (std::size_t k = 0; k < n_waiting_; ++k) __builtin_prefetch(&cell(numbers[k], waiting_[k].label), 1);
    for (std::size_t k = 0; k < n_waiting_; ++k) ++cell(numbers[k], waiting_[k].label);
    n_tokens += std::exchange(n_waiting_, 0);
  }
  void merge(WordCounts& other) {
    flush(), other.flush();
    std::vector<std::uint32_t> classes(other.labels_.size());
    other.labels_.for_all([&](const Word& label) { classes[label.number] = class_of(label); });
    other.words_.for_all([&](const Word& word) {
      const std::uint32_t to = words_.number(word, word.hash());
      make_room();
      for (std::size_t c = 0; c < classes.size(); ++c) cell(to, classes[c]) += other.cell(word.number, c);
    });
    n_rows += other.n_rows, n_tokens += other.n_tokens;
  }
  std::size_t n_words() const { return words_.size(); }
  // A sum over all cells that any wrong count would change, the same for any numbering of words and classes.
  std::uint64_t checksum() {
    std::uint64_t sum = 0;
    labels_.for_all([&](const Word& label) {
      words_.for_all([&](const Word& word) {
        sum += cell(word.number, label.number) * (word.hash() ^ 3 * label.hash());
      });
    });
    return sum;
  }

 private:
  static constexpr std::size_t kAtOnce = 128;
  struct Waiting {
    Word word;
    std::uint64_t hash;
    std::uint32_t label;
  };

  std::uint32_t class_of(const Word& label) {
    const std::uint32_t number = labels_.number(label, label.hash());
    if (number >= n_classes_) flush(), resize(room_, n_classes_ + 4);
    return number;
  }
  std::uint32_t& cell(std::size_t word, std::size_t label) { return counts_[word * n_classes_ + label]; }
  void make_room() {
    while (words_.size() > room_) resize(2 * room_, n_classes_);
  }
  void resize(std::size_t room, std::size_t n_classes) {
    HugeArray<std::uint32_t> larger(room * n_classes);
    for (std::size_t word = 0; word < std::min(room_, words_.size()); ++word)
      std::memcpy(&larger[word * n_classes], &cell(word, 0), sizeof(std::uint32_t) * n_classes_);
    counts_ = std::move(larger);
    room_ = room, n_classes_ = n_classes;
  }

  WordTable labels_{256}, words_{1 << 16};
  std::size_t room_ = 1 << 14, n_classes_ = 4;  // of the counts: words, classes
  HugeArray<std::uint32_t> counts_{room_ * n_classes_};
  std::array<Waiting, kAtOnce> waiting_;
  std::size_t n_waiting_ = 0;
};
