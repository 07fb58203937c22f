// SPDX-License-Identifier: Apache-2.0
// Texts into a column of a chunk: their tokens as a bag of words, in sequence, or as they are spelt. One
// belongs to one decoder and column; the dictionary is the column's and only grows.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "priory/chunk.h"

#include "encode/buckets.h"
#include "encode/word_tally.h"
#include "rows/chunk_spec.h"
#include "text/tokeniser.h"

namespace priory {

class TextEncoder {
 public:
  TextEncoder(const ColumnSpec& spec, Dictionary& words);  // both must outlive it

  // The next row of the column. An Error where a pattern gives up on the text.
  void add(std::string_view text, bool missing, Column& out);
  std::size_t n_tokens() const { return n_tokens_; }  // since the last
  void begin_chunk() { n_tokens_ = 0; }

 private:
  void count(std::string_view text, Bag& bag);
  void list(std::string_view text, TokenList& out);
  void find_words(const Slices& tokens, std::vector<std::uint32_t>& words);

  const ColumnSpec* spec_;
  Dictionary* words_;
  Tokeniser tokeniser_;
  std::optional<Buckets> buckets_;  // where words are hashed
  std::size_t n_tokens_ = 0;
  std::vector<std::uint32_t> found_;  // in the text at hand, in order
  WordTally tally_;
};

}  // namespace priory
