// SPDX-License-Identifier: Apache-2.0
// The first of two readings of rows that are to be kept.
#pragma once

#include "learn/named_sums.h"

namespace priory {

// The values and words of the rows, whatever their class, and the labels there are.
struct VocabularyPass {
  NamedSums statistics;
  Dictionary labels;

  void accumulate(const Chunk& chunk) {
    statistics.accumulate_unlabelled(chunk);
    for (const std::uint32_t code : chunk.target.codes) {
      if (code != kMissingCode) labels.insert((*chunk.target.dictionary)[code]);
    }
  }
  void merge(const VocabularyPass& other) {
    statistics.merge(other.statistics);
    for (const std::string_view label : other.labels.strings()) labels.insert(label);
  }
  VocabularyPass share(std::size_t k, std::size_t n) const {
    return {statistics.share(k, n), k == 0 ? labels : Dictionary()};
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(statistics, labels);
  }
};

}  // namespace priory
