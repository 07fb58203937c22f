// SPDX-License-Identifier: Apache-2.0
#include "model/naming.h"

#include <algorithm>
#include <optional>

#include "family/left_out.h"
#include "fold/fold.h"
#include "learn/vocabulary/word_ranking.h"
#include "words/frequency_sketch.h"
#include "words/token_hash.h"

namespace priory {
namespace {

constexpr std::size_t kSketchBits = 20;

// The buckets of one part that are to be named, and where each has its place among them.
struct Chosen {
  std::size_t column = 0;  // of the chunk
  std::size_t bits = 0;
  std::vector<std::uint32_t> place;  // of each bucket; kNone: it gets no name
  std::size_t n_buckets = 0;

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint32_t of(std::uint64_t hash) const { return place[bucket_of(hash, bits)]; }
};

Chosen chosen_of(const NamedSums& statistics, std::size_t k) {
  const PartVocabulary& part = statistics.parts()[k];
  Chosen out{part.columns[0], statistics.plan().parts[k].text_options.tokens.hash_bits, {}, 0};
  out.place.assign(std::size_t{1} << out.bits, Chosen::kNone);
  const bool one_cell = statistics.block(k).sums[0].cells() < 2;
  const auto words =
      most_of(first_codes(part.values.size()),
              one_cell ? word_frequencies(statistics.block(k)) : word_information(statistics.block(k)),
              BucketNames::kMostBuckets);
  for (const std::uint32_t word : words) {
    const std::size_t bucket = std::stoul(std::string(part.values[word].substr(1)));
    out.place[bucket & (out.place.size() - 1)] = static_cast<std::uint32_t>(out.n_buckets++);
  }
  return out;
}

// Visits the tokens of a chunk that fall into buckets to be named: their hash, and the bucket's place.
template <class Take>
void each_token(const Chosen& chosen, const Chunk& chunk, const Take& take) {
  const TokenList& tokens = chunk.columns[chosen.column].tokens;
  for (std::size_t k = 0; k < tokens.end.size(); ++k) {
    const std::uint64_t hash = token_hash(tokens[k]);
    if (const std::uint32_t place = chosen.of(hash); place != Chosen::kNone) take(tokens[k], hash, place);
  }
}

// How many tokens each bucket has, and about how many each word.
struct RoughCount {
  const Chosen* chosen;
  FrequencySketch sketch{kSketchBits};
  std::vector<std::uint64_t> tokens;

  void accumulate(const Chunk& chunk) {
    each_token(*chosen, chunk, [&](std::string_view, std::uint64_t hash, std::uint32_t place) {
      sketch.add(hash), ++tokens[place];
    });
  }
  void merge(const RoughCount& other) {
    sketch.merge(other.sketch);
    for (std::size_t k = 0; k < tokens.size(); ++k) tokens[k] += other.tokens[k];
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(sketch, tokens);
  }
};

// How many of each word; gives up when there are too many of them. Because it does so exactly when all rows
// together have too many, threads do not change it.
struct WordCount {
  const Chosen* chosen;
  std::size_t most = 0;
  const RoughCount* rough = nullptr;  // with one: only words that may make up a tenth of their bucket
  bool too_many = false;
  Dictionary words = {};
  std::vector<std::uint64_t> count = {};

  void accumulate(const Chunk& chunk) {
    each_token(*chosen, chunk, [&](std::string_view token, std::uint64_t hash, std::uint32_t place) {
      const bool rare =
          rough != nullptr &&
          std::uint64_t{rough->sketch.estimate(hash)} * BucketNames::kLeastShare < rough->tokens[place];
      if (!rare) add(token, 1);
    });
  }
  void merge(const WordCount& other) {
    too_many = too_many || other.too_many;
    for (std::size_t k = 0; k < other.words.size(); ++k) add(other.words[k], other.count[k]);
    if (too_many) words = {}, count = {};
  }
  template <class Wire>
  void carry(Wire& wire) {
    wire(too_many, words, count);
  }
  void add(std::string_view word, std::uint64_t n) {
    if (too_many) return;
    const std::uint32_t code = words.insert(word);
    count.resize(words.size());
    count[code] += n;
    if (words.size() > most) too_many = true, words = {}, count = {};
  }
};

WordCount count_words(const Chosen& chosen, const OpenChunks& listed, unsigned threads, const Tick& tick,
                      std::size_t most_words, std::optional<RoughCount>& rough) {
  WordCount out = fold(*listed(), WordCount{&chosen, most_words}, threads, tick);
  if (!out.too_many) return out;
  rough =
      fold(*listed(),
           RoughCount{&chosen, FrequencySketch(kSketchBits), std::vector<std::uint64_t>(chosen.n_buckets)},
           threads, tick);
  return fold(*listed(), WordCount{&chosen, static_cast<std::size_t>(-1), &*rough}, threads, tick);
}

std::shared_ptr<const BucketNames> names_of(const Chosen& chosen, const OpenChunks& listed, unsigned threads,
                                            const Tick& tick, std::size_t most_words) {
  std::optional<RoughCount> rough;
  const WordCount counted = count_words(chosen, listed, threads, tick, most_words, rough);
  const auto place = [&](std::size_t word) { return chosen.of(token_hash(counted.words[word])); };
  std::vector<std::uint64_t> tokens(chosen.n_buckets);
  if (rough) tokens = rough->tokens;
  for (std::size_t word = 0; !rough && word < counted.words.size(); ++word)
    tokens[place(word)] += counted.count[word];
  auto out = std::make_shared<BucketNames>();
  for (std::size_t word = 0; word < counted.words.size(); ++word) {
    if (counted.count[word] * BucketNames::kLeastShare < tokens[place(word)]) continue;
    const std::uint32_t bucket = bucket_of(token_hash(counted.words[word]), chosen.bits);
    out->add(bucket_word(bucket), {std::string(counted.words[word]), counted.count[word]});
  }
  return out;
}

}  // namespace

std::vector<std::shared_ptr<const BucketNames>> find_names(const NamedSums& statistics,
                                                           const OpenChunks& listed, unsigned threads,
                                                           const Tick& tick, std::size_t most_words) {
  std::vector<std::shared_ptr<const BucketNames>> out(statistics.parts().size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (statistics.plan().parts[k].text && statistics.plan().parts[k].text_options.tokens.hash_bits > 0)
      out[k] = names_of(chosen_of(statistics, k), listed, threads, tick, most_words);
  }
  return out;
}

}  // namespace priory
