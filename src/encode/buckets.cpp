// SPDX-License-Identifier: Apache-2.0
#include "encode/buckets.h"

#include <new>

#include "words/token_hash.h"

namespace priory {

Buckets::Buckets(std::size_t bits)
    : bits_(bits),
      codes_(static_cast<std::uint32_t*>(std::calloc(std::size_t{1} << bits, sizeof(std::uint32_t)))) {
  if (!codes_) throw std::bad_alloc();
}

std::uint32_t Buckets::code(std::string_view token, Dictionary& words) {
  const std::uint32_t bucket = bucket_of(token_hash(token), bits_);
  if (codes_[bucket] == 0) codes_[bucket] = words.insert(bucket_word(bucket)) + 1;
  return codes_[bucket] - 1;
}

}  // namespace priory
