// SPDX-License-Identifier: Apache-2.0
#include "encode/text_encoder.h"

#include "rows/chunk_spec.h"
#include "words/word_gate.h"

namespace priory {

TextEncoder::TextEncoder(const ColumnSpec& spec, Dictionary& words)
    : spec_(&spec), words_(&words), tokeniser_(spec.tokens) {
  if (spec.tokens.hash_bits > 0) buckets_.emplace(spec.tokens.hash_bits);
}

void TextEncoder::add(std::string_view text, bool missing, Column& out) {
  if (!missing && spec_->counted) count(text, out.bag);
  out.bag.end_row(missing);
  if (spec_->listed) list(missing ? "" : text, out.tokens);
}

void TextEncoder::list(std::string_view text, TokenList& out) {
  for (const std::string_view token : tokeniser_(text)) out.add(token);
  n_tokens_ += out.end.size() - out.begin.back();
  out.end_row();
}

// What tokens are counted as: themselves, or their buckets; some are no words of the model to be.
void TextEncoder::find_words(const Slices& tokens, std::vector<std::uint32_t>& words) {
  if (!spec_->gate && !buckets_) return words_->insert_all(tokens, words);
  for (const std::string_view token : tokens) {
    if (spec_->gate && !spec_->gate->passes(token)) continue;
    words.push_back(buckets_ ? buckets_->code(token, *words_) : words_->insert(token));
  }
}

void TextEncoder::count(std::string_view text, Bag& bag) {
  const Slices tokens = tokeniser_(text);
  if (spec_->in_sequence) {
    const std::size_t before = bag.word.size();
    bag.word.edit([&](std::vector<std::uint32_t>& words) { find_words(tokens, words); });
    n_tokens_ += bag.word.size() - before;
    return;
  }
  found_.clear();
  find_words(tokens, found_);
  n_tokens_ += found_.size();
  tally_(found_, bag);
}

}  // namespace priory
