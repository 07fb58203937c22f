// SPDX-License-Identifier: Apache-2.0
// A fair sample of the different words of a corpus, however often each occurs: those whose (mixed) hash
// begins with `level` zero bits, where the level is the lowest that leaves no more than `most` of them. Every
// word then is in it with chance 2^-level. A mergeable value that depends on nothing but the set of words: a
// word of the final sample was in that of every part of the corpus it occurred in.
//
// Source: Flajolet, On adaptive sampling (1990), after Wegman.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace priory {

class WordSample {
 public:
  explicit WordSample(std::size_t most) : most_(most) {}

  void add(std::uint64_t hash) {
    if (belongs(hash) && hashes_.insert(hash).second) shrink();
  }
  void merge(const WordSample& other);
  template <class Wire>
  void carry(Wire& wire) {
    std::vector<std::uint64_t> list(hashes_.begin(), hashes_.end());
    wire(level_, list);
    hashes_ = {list.begin(), list.end()};
  }

  // The hashes that are in it, in no order.
  const std::unordered_set<std::uint64_t>& hashes() const { return hashes_; }
  double words_each() const;  // how many words of the corpus one of the sample stands for; 1: it has them all
  double n_words() const { return words_each() * static_cast<double>(hashes_.size()); }

 private:
  bool belongs(std::uint64_t hash) const;
  void shrink();

  std::size_t most_;
  unsigned level_ = 0;
  std::unordered_set<std::uint64_t> hashes_;
};

}  // namespace priory
