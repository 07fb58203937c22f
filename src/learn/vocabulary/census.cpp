// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/census.h"

#include <algorithm>
#include <cmath>

#include "plan/chunk_layout.h"
#include "words/token_hash.h"

namespace priory {

double WordCensus::n_sampled(std::uint32_t least) const {
  const auto often = [&](std::uint64_t hash) { return sketch.estimate(hash) >= least; };
  return sample.words_each() * static_cast<double>(std::ranges::count_if(sample.hashes(), often));
}

double WordCensus::n_words(std::uint32_t least) const {
  const double n = n_sampled(least), each = sample.words_each();
  return each == 1 ? n : n + 3 * std::sqrt(n * each);
}

Census::Census(const Plan& plan, std::size_t bits) {
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const PartPlan& part = plan.parts[k];
    if (part.text && !part.hashed()) texts.push_back({places[k][0], FrequencySketch(bits)});
  }
}

void Census::accumulate(const Chunk& chunk) {
  for (WordCensus& text : texts) {
    const TokenList& tokens = chunk.columns[text.column].tokens;
    for (std::size_t k = 0; k < tokens.end.size(); ++k) {
      const std::uint64_t hash = token_hash(tokens[k]);
      text.sketch.add(hash);
      text.sample.add(hash);
    }
  }
  for (const std::uint32_t code : chunk.target.codes) {
    if (code != kMissingCode) classes.insert((*chunk.target.dictionary)[code]);
  }
}

void Census::merge(const Census& other) {
  for (std::size_t k = 0; k < texts.size(); ++k) {
    texts[k].sketch.merge(other.texts[k].sketch);
    texts[k].sample.merge(other.texts[k].sample);
  }
  for (const std::string_view label : other.classes.strings()) classes.insert(label);
}

}  // namespace priory
