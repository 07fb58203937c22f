// SPDX-License-Identifier: Apache-2.0
// From a text to its tokens. The defaults give exactly the tokens of scikit-learn's CountVectorizer.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "priory/schema.h"
#include "priory/slices.h"
#include "priory/source.h"
#include "priory/table.h"

namespace priory {

// Reusable scratch for one thread; holds no result between texts.
class Tokeniser {
 public:
  explicit Tokeniser(const TokenOptions& options);
  ~Tokeniser();
  Tokeniser(Tokeniser&&) noexcept;
  Tokeniser& operator=(Tokeniser&&) noexcept;

  // The tokens of `text` in order; n-grams by n, then by position. Valid until the next call. From the
  // beginning of each Dictionary::kReadable bytes can be read. Bytes that are not UTF-8 count as U+FFFD, one
  // a maximal ill-formed subsequence.
  Slices operator()(std::string_view text);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// An Error of kind usage for options that make no tokeniser: a pattern that is none, a language that is not
// known, words asked of what has none.
void check_tokens(const TokenOptions& options);

// The languages that words can be stemmed in, and those whose stop words are known.
std::vector<std::string> stem_languages();
std::vector<std::string> stop_word_languages();

// The stop words of a language, or else those in a file: one a line, lines with # at the beginning left out.
// In code point order.
std::vector<std::string> stop_words(const std::string& language_or_file);

// What the columns of a table turn out to be while its chunks are decoded: as `profile` finds it, in the same
// reading.
class Looking {
 public:
  explicit Looking(const Table& table, const std::vector<std::string>& missing = ChunkSpec().missing,
                   bool skip_bad_rows = false);
  ~Looking();
  Looking(const Looking&) = delete;
  Looking& operator=(const Looking&) = delete;

  void reset();                               // before another reading
  std::vector<ColumnProfile> finish() const;  // once all chunks are decoded and their decoders gone

  struct State;
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// The rows of a table as chunks: cells become numbers, codes and bags of tokens, as `spec` says. Every column
// of the spec must be there but those it calls optional. `counts`, if given, is filled while the chunks are
// decoded and complete at their end; so is `looking`.
std::unique_ptr<Source<Chunk>> open_chunks(const Table& table, const ChunkSpec& spec,
                                           ReadCounts* counts = nullptr, bool again = false,
                                           Looking* looking = nullptr);

}  // namespace priory
