// SPDX-License-Identifier: Apache-2.0
#include "text/word_filter.h"

namespace priory {
namespace {

// Words whose stems are kept: enough for the words of a language, a bound for those of an attacker.
constexpr std::size_t kMostStems = 1 << 18;
constexpr std::size_t kLongestKept = 64;  // bytes

}  // namespace

WordFilter::WordFilter(const TokenOptions& options, Dictionary stop_words)
    : folds_(options.fold_numbers), has_stop_words_(!stop_words.empty()), stop_words_(std::move(stop_words)) {
  if (!options.stem.empty()) stemmer_.emplace(options.stem);
}

void WordFilter::operator()(const Units& from, Units& out) {
  out.clear();
  for (std::size_t k = 0; k < from.units.size(); ++k) {
    std::string_view word = from.word(k);
    if (folds_) word = fold_(word);
    if (has_stop_words_ && stops(word)) continue;
    out.add_word(stemmer_ ? stem(word) : word);
  }
}

std::string_view WordFilter::stem(std::string_view word) {
  const std::uint32_t known = stemmed_.find(word);
  if (known != Dictionary::kAbsent) return stem_names_[stems_[known]];
  if (word.size() > kLongestKept || stemmed_.size() >= kMostStems) return (*stemmer_)(word);
  const std::uint32_t code = stem_names_.insert((*stemmer_)(word));
  stemmed_.insert(word);
  stems_.push_back(code);
  return stem_names_[code];
}

}  // namespace priory
