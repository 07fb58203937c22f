// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/bucket_names.h"

#include <algorithm>

namespace priory {

void BucketNames::add(const std::string& bucket, const BucketWord& word) {
  std::vector<BucketWord>& words = buckets_[bucket];
  const auto same = std::ranges::find(words, word.word, &BucketWord::word);
  if (same == words.end())
    words.push_back(word);
  else
    same->count = std::max(same->count, word.count);
  std::ranges::sort(words, [](const BucketWord& a, const BucketWord& b) {
    return a.count != b.count ? a.count > b.count : a.word < b.word;
  });
  if (words.size() > kMostWords) words.resize(kMostWords);
}

void BucketNames::merge(const BucketNames& other) {
  for (const auto& [bucket, words] : other.buckets()) {
    for (const BucketWord& word : words) add(bucket, word);
  }
}

std::string BucketNames::shown(std::string_view bucket) const {
  const auto at = buckets().find(bucket);
  if (at == buckets().end()) return std::string(bucket);
  std::string out;
  for (const BucketWord& each : at->second) out += (out.empty() ? "" : "|") + each.word;
  return out;
}

const BucketNames::Map& BucketNames::buckets() const {
  if (!lazy_) return buckets_;
  std::call_once(lazy_->once, [&] { lazy_->buckets = lazy_->load().buckets(); });
  return lazy_->buckets;
}

std::shared_ptr<const BucketNames> merged(const std::shared_ptr<const BucketNames>& a,
                                          const std::shared_ptr<const BucketNames>& b) {
  if (!a || !b || a == b) return a ? a : b;
  auto out = std::make_shared<BucketNames>();
  out->merge(*a), out->merge(*b);
  return out;
}

}  // namespace priory
