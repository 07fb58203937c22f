// SPDX-License-Identifier: Apache-2.0
#include "store/plan_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/token_hash.h"
#include "family/family.h"
#include "store/json.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

// The words for the values of an enumeration, in its order.
template <class E>
constexpr std::array<std::string_view, 0> kWords;
template <>
constexpr std::array<std::string_view, 3> kWords<CellKind> = {"reals", "codes", "bag"};
template <>
constexpr std::array<std::string_view, 7> kWords<Tokens> = {"unicode",      "ascii", "space",  "characters",
                                                            "inside-words", "pairs", "pattern"};
template <>
constexpr std::array<std::string_view, 3> kWords<LetterCase> = {"usual", "keep", "lower"};
template <>
constexpr std::array<std::string_view, 3> kWords<Tf> = {"count", "log", "binary"};
template <>
constexpr std::array<std::string_view, 3> kWords<LengthNorm> = {"none", "l1", "l2"};
template <>
constexpr std::array<std::string_view, 2> kWords<FeaturesBy> = {"frequency", "information"};
template <>
constexpr std::array<std::string_view, 3> kWords<Unseen> = {"ignore", "smooth", "error"};
template <>
constexpr std::array<std::string_view, 3> kWords<PriorKind> = {"empirical", "uniform", "given"};

template <class E>
std::string_view word(E value) {
  return kWords<E>[static_cast<std::size_t>(value)];
}

template <class E>
E value_of(const ordered_json& json) {
  const auto text = json.get<std::string>();
  for (std::size_t k = 0; k < kWords<E>.size(); ++k) {
    if (kWords<E>[k] == text) return static_cast<E>(k);
  }
  throw std::out_of_range("unknown word '" + text + "'");
}

constexpr std::size_t kMostComponents = 1 << 16;

ordered_json pairs_to_json(const std::vector<std::pair<std::string, double>>& pairs) {
  ordered_json out = ordered_json::array();
  for (const auto& [name, value] : pairs) out.push_back({name, value});
  return out;
}

std::vector<std::pair<std::string, double>> pairs_from_json(const ordered_json& json) {
  std::vector<std::pair<std::string, double>> out;
  for (const ordered_json& pair : json)
    out.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<double>());
  return out;
}

// Only what is not usual is written: models without it keep the bytes they had before there was such a thing.
void add_tokens(const TokenOptions& o, ordered_json& out) {
  if (o.letter_case != LetterCase::usual) out["case"] = word(o.letter_case);
  if (o.fold_numbers) out["fold_numbers"] = true;
  if (!o.pattern.empty()) out["pattern"] = o.pattern;
  if (!o.stem.empty()) out["stem"] = o.stem;
  if (!o.stop_words.empty()) out["stop_words"] = o.stop_words;
}

void validate(const TokenOptions& o) {
  if (o.min_n == 0 || o.min_n > o.max_n) throw std::out_of_range("n-grams of no length");
  if (o.pattern.size() > TokenOptions::kLongestPattern || (o.tokens == Tokens::pattern) == o.pattern.empty())
    throw std::out_of_range("a token pattern that cannot be");
  if (o.of_characters() && (!o.stem.empty() || !o.stop_words.empty()))
    throw std::out_of_range("words of characters");
  const auto& words = o.stop_words;
  if (std::ranges::adjacent_find(words, std::ranges::greater_equal()) != words.end() ||
      (!words.empty() && words[0].empty()))
    throw std::out_of_range("stop words out of order");
}

TokenOptions tokens_from_json(const ordered_json& json) {
  TokenOptions out = {value_of<Tokens>(json.at("tokens")), whole(json.at("min_n")), whole(json.at("max_n"))};
  if (json.contains("case")) out.letter_case = value_of<LetterCase>(json.at("case"));
  if (json.contains("fold_numbers")) out.fold_numbers = json.at("fold_numbers").get<bool>();
  if (json.contains("pattern")) out.pattern = json.at("pattern").get<std::string>();
  if (json.contains("stem")) out.stem = json.at("stem").get<std::string>();
  if (json.contains("stop_words")) out.stop_words = json.at("stop_words").get<std::vector<std::string>>();
  validate(out);
  return out;
}

