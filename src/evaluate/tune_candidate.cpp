// SPDX-License-Identifier: Apache-2.0
#include "evaluate/tune_candidate.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/number.h"

namespace priory {

void TuneCandidate::no_flag(const std::string& name) {
  std::erase_if(flags_, [&](const auto& each) { return each.first == name; });
}

void TuneCandidate::flag(const std::string& name, const std::string& value) {
  no_flag(name);
  flags_.emplace_back(name, value);
}

std::string TuneCandidate::text() const {
  std::string out;
  for (const auto& [name, value] : flags_)
    out += fmt::format("{}‹{}›{}{}", out.empty() ? "" : " ", name, value.empty() ? "" : " ", value);
  return out;
}

// What is told is what is set, so that typing it gives the same model.
void TuneCandidate::set(const std::string& name, double exact) {
  const std::string told = fmt::format("{:.4g}", exact);
  const double value = parse_number(told).value_or(exact);
  for (PartPlan& part : plan.parts) {
    for (auto& [key, old] : part.settings) {
      if (key == name) old = value;
    }
  }
  flag(name, told);
}

const double* TuneCandidate::find(const std::string& name) const {
  for (const PartPlan& part : plan.parts) {
    const auto at = std::ranges::find(part.settings, name, &std::pair<std::string, double>::first);
    if (at != part.settings.end()) return &at->second;
  }
  return nullptr;
}

bool TuneCandidate::has_text() const {
  return std::ranges::any_of(plan.parts, &PartPlan::text);
}

std::string TuneCandidate::event_model() const {
  const auto at = std::ranges::find_if(plan.parts, &PartPlan::text);
  return at == plan.parts.end() ? std::string() : at->family;
}

const TextOptions& TuneCandidate::text_options() const {
  return std::ranges::find_if(plan.parts, &PartPlan::text)->text_options;
}

void TuneCandidate::set_event_model(const std::string& family) {
  for (PartPlan& part : plan.parts) {
    if (part.text) change_family(part, family);
  }
  if (std::ranges::all_of(plan.parts, &PartPlan::text)) return flag("family", family);
  std::string types;  // of the texts: --family would be of the other columns too
  for (const PartPlan& part : plan.parts) {
    if (part.text) types += fmt::format("{}{}={}", types.empty() ? "" : ",", part.label(), family);
  }
  flag("types", "'" + types + "'");
}

void TuneCandidate::flag_if(bool given, const std::string& name, const std::string& value) {
  if (given)
    flag(name, value);
  else
    no_flag(name);
}

void TuneCandidate::set_tf(Tf tf) {
  change_texts([&](TextOptions& text) { text.tf = tf; });
  flag_if(tf != Tf::count, "tf", std::string(name_of(tf)));
}

void TuneCandidate::set_idf(bool idf) {
  change_texts([&](TextOptions& text) { text.idf = idf; });
  flag_if(idf, "idf", "");
}

void TuneCandidate::set_length_norm(LengthNorm norm) {
  change_texts([&](TextOptions& text) { text.length_norm = norm; });
  flag_if(norm != LengthNorm::none, "length-norm", std::string(name_of(norm)));
}

void TuneCandidate::set_weight_norm(bool norm) {
  set("weight-norm", norm ? 1 : 0);
  flag_if(norm, "weight-norm", "");
}

void TuneCandidate::set_longest(std::size_t n_words) {
  change_texts([&](TextOptions& text) { text.tokens.max_n = n_words; });
  flag_if(n_words > 1, "ngrams", fmt::format("1-{}", n_words));
}

std::string TuneCandidate::key() const {
  std::string out = fmt::format("{} {}", static_cast<int>(plan.prior.kind), plan.prior.alpha);
  for (const PartPlan& part : plan.parts) {
    const TextOptions& text = part.text_options;
    out += fmt::format("|{} {} {} {} {}", part.family, static_cast<int>(text.tf), text.idf,
                       static_cast<int>(text.length_norm), text.tokens.max_n);
    for (const auto& [name, value] : part.settings) out += fmt::format(" {}={:.4g}", name, value);
  }
  return out;
}

}  // namespace priory
