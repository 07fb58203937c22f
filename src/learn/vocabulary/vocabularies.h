// SPDX-License-Identifier: Apache-2.0
// Texts under idf, or cut to the length of some of their words, are read twice: for the vocabulary, and with
// it.
#pragma once

#include "priory/chunk.h"

#include "fold/fold.h"
#include "learn/named_sums.h"

namespace priory {

// Statistics still at zero, with the vocabularies of rows for those texts that need one and have none yet.
inline NamedSums with_vocabularies(NamedSums zero, const OpenChunks& open, unsigned threads,
                                   const Tick& tick) {
  const auto lacks = [&](std::size_t k) {
    return zero.plan().parts[k].needs_two_readings() && !zero.parts()[k].frozen;
  };
  std::vector<std::size_t> texts;
  for (std::size_t k = 0; k < zero.parts().size(); ++k) {
    if (lacks(k)) texts.push_back(k);
  }
  if (texts.empty()) return zero;
  NamedSums words = fold(*open(), zero, threads, tick);
  words.canonicalise();
  for (const std::size_t k : texts) zero.freeze(k, words.vocabulary(k));
  return zero;
}

}  // namespace priory
