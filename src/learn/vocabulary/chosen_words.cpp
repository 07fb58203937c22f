// SPDX-License-Identifier: Apache-2.0
// Which words of the texts are in the model: chosen by the text options, or fixed.
#include <algorithm>
#include <fmt/format.h>

#include "priory/error.h"

#include "family/left_out.h"
#include "family/lift_bag.h"
#include "learn/named_sums.h"
#include "learn/vocabulary/weighting.h"
#include "learn/vocabulary/word_ranking.h"

namespace priory {

std::vector<std::uint32_t> NamedSums::selected_words(std::size_t k) const {
  const PartVocabulary& part = parts_[k];
  const TextOptions& options = plan_->parts[k].text_options;
  std::vector<std::uint32_t> out = first_codes(part.values.size());
  if (!plan_->parts[k].text || part.chosen()) return out;
  const double texts = block(k).sums[kTexts].value(0, 0);
  const auto limit = [&](const DocumentLimit& each) { return each.share ? each.value * texts : each.value; };
  // A text that has faded is less than one; a word that stands in one of them is still there.
  const bool any = plan_->faded && !options.min_df.share && options.min_df.value <= 1;
  const double least = any ? 0 : limit(options.min_df);
  std::erase_if(out, [&](std::uint32_t word) {
    const double df = block(k).sums[kDocuments].value(word, 0);
    return df < least || df > limit(options.max_df);
  });
  if (options.max_features == 0 || out.size() <= options.max_features) return out;
  const bool informed = options.features_by == FeaturesBy::information;
  return most_of(std::move(out), informed ? word_information(block(k)) : word_frequencies(block(k)),
                 options.max_features);
}

namespace {

// What may have become of all words.
std::string remedy_for_no_words(const TokenOptions& tokens) {
  if (tokens.tokens == Tokens::pattern && tokens.lowers())
    return "texts are lower-cased before ‹token-pattern› is looked for; ‹case› keep leaves capitals";
  if (tokens.tokens == Tokens::pattern) return "‹token-pattern› says what a word is";
  if (!tokens.stop_words.empty()) return "‹stop-words› may have left out all of them";
  if (tokens.min_n > 1) return "the texts are shorter than the runs asked for";
  return "‹tokens› says what a word is; to unicode it has two characters or more, to space any";
}

}  // namespace

void NamedSums::check_rows() const {
  if (has_rows()) return;
  if (n_rows() > 0)
    throw Error(ErrorKind::data, fmt::format("all {} rows have the weight 0", n_rows()), {},
                "a row of weight 0 counts as one that is not there");
  throw Error(ErrorKind::data, "there are no rows to learn from", {},
              "the file has a header only, or every row was skipped");
}

void NamedSums::check_words() const {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const PartPlan& plan = plan_->parts[k];
    if (!plan.text || !parts_[k].values.empty()) continue;
    const double texts = block(k).sums[kTexts].value(0, 0);
    if (texts == 0) continue;
    if (parts_[k].chosen() && plan.text_options.chooses()) fail_without_words(plan);
    if (plan.text_options.fixed)
      throw Error(ErrorKind::data,
                  fmt::format("no word of column '{}' is left by ‹max-memory›", plan.columns[0]), {},
                  "all occur too seldom to have room: give more memory");
    throw Error(ErrorKind::data,
                fmt::format("no word was found in the {} texts of column '{}'", texts, plan.columns[0]), {},
                fmt::format("{}; ‹ignore› {} leaves the column out",
                            remedy_for_no_words(plan.text_options.tokens), plan.columns[0]));
  }
}

void fail_without_words(const PartPlan& part) {
  throw Error(ErrorKind::data,
              fmt::format("no word of column '{}' is left by ‹min-df›, ‹max-df› and ‹max-features›",
                          part.columns[0]));
}

FrozenVocabulary NamedSums::vocabulary(std::size_t k) const {
  const PartVocabulary& part = parts_[k];
  const bool idf = plan_->parts[k].text_options.idf;
  const double texts = block(k).sums[kTexts].value(0, 0);
  FrozenVocabulary out;
  std::vector<double> weights;
  for (const std::uint32_t word : selected_words(k)) {
    out.words.insert(part.values[word]);
    if (idf) weights.push_back(inverse_document_frequency(texts, block(k).sums[kDocuments].value(word, 0)));
  }
  if (idf) weights.push_back(inverse_document_frequency(texts, 0));
  out.keep_idf(std::move(weights));
  return out;
}

void NamedSums::freeze(std::size_t k, FrozenVocabulary vocabulary) {
  freeze(k, std::make_shared<const FrozenVocabulary>(std::move(vocabulary)));
}

void NamedSums::freeze(std::size_t k, std::shared_ptr<const FrozenVocabulary> vocabulary) {
  parts_[k].values = vocabulary->words;
  parts_[k].frozen = std::move(vocabulary);
}

void NamedSums::fix_vocabularies() {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (plan_->parts[k].text && plan_->parts[k].text_options.fixed && !parts_[k].frozen)
      freeze(k, {parts_[k].values, {}, {}, false});
  }
}

}  // namespace priory
