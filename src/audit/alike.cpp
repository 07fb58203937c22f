// SPDX-License-Identifier: Apache-2.0
#include "audit/alike.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <xxhash.h>

namespace priory {
namespace {

constexpr std::uint64_t kNoWord = std::numeric_limits<std::uint64_t>::max();

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

// Of one hash, another for each place (Stafford's mix 13, as in splitmix64).
std::uint64_t mixed(std::uint64_t hash, std::uint64_t place) {
  hash += (place + 1) * 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31);
}

// Rows that were joined have one root.
class Joined {
 public:
  explicit Joined(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::uint32_t root(std::uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

void AlikeSketches::add_whole(std::string_view row) {
  exact_.push_back(XXH3_64bits(row.data(), row.size()));
  Sketch& sketch = sketches_.emplace_back();
  for (std::size_t k = 0; k < kPlaces; ++k) sketch[k] = mixed(exact_.back(), k);
}

void AlikeSketches::add(std::string_view text) {
  Sketch& sketch = sketches_.emplace_back();
  sketch.fill(kNoWord);
  exact_.push_back(XXH3_64bits(text.data(), text.size()));
  const std::string lower = lowered(text);
  for (std::size_t at = 0; at < lower.size();) {
    std::size_t end = at;
    while (end < lower.size() && is_letter(lower[end])) ++end;
    if (end > at) {
      const std::uint64_t hash = XXH3_64bits(lower.data() + at, end - at);
      for (std::size_t k = 0; k < kPlaces; ++k) sketch[k] = std::min(sketch[k], mixed(hash, k));
    }
    at = end + 1;
  }
}

double AlikeSketches::shared(std::uint32_t a, std::uint32_t b) const {
  if (equal(a, b)) return 1;
  std::size_t n = 0;
  for (std::size_t k = 0; k < kPlaces; ++k) {
    if (sketches_[a][k] == sketches_[b][k]) ++n;
  }
  return static_cast<double>(n) / kPlaces;
}

std::vector<std::vector<std::uint32_t>> AlikeSketches::groups(double share) const {
  constexpr std::size_t kLook = 16;  // how many of those before it in its bucket a row is compared with
  Joined joined(n_rows());
  std::vector<std::uint32_t> order;
  for (std::uint32_t row = 0; row < n_rows(); ++row) {
    if (sketches_[row][0] != kNoWord) order.push_back(row);
  }
  for (std::size_t band = 0; band < kPlaces; band += kBand) {
    using Key = std::array<std::uint64_t, kBand>;
    std::vector<std::pair<Key, std::uint32_t>> buckets;
    for (const std::uint32_t row : order) {
      Key key{};
      std::copy_n(sketches_[row].begin() + static_cast<std::ptrdiff_t>(band), kBand, key.begin());
      buckets.emplace_back(key, row);
    }
    std::ranges::sort(buckets);
    for (std::size_t k = 1; k < buckets.size(); ++k) {
      const auto& [key, row] = buckets[k];
      for (std::size_t back = 1; back <= std::min(k, kLook) && buckets[k - back].first == key; ++back) {
        if (shared(row, buckets[k - back].second) >= share) joined.join(row, buckets[k - back].second);
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> of_root(n_rows()), out;
  for (std::uint32_t row = 0; row < n_rows(); ++row) of_root[joined.root(row)].push_back(row);
  for (auto& group : of_root) {
    if (group.size() > 1) out.push_back(std::move(group));
  }
  return out;
}

}  // namespace priory
