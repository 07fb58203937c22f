// SPDX-License-Identifier: Apache-2.0
// From a model to the plain values of its page.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/report.h"

namespace priory {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::string limit_text(const DocumentLimit& limit) {
  return limit.share ? fmt::format("{} of the texts", limit.value) : fmt::format("{} texts", limit.value);
}

void add_tokens(const TokenOptions& options, Settings& out) {
  out.emplace_back("tokens", name_of(options.tokens));
  if (options.max_n > 1) out.emplace_back("n-grams", fmt::format("{}-{}", options.min_n, options.max_n));
  if (!options.pattern.empty()) out.emplace_back("token-pattern", options.pattern);
  if (options.letter_case != LetterCase::usual) out.emplace_back("case", name_of(options.letter_case));
  if (options.fold_numbers) out.emplace_back("fold-numbers", "yes");
  if (!options.stop_words.empty())
    out.emplace_back("stop-words", fmt::format("{} words", options.stop_words.size()));
  if (!options.stem.empty()) out.emplace_back("stem", options.stem);
}

// How the page finds words in a text: pairs and runs of characters wherever they stand.
std::string tokens_of(const Plan& plan) {
  for (const PartPlan& part : plan.parts) {
    if (!part.text) continue;
    const TokenOptions& tokens = part.text_options.tokens;
    const bool anywhere = tokens.of_characters() || tokens.tokens == Tokens::pairs;
    return std::string(name_of(anywhere ? Tokens::characters : tokens.tokens));
  }
  return {};
}

}  // namespace

Settings text_settings(const TextOptions& options, const Speller& speller) {
  const TextOptions plain;
  Settings out;
  add_tokens(options.tokens, out);
  if (options.tokens.hash_bits > 0)
    out.emplace_back("hash-bits", fmt::format("{}", options.tokens.hash_bits));
  if (options.tf != plain.tf) out.emplace_back("tf", name_of(options.tf));
  if (options.idf) out.emplace_back("idf", "yes");
  if (options.length_norm != plain.length_norm) out.emplace_back("length-norm", name_of(options.length_norm));
  if (!(options.min_df == plain.min_df)) out.emplace_back("min-df", limit_text(options.min_df));
  if (!(options.max_df == plain.max_df)) out.emplace_back("max-df", limit_text(options.max_df));
  if (options.max_features > 0) out.emplace_back("max-features", fmt::format("{}", options.max_features));
  if (options.features_by == FeaturesBy::information)
    out.emplace_back("features-by", name_of(options.features_by));
  if (options.fixed)
    out.emplace_back("vocabulary", spelt("without the rarest words (‹max-memory›)", speller));
  return out;
}

namespace {

PagePart part_of(const PartView& view, const Speller& speller) {
  PagePart out{view.plan->family, view.plan->columns, view.values.size(), view.plan->text, {}};
  if (out.text) out.settings = text_settings(view.plan->text_options, speller);
  for (const auto& setting : view.plan->settings)
    out.settings.emplace_back(setting.first, fmt::format("{}", setting.second));
  return out;
}

Settings settings_of(const Plan& plan) {
  Settings out = {{"class prior", std::string(name_of(plan.prior.kind))},
                  {"unseen values", std::string(name_of(plan.unseen))},
                  {"missing", fmt::format("empty, {}", fmt::join(plan.missing, ", "))}};
  if (plan.prior.alpha > 0) out.emplace_back("prior-alpha", fmt::format("{}", plan.prior.alpha));
  if (!plan.weight.empty()) out.emplace_back("row weights", plan.weight);
  if (plan.expected && !plan.target.empty()) out.emplace_back("learnt by", "EM");
  if (plan.components > 1) out.emplace_back("components of a class", fmt::format("{}", plan.components));
  return out;
}

}  // namespace

PageModel portrait(const Classifier& model, std::size_t positive, const Speller& speller,
                   const SampledRows* rows) {
  constexpr std::size_t kMostFeatures = 12, kMostListed = 200;
  PageModel out;
  out.target = model.plan().target;
  out.tokens = tokens_of(model.plan());
  out.n_rows = static_cast<std::size_t>(model.n_rows());
  out.free_parameters = model.free_parameters();
  out.classes = model.classes(), out.class_count = model.class_count();
  for (const double log_p : model.log_prior()) out.prior.push_back(std::exp(log_p));
  out.settings = settings_of(model.plan());
  if (const Calibration* calibration = model.calibration())
    out.settings.emplace_back("calibration", name_of(calibration->method));
  for (const PartView& part : model.parts()) out.parts.push_back(part_of(part, speller));
  for (std::size_t c = 0; c < std::min(model.classes().size(), kMostListed); ++c)
    out.informative.push_back(model.most_informative(c, kMostFeatures));
  out.profiles = profiles(model.generative());
  out.spreads = spreads(model, rows);
  out.nomogram = nomogram(model, positive, rows);
  out.trace = model.trace();
  out.tried = model.classes_tried();
  if (model.tuning() != nullptr) out.search = *model.tuning();
  for (Trial& trial : out.search.trials) trial.options = spelt(trial.options, speller);
  return out;
}

}  // namespace priory
