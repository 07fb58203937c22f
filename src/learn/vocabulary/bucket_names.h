// SPDX-License-Identifier: Apache-2.0
// What the buckets of hashed texts are called: the words that fall into them most, of the buckets that tell
// most of the class. Found once, when a model is first learnt, and kept; where two models have names for a
// bucket, those of the greater counts stay, so that merging is associative, commutative and idempotent.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
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
  using Map = std::map<std::string, std::vector<BucketWord>, std::less<>>;

  BucketNames() = default;
  // Found when they are asked for, by any thread: a model file that only predicts has no use for them.
  explicit BucketNames(std::function<BucketNames()> load) : lazy_(std::make_shared<Lazy>(std::move(load))) {}

  static constexpr std::size_t kMostBuckets = 1 << 14;  // that are named
  static constexpr std::size_t kMostWords = 3;          // a bucket
  static constexpr std::uint64_t kLeastShare = 10;      // one in so many tokens of the bucket

  // To names that are not to be loaded. Words beyond the most frequent few are dropped; of equals the first
  // in code point order stay.
  void add(const std::string& bucket, const BucketWord& word);
  void merge(const BucketNames& other);

  // "free", "free|prize", or the bucket itself, "#42".
  std::string shown(std::string_view bucket) const;
  const Map& buckets() const;
  bool operator==(const BucketNames& other) const { return buckets() == other.buckets(); }

 private:
  struct Lazy {
    explicit Lazy(std::function<BucketNames()> how) : load(std::move(how)) {}
    std::function<BucketNames()> load;
    std::once_flag once;
    Map buckets;
  };

  Map buckets_;
  std::shared_ptr<Lazy> lazy_;  // null: they are in buckets_
};

// Both; null is none.
std::shared_ptr<const BucketNames> merged(const std::shared_ptr<const BucketNames>& a,
                                          const std::shared_ptr<const BucketNames>& b);

}  // namespace priory
