// SPDX-License-Identifier: Apache-2.0
// The number a token has for ever: XXH3's 64 bits of its bytes, without a seed. Model files that count words
// in buckets depend on it, and name it ("xxh3-64"); dictionaries may hash as they like.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace priory {

constexpr std::string_view kTokenHash = "xxh3-64";
constexpr std::size_t kMostHashBits = 24;

std::uint64_t token_hash(std::string_view token);

// The bucket of a token among 2^bits, and the word it is counted as: "#42".
inline std::uint32_t bucket_of(std::uint64_t hash, std::size_t bits) {
  return static_cast<std::uint32_t>(hash & ((std::uint64_t{1} << bits) - 1));
}
std::string bucket_word(std::uint32_t bucket);

}  // namespace priory
