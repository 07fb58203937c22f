// SPDX-License-Identifier: Apache-2.0
// The bytes below were measured (docs/vocabulary.md): they are what the memory of a training grows by, a word
// and a word in a class, at its peak, and what every further thread adds.
#include "learn/vocabulary/memory_plan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/plan.h"

#include "fold/fold.h"
#include "learn/vocabulary/census.h"
#include "plan/chunk_layout.h"
#include "words/word_gate.h"

namespace priory {
namespace {

constexpr double kWordBytes = 400, kCellBytes = 30;  // at the end, when one thread is left
constexpr double kSmallCellBytes =
    4;  // of a word that is so rare that a byte a class is enough (SmallCounts)
constexpr std::uint32_t kNotSmall = 256;                         // occurrences
constexpr double kThreadWordBytes = 200, kThreadCellBytes = 24;  // while the rows are read
constexpr double kRealLimbs = 3;  // sums of weights take so many words of memory, those of counts one
// Of every further model beside the first, and for each limb of its sums.
constexpr double kCopyWordBytes = 60, kCopyLimbBytes = 70, kCopyCellBytes = 8;
constexpr std::size_t kSketchShare = 8;  // of the memory: one in so many bytes
constexpr double kFewestWords = 100;

// How many machine words an exact sum of the part takes.
double limbs_of(const Plan& plan, const PartPlan& part) {
  const bool counts = plan.weight.empty() && !part.text_options.fractions();
  return counts ? 1 : kRealLimbs;
}

double most_limbs(const Plan& plan, const MemoryOptions& options) {
  double out = options.weighed ? kRealLimbs : 1;
  for (const PartPlan& part : plan.parts) {
    if (part.text) out = std::max(out, limbs_of(plan, part));
  }
  return out;
}

// What words take in all models together.
struct WordCost {
  double cells, limbs;
  std::size_t copies;

  double of(double words, double cell_bytes) const {
    const double copy = kCopyWordBytes + limbs * (kCopyLimbBytes + kCopyCellBytes * cells);
    return words * (kWordBytes + cell_bytes * cells * limbs + static_cast<double>(copies - 1) * copy);
  }
  // Of `words`, of which some are not small. Sums of weights never are.
  double operator()(double words, double not_small) const {
    if (limbs > 1) return of(words, kCellBytes);
    return of(words - not_small, kSmallCellBytes) + of(not_small, kCellBytes);
  }
};

// The largest sketches, a power of two, that take no more than their share together.
std::size_t sketch_bits(std::size_t bytes, std::size_t n_texts) {
  std::size_t bits = FrequencySketch::kLeastBits;
  while (bits < FrequencySketch::kMostBits &&
         n_texts * FrequencySketch::bytes(bits + 1) <= bytes / kSketchShare)
    ++bits;
  return bits;
}

unsigned threads_that_fit(double bytes, double of_each, unsigned asked) {
  return static_cast<unsigned>(std::clamp(bytes / std::max(of_each, 1.0), 1.0, static_cast<double>(asked)));
}

Census take_census(const Plan& plan, const std::vector<OpenChunks>& listed, const MemoryOptions& options,
                   const Tick& tick) {
  const auto n_texts =
      static_cast<std::size_t>(std::ranges::count_if(plan.parts, [](auto& part) { return part.text; }));
  const Census zero(plan, sketch_bits(options.bytes, std::max<std::size_t>(n_texts, 1)));
  // The zero and a copy for each thread.
  const unsigned threads = threads_that_fit(kSketchShare - 2.0, 1, options.threads);
  Census out = zero;
  for (const OpenChunks& open : listed) out.merge(fold(*open(), zero, threads, tick));
  return out;
}

double words_of(const Census& census, std::uint32_t least) {
  double out = 0;
  for (const WordCensus& text : census.texts) out += text.n_words(least);
  return out;
}

// The lowest frequency from which on the words take no more bytes than that.
std::uint32_t least_frequency(const Census& census, double bytes, const WordCost& cost) {
  std::uint32_t low = 1, high = FrequencySketch::kMany;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    const double not_small = words_of(census, std::max(middle, kNotSmall));
    cost(words_of(census, middle), not_small) <= bytes ? high = middle : low = middle + 1;
  }
  return low;
}

double bucket_count(const Plan& plan) {
  double out = 0;
  for (const PartPlan& part : plan.parts) {
    if (part.hashed()) out += std::ldexp(1.0, static_cast<int>(part.text_options.tokens.hash_bits));
  }
  return out;
}

[[noreturn]] void refuse(const MemoryOptions& options, double cells, double buckets) {
  throw Error(ErrorKind::usage,
              buckets > 0
                  ? fmt::format("{} bytes have no room for the {} buckets of ‹hash-bits› in {} classes",
                                options.bytes, buckets, cells)
                  : fmt::format("{} bytes have no room for words in {} classes", options.bytes, cells),
              {}, buckets > 0 ? "give more memory, or fewer bits" : "give more memory");
}

}  // namespace

void MemoryPlan::limit(ChunkSpec& spec, const Plan& plan) const {
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    if (plan.parts[k].text) spec.columns[places[k][0]].gate = parts[k].gate;
  }
}

void MemoryPlan::fix(Plan& plan) const {
  for (std::size_t k = 0; k < parts.size(); ++k) plan.parts[k].text_options.fixed = parts[k].gate != nullptr;
}

MemoryPlan plan_memory(const Plan& plan, const std::vector<OpenChunks>& listed, const MemoryOptions& options,
                       const Tick& tick) {
  Census census = take_census(plan, listed, options, tick);
  const double cells = static_cast<double>(std::max<std::size_t>(1, census.classes.size()) * options.n_cells);
  const double limbs = most_limbs(plan, options), buckets = bucket_count(plan);
  const double all = static_cast<double>(options.bytes);
  const double bytes = all - all / kSketchShare - (options.copies > 1 ? all / kRowsShare : 0);
  const WordCost cost{cells, limbs, options.copies};
  const double room = bytes - cost.of(buckets, kCellBytes);
  if (room < cost.of(census.texts.empty() ? 0 : kFewestWords, kCellBytes)) refuse(options, cells, buckets);
  const std::uint32_t least = least_frequency(census, room, cost);
  MemoryPlan out;
  const double words = words_of(census, least) + buckets;
  out.threads =
      threads_that_fit(bytes, words * (kThreadWordBytes + kThreadCellBytes * cells * limbs), options.threads);
  auto text = census.texts.begin();
  for (const PartPlan& part : plan.parts) {
    WordLimit& each_part = out.parts.emplace_back();
    if (!part.text || part.hashed()) continue;
    each_part = {
        part.columns[0], text->sample.n_words(), text->n_sampled(least), text->sample.words_each() > 1, least,
        nullptr};
    if (least > 1) each_part.gate = std::make_shared<const WordGate>(std::move(text->sketch), least);
    ++text;
  }
  return out;
}

}  // namespace priory
