// SPDX-License-Identifier: Apache-2.0
// What became of words met before, in a table of bounded size. An entry is one line of the processor's cache:
// a word and its result side by side, so that a look takes one access to memory. A new word takes the place
// of the one that was there; frequent words come back at once. The table begins small, so that a program
// which reads one line does not pay for it. One table belongs to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>
#include <xxhash.h>

namespace priory {

class KnownWords {
 public:
  KnownWords() : entries_(kFewest) {}

  // The result for `word`; where it is not known, make(word), which is then kept if both are short enough.
  // Valid until the next call.
  template <class Make>
  std::string_view operator()(std::string_view word, const Make& make) {
    if (word.size() > kLongest) return make(word);
    const std::uint64_t hash = XXH3_64bits(word.data(), word.size());
    const Entry& known = entries_[hash & (entries_.size() - 1)];
    if (known.holds(word)) return known.result();
    const std::string_view result = make(word);
    if (result.size() > kLongest) return result;
    if (++n_new_ > 2 * entries_.size() && entries_.size() < kMost) grow();
    Entry& fresh = entries_[hash & (entries_.size() - 1)];
    fresh.set(word, result);
    return fresh.result();
  }

 private:
  static constexpr std::size_t kFewest = 1 << 10, kMost = 1 << 16;  // powers of two: 64 KB, 4 MB
  static constexpr std::size_t kLongest = 31;  // bytes; no word is empty, so that no fresh entry is one's own

  struct alignas(64) Entry {
    std::uint8_t word_size = 0;
    std::uint8_t result_size = 0;
    std::array<char, 2 * kLongest> bytes{};  // the word, then its result

    bool holds(std::string_view word) const {
      return word_size == word.size() && std::memcmp(bytes.data(), word.data(), word.size()) == 0;
    }
    std::string_view result() const { return {bytes.data() + word_size, result_size}; }
    void set(std::string_view word, std::string_view result) {
      word_size = static_cast<std::uint8_t>(word.size());
      result_size = static_cast<std::uint8_t>(result.size());
      word.copy(bytes.data(), word.size());
      result.copy(bytes.data() + word.size(), result.size());  // which may be nowhere, and nothing
    }
  };

  // Forgets all, which costs little: the frequent words come back.
  void grow() {
    entries_.assign(4 * entries_.size(), Entry());
    n_new_ = 0;
  }

  std::vector<Entry> entries_;
  std::size_t n_new_ = 0;  // words that were not known, since the table has its size
};

}  // namespace priory
