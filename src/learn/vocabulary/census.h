// SPDX-License-Identifier: Apache-2.0
// How many words of which frequency the texts of a plan have, in memory fixed beforehand, and how many
// classes. A mergeable value over listed chunks.
#pragma once

#include <vector>

#include "priory/plan.h"

#include "words/frequency_sketch.h"
#include "words/word_sample.h"

namespace priory {

// The words of one text.
struct WordCensus {
  static constexpr std::size_t kSampled = 1 << 16;

  std::size_t column = 0;  // of the chunk
  FrequencySketch sketch;
  WordSample sample{kSampled};

  // About how many words occur `least` times or more, as far as the sketch can tell.
  double n_sampled(std::uint32_t least) const;
  // The same, and where it rests on a sample, three standard deviations more.
  double n_words(std::uint32_t least) const;
  template <class Wire>
  void carry(Wire& wire) {
    wire(sketch, sample);
  }
};

struct Census {
  std::vector<WordCensus> texts;
  Dictionary classes = {};

  Census(const Plan& plan, std::size_t bits);
  void accumulate(const Chunk& chunk);
  void merge(const Census& other);
  template <class Wire>
  void carry(Wire& wire) {
    wire(classes);
    for (WordCensus& each : texts) wire(each);  // as many as the plan has
  }
};

}  // namespace priory