ordered_json text_to_json(const TextOptions& o) {
  ordered_json out = {{"tokens", word(o.tokens.tokens)},
                      {"min_n", o.tokens.min_n},
                      {"max_n", o.tokens.max_n},
                      {"tf", word(o.tf)},
                      {"idf", o.idf},
                      {"length_norm", word(o.length_norm)},
                      {"min_df", {o.min_df.value, o.min_df.share}},
                      {"max_df", {o.max_df.value, o.max_df.share}},
                      {"max_features", o.max_features}};
  add_tokens(o.tokens, out);
  if (o.tokens.hash_bits > 0) out["hash"] = {{"function", kTokenHash}, {"bits", o.tokens.hash_bits}};
  if (o.fixed) out["fixed"] = true;
  if (o.features_by != FeaturesBy::frequency) out["features_by"] = word(o.features_by);
  return out;
}

DocumentLimit limit_from_json(const ordered_json& json) {
  return {json.at(0).get<double>(), json.at(1).get<bool>()};
}

std::size_t hash_bits_from_json(const ordered_json& json) {
  const auto bits = whole(json.at("bits"));
  if (json.at("function").get<std::string>() != kTokenHash || bits == 0 || bits > kMostHashBits)
    throw std::out_of_range("words hashed in an unknown way");
  return bits;
}

TextOptions text_from_json(const ordered_json& json) {
  TextOptions out;
  out.tokens = tokens_from_json(json);
  out.tf = value_of<Tf>(json.at("tf"));
  out.idf = json.at("idf").get<bool>();
  out.length_norm = value_of<LengthNorm>(json.at("length_norm"));
  out.min_df = limit_from_json(json.at("min_df"));
  out.max_df = limit_from_json(json.at("max_df"));
  out.max_features = whole(json.at("max_features"));
  if (json.contains("hash")) out.tokens.hash_bits = hash_bits_from_json(json.at("hash"));
  if (json.contains("fixed")) out.fixed = json.at("fixed").get<bool>();
  if (json.contains("features_by")) out.features_by = value_of<FeaturesBy>(json.at("features_by"));
  return out;
}

ordered_json part_to_json(const PartPlan& part) {
  ordered_json out = {{"family", part.family},
                      {"kind", word(part.kind)},
                      {"columns", part.columns},
                      {"settings", pairs_to_json(part.settings)}};
  if (part.text) out["text"] = text_to_json(part.text_options);
  if (!part.declared.empty()) out["declared"] = part.declared;
  if (!part.declared_of.empty()) out["declared_of"] = part.declared_of;
  if (part.in_order) out["in_order"] = true;
  if (part.pooled) out["pooled"] = true;
  return out;
}

PartPlan part_from_json(const ordered_json& json) {
  PartPlan out;
  out.family = json.at("family").get<std::string>();
  out.kind = value_of<CellKind>(json.at("kind"));
  out.columns = json.at("columns").get<std::vector<std::string>>();
  out.settings = pairs_from_json(json.at("settings"));
  out.text = json.contains("text");
  if (out.text) out.text_options = text_from_json(json.at("text"));
  if (json.contains("declared")) out.declared = json.at("declared").get<std::vector<std::string>>();
  if (json.contains("declared_of"))
    out.declared_of = json.at("declared_of").get<std::vector<std::vector<std::string>>>();
  if (json.contains("in_order")) out.in_order = json.at("in_order").get<bool>();
  if (json.contains("pooled")) out.pooled = json.at("pooled").get<bool>();
  const Family* family = find_family(out.family, out.kind);
  if (family == nullptr) throw std::out_of_range("unknown family '" + out.family + "'");
  const auto options = family->info().options;
  const bool too_many = out.n_columns() > 1 && !family->groups();
  const bool combined = out.kind == CellKind::codes && family->groups();
  if (!out.declared_of.empty() && (!combined || out.declared_of.size() != out.columns.size()))
    throw std::out_of_range("declared values of other columns");
  if (out.columns.empty() || too_many || (combined && !out.declared.empty()) ||
      (out.text && out.kind != CellKind::bag) || options.size() != out.settings.size())
    throw std::out_of_range("a part that cannot be");
  for (std::size_t k = 0; k < options.size(); ++k) {
    const auto& [name, value] = out.settings[k];
    if (name != options[k].name || !(value >= options[k].least && value <= options[k].most))
      throw std::out_of_range("a setting that cannot be");
  }
  return out;
}

}  // namespace

