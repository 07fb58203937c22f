// SPDX-License-Identifier: Apache-2.0
#include "text/token_pipeline.h"

#include "text/fold_numbers.h"
#include "text/tokeniser.h"

namespace priory {
namespace {

// Stop words are cut like texts, or they would not be met there: "don't" is the word "don" where apostrophes
// end words.
Dictionary cut_stop_words(const TokenOptions& options) {
  Dictionary out;
  Cutter cut(options, false);
  NumberFolder fold;
  Units units;
  for (const std::string& line : options.stop_words) {
    out.insert(line);
    cut(line, units);
    for (std::size_t k = 0; k < units.units.size(); ++k)
      out.insert(options.fold_numbers ? fold(units.word(k)) : units.word(k));
  }
  return out;
}

const TokenOptions& checked(const TokenOptions& options) {
  if (options.min_n < 1 || options.min_n > options.max_n)
    throw Error(ErrorKind::usage,
                "n-grams of " + std::to_string(options.min_n) + " to " + std::to_string(options.max_n), {},
                "the lengths of n-grams begin at 1 and do not go down, as in 1-2");
  if (options.of_characters() && (!options.stem.empty() || !options.stop_words.empty()))
    throw Error(ErrorKind::usage, "runs of characters have no words to stem or to leave out", {},
                "stems and stop words go with tokens that are words");
  if (options.tokens != Tokens::pattern && !options.pattern.empty())
    throw Error(ErrorKind::usage, "a token pattern is given, and another kind of tokens");
  return options;
}

}  // namespace

TokenPipeline::TokenPipeline(const TokenOptions& options, bool by_bytes)
    : grouped_(options.tokens == Tokens::inside_words),
      min_n_(checked(options).min_n),
      max_n_(options.max_n),
      cut_(options, by_bytes) {
  if (options.filters() && !options.of_characters()) filter_.emplace(options, cut_stop_words(options));
}

Slices TokenPipeline::operator()(std::string_view text) {
  cut_(text, units_);
  if (filter_) (*filter_)(units_, filtered_);
  Units& units = filter_ ? filtered_ : units_;
  if (max_n_ > 1 && !filter_ && !cut_.joins()) units.join();
  units.pad();
  if (max_n_ == 1 && !grouped_) return {units.bytes.data(), units.units};
  tokens_.clear();
  grouped_ ? units.append_n_grams_of_words(min_n_, max_n_, tokens_)
           : units.append_n_grams(min_n_, max_n_, tokens_);
  return {units.bytes.data(), tokens_};
}

void check_tokens(const TokenOptions& options) {
  const TokenPipeline made(options, false);
}

}  // namespace priory
