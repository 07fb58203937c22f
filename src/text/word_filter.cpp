// SPDX-License-Identifier: Apache-2.0
#include "text/word_filter.h"

namespace priory {

WordFilter::WordFilter(const TokenOptions& options, Dictionary stop_words)
    : folds_(options.fold_numbers), stop_words_(std::move(stop_words)) {
  if (!options.stem.empty()) stems_ = Stems{Stemmer(options.stem), {}};
}

void WordFilter::operator()(const Units& from, Units& out) {
  out.clear();
  for (std::size_t k = 0; k < from.units.size(); ++k) {
    const std::string_view word = filtered(from.word(k));
    if (!word.empty()) out.add_word(word);
  }
}

std::string_view WordFilter::filtered(std::string_view word) {
  if (folds_) word = fold_(word);
  if (!stems_) return stops(word) ? std::string_view() : word;
  return stems_->known(word, [this](std::string_view fresh) {
    return stops(fresh) ? std::string_view() : stems_->stem(fresh);
  });
}

}  // namespace priory
