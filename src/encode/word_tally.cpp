// SPDX-License-Identifier: Apache-2.0
#include "encode/word_tally.h"

#include <algorithm>
#include <bit>

namespace priory {

void WordTally::operator()(std::span<const std::uint32_t> words, Bag& bag) {
  begin_text(words.size());
  const std::size_t first = bag.word.size();
  bag.word.resize(first + words.size());
  bag.count.resize(first + words.size());
  const std::span<std::uint32_t> entries = bag.word.writable().subspan(first);
  const std::span<double> counts = bag.count.writable().subspan(first);
  std::uint32_t n = 0;
  for (const std::uint32_t word : words) {
    // Frequent words have small codes, so that the code itself spreads them.
    std::size_t at = word & (slots_.size() - 1);
    while (slots_[at].text == text_ && slots_[at].word != word) at = (at + 1) & (slots_.size() - 1);
    // No branch on whether it is new: no processor could foresee it.
    const bool is_new = slots_[at].text != text_;
    const std::uint32_t entry = is_new ? n : slots_[at].entry;
    slots_[at] = {word, text_, entry};
    entries[entry] = word;
    counts[entry] = is_new ? 1 : counts[entry] + 1;
    n += static_cast<std::uint32_t>(is_new);
  }
  bag.word.resize(first + n);
  bag.count.resize(first + n);
}

void WordTally::begin_text(std::size_t n_words) {
  constexpr std::size_t kFewest = 1024;
  const std::size_t wanted = std::max(kFewest, 4 * n_words);
  if (wanted > slots_.size()) slots_.resize(std::bit_ceil(wanted));
  if (++text_ != 0) return;
  std::fill(slots_.begin(), slots_.end(), Slot());  // after four billion texts
  text_ = 1;
}

}  // namespace priory
