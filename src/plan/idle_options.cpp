// SPDX-License-Identifier: Apache-2.0
#include "plan/idle_options.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace priory {
namespace {

std::vector<std::string> named(std::initializer_list<std::pair<const char*, bool>> options) {
  std::vector<std::string> out;
  for (const auto& [name, given] : options) {
    if (given) out.emplace_back(name);
  }
  return out;
}

// Which options have another value than the usual one.
std::vector<std::string> given_weights(const TextOptions& options) {
  return named({{"‹tf›", options.tf != Tf::count},
                {"‹idf›", options.idf},
                {"‹length-norm›", options.length_norm != LengthNorm::none}});
}

std::vector<std::string> given_prior(const ClassPrior& prior) {
  return named({{"‹class-prior›", prior.kind != PriorKind::empirical}, {"‹prior-alpha›", prior.alpha != 0}});
}

std::vector<std::string> given_text_options(const TextOptions& options) {
  const TokenOptions &tokens = options.tokens, usual;
  const bool runs = tokens.min_n != usual.min_n || tokens.max_n != usual.max_n;
  std::vector<std::string> out =
      named({{"‹tokens›", tokens.tokens == Tokens::ascii || tokens.tokens == Tokens::space ||
                              tokens.tokens == Tokens::pairs},
             {"‹token-pattern›", tokens.tokens == Tokens::pattern},
             {"‹char-ngrams›", tokens.of_characters()},
             {"‹ngrams›", runs && !tokens.of_characters()},
             {"‹case›", tokens.letter_case != usual.letter_case},
             {"‹fold-numbers›", tokens.fold_numbers},
             {"‹stop-words›", !tokens.stop_words.empty()},
             {"‹stem›", !tokens.stem.empty()},
             {"‹hash-bits›", tokens.hash_bits > 0},
             {"‹min-df›", !(options.min_df == TextOptions().min_df)},
             {"‹max-df›", !(options.max_df == TextOptions().max_df)},
             {"‹max-features›", options.max_features > 0}});
  std::ranges::copy(given_weights(options), std::back_inserter(out));
  return out;
}

void add(const std::vector<std::string>& names, std::string_view why, std::vector<std::string>& out) {
  if (names.empty()) return;
  out.push_back(
      fmt::format("{} {} no effect: {}", fmt::join(names, ", "), names.size() == 1 ? "has" : "have", why));
}

}  // namespace

std::vector<std::string> idle_options(const Plan& plan, const PlanOptions& options) {
  std::vector<std::string> out;
  const auto is_weightless = [](const PartPlan& part) { return !part.text || part.family == "bernoulli"; };
  if (std::ranges::none_of(plan.parts, &PartPlan::text))
    add(given_text_options(options.text_options), "no column is a text", out);
  else if (std::ranges::all_of(plan.parts, is_weightless))
    add(given_weights(options.text_options), "bernoulli asks whether a word is there, not how often", out);
  if (!uses_prior(plan)) add(given_prior(options.prior), "complement compares classes without a prior", out);
  return out;
}

}  // namespace priory
