// SPDX-License-Identifier: Apache-2.0
// What the buckets of hashed texts are called: the words that fall into them most, of the buckets that tell
// most of the class. Found once, when a model is first learnt, and kept; where two models have names for a
// bucket, those of the greater counts stay, so that merging is associative, commutative and idempotent.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace priory {

// Times it was met when the bucket was named.
struct BucketWord {
  std::string word;
  std::uint64_t count = 0;
  bool operator==(const BucketWord&) const = default;
};

class BucketNames {
 public:
  static constexpr std::size_t kMostBuckets = 1 << 14;  // that are named
  static constexpr std::size_t kMostWords = 3;          // a bucket
  static constexpr std::uint64_t kLeastShare = 10;      // one in so many tokens of the bucket

  // Words beyond the most frequent few are dropped; of equals the first in code point order stay.
  void add(const std::string& bucket, const BucketWord& word);
  void merge(const BucketNames& other);

  // "free", "free|prize", or the bucket itself, "#42".
  std::string shown(std::string_view bucket) const;
  const std::map<std::string, std::vector<BucketWord>, std::less<>>& buckets() const { return buckets_; }
  bool operator==(const BucketNames&) const = default;

 private:
  std::map<std::string, std::vector<BucketWord>, std::less<>> buckets_;
};

// Both; null is none.
std::shared_ptr<const BucketNames> merged(const std::shared_ptr<const BucketNames>& a,
                                          const std::shared_ptr<const BucketNames>& b);

}  // namespace priory
