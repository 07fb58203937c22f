// SPDX-License-Identifier: Apache-2.0
// The different values of a column and how often each was met, in bounded memory: those with the k smallest
// hashes (Bar-Yossef et al. 2002). A value among them is never left out on the way, so its count is exact,
// and which they are does not depend on the order of rows or merges. Below k they are all there are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "priory/table.h"

namespace priory {

class ValueSketch {
 public:
  static constexpr std::size_t kKept = ColumnProfile::kExactDistinct;

  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t count = 0;
    std::uint64_t rows = 0;  // the sum of the keys of its rows: equal for values that stand in the same rows
    std::string text = {};   // the first of its spellings in code point order
    bool varied = false;     // there are others
    template <class Wire>
    void carry(Wire& wire) {
      wire(hash, count, rows, text, varied);
    }
  };

  // Counts a value, in the row with this key. `text` is called for its spelling where that may be news.
  template <class Text>
  void add(std::uint64_t hash, std::uint64_t row_key, const Text& text) {
    if (hash > limit_) return;
    Entry& entry = entry_of(hash);
    entry.rows += row_key;
    if (entry.count++ == 0)
      entry.text = text();
    else
      respell(entry, text());
    if (entries_.size() >= 2 * kKept) compact();
  }
  void merge(const ValueSketch& other);
  ValueSketch canonical() const;  // the k smallest, in the order of their spellings

  bool all() const { return limit_ == ~std::uint64_t{0} && entries_.size() <= kKept; }  // none was left out
  std::uint64_t grouping() const;  // how its values group the rows, whatever the values are
  std::size_t n_distinct() const;  // an estimate where some were left out; of a canonical one
  const std::vector<Entry>& entries() const { return entries_; }
  template <class Wire>
  void carry(Wire& wire) {
    wire(entries_, limit_);
    index();
  }

 private:
  Entry& entry_of(std::uint64_t hash);
  static void respell(Entry& entry, std::string_view text) {
    if (entry.text == text) return;
    entry.varied = true;
    if (text < entry.text) entry.text = text;
  }
  void compact();
  void index();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // of an open hash table, a power of two: 1 + the place of an entry
  std::uint64_t limit_ = ~std::uint64_t{0};
};

}  // namespace priory