namespace {

// Lists that stand in order, none of them twice.
void check_headers(const Plan& plan) {
  std::vector<std::string> columns = feature_columns(plan), named;
  std::ranges::sort(columns);
  for (const std::vector<std::string>& header : plan.headers) {
    std::vector<std::string> sorted = header;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) throw std::out_of_range("a column stands twice");
    named.insert(named.end(), header.begin(), header.end());
  }
  std::ranges::sort(named);
  named.erase(std::unique(named.begin(), named.end()), named.end());
  const bool in_order =
      std::ranges::adjacent_find(plan.headers, std::ranges::greater_equal()) == plan.headers.end();
  if (!plan.headers.empty() && (!in_order || plan.headers.size() < 2 || named != columns))
    throw std::out_of_range("headers of other columns");
}

void add_columns_from_json(const ordered_json& json, Plan& out) {
  if (json.contains("ignored")) out.ignored = json.at("ignored").get<std::vector<std::string>>();
  if (json.contains("open")) out.open = json.at("open").get<bool>();
  if (json.contains("faded")) out.faded = json.at("faded").get<bool>();
  if (json.contains("headers")) out.headers = json.at("headers").get<std::vector<std::vector<std::string>>>();
  if (!std::ranges::is_sorted(out.ignored))
    throw std::out_of_range("columns left out that stand in no order");
  check_headers(out);
}

}  // namespace

ordered_json plan_to_json(const Plan& plan) {
  ordered_json parts = ordered_json::array();
  for (const PartPlan& part : plan.parts) parts.push_back(part_to_json(part));
  ordered_json out = {{"target", plan.target},
                      {"weight", plan.weight},
                      {"missing", plan.missing},
                      {"unseen", word(plan.unseen)},
                      {"prior",
                       {{"kind", word(plan.prior.kind)},
                        {"given", pairs_to_json(plan.prior.given)},
                        {"alpha", plan.prior.alpha}}},
                      {"parts", std::move(parts)}};
  if (plan.expected) out["em"] = {{"components", plan.components}};
  if (!plan.structure.empty()) out["structure"] = plan.structure;
  if (!plan.ignored.empty()) out["ignored"] = plan.ignored;
  if (plan.open) out["open"] = true;
  if (!plan.headers.empty()) out["headers"] = plan.headers;
  if (plan.faded) out["faded"] = true;
  return out;
}

Plan plan_from_json(const ordered_json& json) {
  Plan out;
  out.target = json.at("target").get<std::string>();
  out.weight = json.at("weight").get<std::string>();
  out.missing = json.at("missing").get<std::vector<std::string>>();
  out.unseen = value_of<Unseen>(json.at("unseen"));
  const ordered_json& prior = json.at("prior");
  out.prior = {value_of<PriorKind>(prior.at("kind")), pairs_from_json(prior.at("given")),
               prior.at("alpha").get<double>()};
  const auto negative = [](const auto& given) { return given.second < 0; };
  if (out.prior.alpha < 0 || std::any_of(out.prior.given.begin(), out.prior.given.end(), negative))
    throw std::out_of_range("a class prior that cannot be");
  out.expected = json.contains("em");
  if (out.expected) out.components = whole(json.at("em").at("components"));
  if (out.components == 0 || out.components > kMostComponents)
    throw std::out_of_range("components that cannot be");
  if (json.contains("structure")) out.structure = json.at("structure").get<std::string>();
  for (const ordered_json& part : json.at("parts")) out.parts.push_back(part_from_json(part));
  add_columns_from_json(json, out);
  return out;
}

}  // namespace priory
