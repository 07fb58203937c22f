// SPDX-License-Identifier: Apache-2.0
#include "search/candidate.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/number.h"

namespace priory {

void PlanCandidate::no_flag(const std::string& name) {
  std::erase_if(flags_, [&](const auto& each) { return each.first == name; });
}

void PlanCandidate::flag(const std::string& name, const std::string& value) {
  no_flag(name);
  flags_.emplace_back(name, value);
}

std::string PlanCandidate::text() const {
  std::string out;
  for (const auto& [name, value] : flags_)
    out += fmt::format("{}‹{}›{}{}", out.empty() ? "" : " ", name, value.empty() ? "" : " ", value);
  return out;
}

// What is told is what is set, so that typing it gives the same model.
void PlanCandidate::set(const std::string& name, double exact) {
  const std::string told = fmt::format("{:.4g}", exact);
  const double value = parse_number(told).value_or(exact);
  for (PartPlan& part : plan.parts) {
    for (auto& [key, old] : part.settings) {
      if (key == name) old = value;
    }
  }
  flag(name, told);
}

const double* PlanCandidate::find(const std::string& name) const {
  for (const PartPlan& part : plan.parts) {
    const auto at = std::ranges::find(part.settings, name, &std::pair<std::string, double>::first);
    if (at != part.settings.end()) return &at->second;
  }
  return nullptr;
}

bool PlanCandidate::has_text() const {
  return std::ranges::any_of(plan.parts, &PartPlan::text);
}

std::string PlanCandidate::event_model() const {
  const auto at = std::ranges::find_if(plan.parts, &PartPlan::text);
  return at == plan.parts.end() ? std::string() : at->family;
}

const TextOptions& PlanCandidate::text_options() const {
  return std::ranges::find_if(plan.parts, &PartPlan::text)->text_options;
}

void PlanCandidate::set_event_model(const std::string& family) {
  for (PartPlan& part : plan.parts) {
    if (part.text) change_family(part, family);
  }
  if (std::ranges::all_of(plan.parts, &PartPlan::text)) return flag("family", family);
  std::string types;  // of the texts: --family would be of the other columns too
  for (const PartPlan& part : plan.parts) {
    if (part.text) types += fmt::format("{}{}={}", types.empty() ? "" : ",", part.label(), family);
  }
  flag("types", types_.empty() ? "'" + types + "'" : types_.substr(0, types_.size() - 1) + "," + types + "'");
}

void PlanCandidate::flag_if(bool given, const std::string& name, const std::string& value) {
  if (given)
    flag(name, value);
  else
    no_flag(name);
}

void PlanCandidate::set_tf(Tf tf) {
  change_texts([&](TextOptions& text) { text.tf = tf; });
  flag_if(tf != Tf::count, "tf", std::string(name_of(tf)));
}

void PlanCandidate::set_idf(bool idf) {
  change_texts([&](TextOptions& text) { text.idf = idf; });
  flag_if(idf, "idf", "");
}

void PlanCandidate::set_length_norm(LengthNorm norm) {
  change_texts([&](TextOptions& text) { text.length_norm = norm; });
  flag_if(norm != LengthNorm::none, "length-norm", std::string(name_of(norm)));
}

void PlanCandidate::set_weight_norm(bool norm) {
  set("weight-norm", norm ? 1 : 0);
  flag_if(norm, "weight-norm", "");
}

void PlanCandidate::set_standardised() {
  set("standardise", 1);
  flag("standardise", "");
}

void PlanCandidate::set_longest(std::size_t n_words) {
  change_texts([&](TextOptions& text) { text.tokens.max_n = n_words; });
  flag_if(n_words > 1, "ngrams", fmt::format("1-{}", n_words));
}

void PlanCandidate::set_tokens(Tokens tokens, std::size_t min_n, std::size_t max_n) {
  change_texts([&](TextOptions& text) {
    text.tokens.tokens = tokens, text.tokens.min_n = min_n, text.tokens.max_n = max_n;
  });
  flag("char-ngrams", fmt::format("{}-{}", min_n, max_n));
  flag_if(tokens == Tokens::inside_words, "inside-words", "");
}

void PlanCandidate::set_texts_like(const PlanCandidate& other) {
  const TextOptions& text = other.text_options();
  if (other.event_model() != event_model()) set_event_model(other.event_model());
  if (text.tf != text_options().tf) set_tf(text.tf);
  if (text.idf != text_options().idf) set_idf(text.idf);
  if (text.length_norm != text_options().length_norm) set_length_norm(text.length_norm);
  if (text.tokens.of_characters())
    set_tokens(text.tokens.tokens, text.tokens.min_n, text.tokens.max_n);
  else if (text.tokens.max_n != text_options().tokens.max_n)
    set_longest(text.tokens.max_n);
  const double* alpha = other.find("alpha");
  if (alpha == nullptr) return;
  std::string told;
  for (PartPlan& part : plan.parts) {
    for (auto& [name, value] : part.settings) {
      if (!part.text || name != "alpha") continue;
      value = *alpha;
      told += fmt::format("{}{}={:.4g}", told.empty() ? "" : ",", part.label(), *alpha);
    }
  }
  const bool all_texts = std::ranges::all_of(plan.parts, &PartPlan::text);
  flag("alpha", all_texts ? fmt::format("{:.4g}", *alpha) : "'" + told + "'");
}

int PlanCandidate::complexity() const {
  int out = plan.structure.empty() ? 0 : 3;
  for (const PartPlan& part : plan.parts) {
    const TextOptions& text = part.text_options;
    if (part.text) {
      out += (text.tf != Tf::count ? 1 : 0) + (text.idf ? 4 : 0);
      out += (text.length_norm != LengthNorm::none ? 1 : 0) + (text.tokens.max_n > 1 ? 2 : 0);
      out += (text.tokens.of_characters() ? 1 : 0) + (part.family == "multinomial" ? 0 : 1);
    }
    if (part.kind == CellKind::reals && part.columns.size() > 1)
      out += part.family == "gaussian-shared" ? 2 : 3;
  }
  if (std::ranges::any_of(plan.parts, [](const PartPlan& part) { return part.family == "bins"; })) out += 1;
  const double* norm = find("weight-norm");
  return out + (norm != nullptr && *norm != 0 ? 1 : 0);
}

std::string PlanCandidate::key() const {
  std::string out =
      fmt::format("{} {} {}", static_cast<int>(plan.prior.kind), plan.prior.alpha, plan.structure);
  for (const PartPlan& part : plan.parts) {
    const TextOptions& text = part.text_options;
    out += fmt::format("|{} {} {} {} {} {} {}", part.label(), part.family, static_cast<int>(text.tf),
                       text.idf, static_cast<int>(text.length_norm), static_cast<int>(text.tokens.tokens),
                       text.tokens.max_n);
    for (const auto& [name, value] : part.settings) out += fmt::format(" {}={:.4g}", name, value);
  }
  return out;
}

}  // namespace priory
