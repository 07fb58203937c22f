// SPDX-License-Identifier: Apache-2.0
#include "words/token_hash.h"

#include <xxhash.h>

namespace priory {

std::uint64_t token_hash(std::string_view token) {
  return XXH3_64bits(token.data(), token.size());
}

std::string bucket_word(std::uint32_t bucket) {
  return "#" + std::to_string(bucket);
}

}  // namespace priory
