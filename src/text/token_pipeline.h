// SPDX-License-Identifier: Apache-2.0
// A tokeniser of every option as a row of small steps: cut into units, filter the words, join n-grams. No
// step allocates once its buffers have grown to the size of the texts. One pipeline belongs to one thread.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "text/cutter.h"
#include "text/word_filter.h"

namespace priory {

class TokenPipeline {
 public:
  // `by_bytes`: what is ASCII is not decoded. The tokens are the same.
  TokenPipeline(const TokenOptions& options, bool by_bytes);

  Slices operator()(std::string_view text);

 private:
  bool grouped_;
  std::size_t min_n_;
  std::size_t max_n_;
  Cutter cut_;
  std::optional<WordFilter> filter_;
  Units units_;
  Units filtered_;
  std::vector<Slice> tokens_;
};

// The judge of all faster ways: every text is decoded and goes through every step.
class PlainTokeniser {
 public:
  explicit PlainTokeniser(const TokenOptions& options) : pipeline_(options, false) {}
  Slices operator()(std::string_view text) { return pipeline_(text); }

 private:
  TokenPipeline pipeline_;
};

}  // namespace priory
