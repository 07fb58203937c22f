// SPDX-License-Identifier: Apache-2.0
// Which words a reader lets in: those that occur, by the estimate of a sketch of the whole corpus, `least`
// times or more. Since the estimate is never too low, no word that does is turned away. Immutable.
#pragma once

#include <utility>

#include "words/frequency_sketch.h"
#include "words/token_hash.h"

namespace priory {

class WordGate {
 public:
  WordGate(FrequencySketch sketch, std::uint32_t least) : sketch_(std::move(sketch)), least_(least) {}

  bool passes(std::string_view token) const { return sketch_.estimate(token_hash(token)) >= least_; }
  std::uint32_t least() const { return least_; }

 private:
  FrequencySketch sketch_;
  std::uint32_t least_;
};

}  // namespace priory
