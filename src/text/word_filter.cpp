// SPDX-License-Identifier: Apache-2.0
#include "text/word_filter.h"

#include "core/utf8.h"
#include "text/lower.h"

namespace priory {

WordFilter::WordFilter(const TokenOptions& options, const Dictionary& stop_words)
    : folds_(options.fold_numbers), lowers_(options.lowers()) {
  for (std::size_t k = 0; k < stop_words.size(); ++k)
    stop_words_.insert(lowers_ ? stop_words[k] : lowered(stop_words[k]));
  if (!options.stem.empty()) stems_ = Stems{Stemmer(options.stem), {}};
}

void WordFilter::operator()(const Units& from, Units& out) {
  out.clear();
  for (std::size_t k = 0; k < from.units.size(); ++k) {
    const std::string_view word = filtered(from.word(k));
    if (!word.empty()) out.add_word(word);
  }
}

// They are words of a language: The and THE as well as the.
bool WordFilter::stops(std::string_view word) {
  if (stop_words_.empty()) return false;
  return stop_words_.find(lowers_ ? word : lowered(word)) != Dictionary::kAbsent;
}

std::string_view WordFilter::lowered(std::string_view word) {
  points_.clear(), lower_points_.clear(), lower_.clear();
  decode_utf8(word, points_);
  append_lower(points_, lower_points_);
  for (const char32_t point : lower_points_) encode_utf8(point, lower_);
  return lower_;
}

std::string_view WordFilter::filtered(std::string_view word) {
  if (folds_) word = fold_(word);
  if (!stems_) return stops(word) ? std::string_view() : word;
  return stems_->known(word, [this](std::string_view fresh) {
    return stops(fresh) ? std::string_view() : stems_->stem(fresh);
  });
}

}  // namespace priory
