// SPDX-License-Identifier: Apache-2.0
#include "store/plan_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "priory/text.h"

#include "family/family.h"
#include "store/json.h"
#include "store/json_object.h"
#include "words/token_hash.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

template <class E>
void read_word(JsonObject& json, const std::string& key, E& to) {
  const ordered_json* found = json.find(key);
  if (found == nullptr) return;
  const auto text = found->get<std::string>();
  if (const std::optional<E> value = value_named<E>(text)) return void(to = *value);
  throw std::out_of_range(fmt::format("'{}' is not known for '{}'{}", text, key,
                                      did_you_mean(text, {kNames<E>.begin(), kNames<E>.end()})));
}

void read_whole(JsonObject& json, const std::string& key, std::size_t& to) {
  if (const ordered_json* found = json.find(key)) to = whole(*found);
}

constexpr std::size_t kMostComponents = 1 << 16;

using Pairs = std::vector<std::pair<std::string, double>>;

ordered_json pairs_to_json(const Pairs& pairs) {
  ordered_json out = ordered_json::array();
  for (const auto& [name, value] : pairs) out.push_back({name, value});
  return out;
}

// Pairs in a list, as models have them, or an object.
Pairs pairs_from_json(const ordered_json& json) {
  Pairs out;
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) out.emplace_back(name, value.get<double>());
    return out;
  }
  for (const ordered_json& pair : json)
    out.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<double>());
  return out;
}

// Only what is not usual is written: models without it keep the bytes they had before there was such a thing.
void add_tokens(const TokenOptions& o, ordered_json& out) {
  if (o.letter_case != LetterCase::usual) out["case"] = name_of(o.letter_case);
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

void tokens_from_json(JsonObject& json, TokenOptions& out) {
  read_word(json, "tokens", out.tokens);
  read_whole(json, "min_n", out.min_n);
  read_whole(json, "max_n", out.max_n);
  read_word(json, "case", out.letter_case);
  json.read("fold_numbers", out.fold_numbers);
  json.read("pattern", out.pattern);
  json.read("stem", out.stem);
  json.read("stop_words", out.stop_words);
  validate(out);
  const std::vector<std::string> languages = stem_languages();
  if (!out.stem.empty() && std::ranges::find(languages, out.stem) == languages.end())
    throw Error(ErrorKind::model,
                fmt::format("its words are stemmed in '{}', which no stemmer here knows", out.stem));
}

ordered_json text_to_json(const TextOptions& o) {
  ordered_json out = {{"tokens", name_of(o.tokens.tokens)},
                      {"min_n", o.tokens.min_n},
                      {"max_n", o.tokens.max_n},
                      {"tf", name_of(o.tf)},
                      {"idf", o.idf},
                      {"length_norm", name_of(o.length_norm)},
                      {"min_df", {o.min_df.value, o.min_df.share}},
                      {"max_df", {o.max_df.value, o.max_df.share}},
                      {"max_features", o.max_features}};
  add_tokens(o.tokens, out);
  if (o.tokens.hash_bits > 0) out["hash"] = {{"function", kTokenHash}, {"bits", o.tokens.hash_bits}};
  if (o.fixed) out["fixed"] = true;
  if (o.features_by != FeaturesBy::frequency) out["features_by"] = name_of(o.features_by);
  return out;
}

void read_limit(JsonObject& json, const std::string& key, DocumentLimit& out) {
  if (const ordered_json* found = json.find(key))
    out = {found->at(0).get<double>(), found->at(1).get<bool>()};
}

std::size_t hash_bits_from_json(const ordered_json& json) {
  JsonObject hash(json, "the hash of words");
  const auto bits = whole(hash.at("bits"));
  if (hash.at("function").get<std::string>() != kTokenHash || bits == 0 || bits > kMostHashBits)
    throw std::out_of_range("words hashed in an unknown way");
  hash.finish();
  return bits;
}

TextOptions text_from_json(const ordered_json& text) {
  TextOptions out;
  JsonObject json(text, "a text");
  tokens_from_json(json, out.tokens);
  read_word(json, "tf", out.tf);
  json.read("idf", out.idf);
  read_word(json, "length_norm", out.length_norm);
  read_limit(json, "min_df", out.min_df);
  read_limit(json, "max_df", out.max_df);
  read_whole(json, "max_features", out.max_features);
  if (const ordered_json* hash = json.find("hash")) out.tokens.hash_bits = hash_bits_from_json(*hash);
  json.read("fixed", out.fixed);
  read_word(json, "features_by", out.features_by);
  json.finish();
  return out;
}

ordered_json part_to_json(const PartPlan& part) {
  ordered_json out = {{"family", part.family},
                      {"kind", name_of(part.kind)},
                      {"columns", part.columns},
                      {"settings", pairs_to_json(part.settings)}};
  if (part.text) out["text"] = text_to_json(part.text_options);
  if (!part.declared.empty()) out["declared"] = part.declared;
  if (!part.declared_of.empty()) out["declared_of"] = part.declared_of;
  if (part.in_order) out["in_order"] = true;
  if (part.pooled) out["pooled"] = true;
  return out;
}

// The options of the family by their names. One that is not there, in a model older than the option, has its
// initial value.
Pairs settings_from_json(const ordered_json* json, std::span<const Option> options) {
  const Pairs given = json == nullptr ? Pairs() : pairs_from_json(*json);
  Pairs out;
  std::vector<std::string> names;
  for (const Option& option : options) {
    const auto at = std::ranges::find(given, option.name, &Pairs::value_type::first);
    const double value = at == given.end() ? option.initial : at->second;
    if (!(value >= option.least && value <= option.most))
      throw std::out_of_range(fmt::format("the setting '{}' cannot be {}", option.name, value));
    out.emplace_back(option.name, value);
    names.emplace_back(option.name);
  }
  for (const auto& [name, value] : given) {
    if (std::ranges::find(names, name) == names.end())
      throw std::out_of_range(
          fmt::format("there is no setting '{}' of its family{}", name, did_you_mean(name, names)));
    if (std::ranges::count(given, name, &Pairs::value_type::first) > 1)
      throw std::out_of_range(fmt::format("the setting '{}' stands twice", name));
  }
  return out;
}

// Where nothing else is said: a text is a bag of words, other cells are what the family takes.
CellKind usual_kind(const PartPlan& part) {
  const std::vector<const Family*> found = find_families(part.family);
  return part.text || found.empty() ? CellKind::bag : found[0]->info().kind;
}

void check_part(const PartPlan& part, const Family& family) {
  const bool too_many = part.n_columns() > 1 && !family.groups();
  const bool combined = part.kind == CellKind::codes && family.groups();
  if (!part.declared_of.empty() && (!combined || part.declared_of.size() != part.columns.size()))
    throw std::out_of_range("declared values of other columns");
  if (part.columns.empty() || too_many || (combined && !part.declared.empty()) ||
      (part.text && part.kind != CellKind::bag))
    throw std::out_of_range("a part that cannot be");
}

PartPlan part_from_json(const ordered_json& part) {
  PartPlan out;
  JsonObject json(part, "a part");
  out.family = json.at("family").get<std::string>();
  out.columns = json.at("columns").get<std::vector<std::string>>();
  if (const ordered_json* text = json.find("text")) out.text = true, out.text_options = text_from_json(*text);
  out.kind = usual_kind(out);
  read_word(json, "kind", out.kind);
  json.read("declared", out.declared);
  json.read("declared_of", out.declared_of);
  json.read("in_order", out.in_order);
  json.read("pooled", out.pooled);
  if (const ordered_json* words = json.find("words"))
    out.fixed_words = FixedWords{words->get<std::vector<std::string>>(), {}};
  if (const ordered_json* idf = json.find("idf_of_words")) {
    if (!out.fixed_words) throw std::out_of_range("weights of words and no words");
    out.fixed_words->idf = idf->get<std::vector<double>>();
  }
  const Family* family = find_family(out.family, out.kind);
  if (family == nullptr) throw std::out_of_range("unknown family '" + out.family + "'");
  out.settings = settings_from_json(json.find("settings"), family->info().options);
  json.finish();
  check_part(out, *family);
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

ClassPrior prior_from_json(const ordered_json& prior) {
  ClassPrior out;
  JsonObject json(prior, "the prior");
  read_word(json, "kind", out.kind);
  if (const ordered_json* given = json.find("given")) out.given = pairs_from_json(*given);
  json.read("alpha", out.alpha);
  json.finish();
  const auto sound = [](double x) { return x >= 0 && std::isfinite(x); };
  if (!sound(out.alpha) || !std::ranges::all_of(out.given, sound, &Pairs::value_type::second))
    throw std::out_of_range("a class prior that cannot be");
  return out;
}

std::size_t components_from_json(const ordered_json& em) {
  JsonObject json(em, "em");
  const std::size_t out = whole(json.at("components"));
  json.finish();
  if (out == 0 || out > kMostComponents) throw std::out_of_range("components that cannot be");
  return out;
}

}  // namespace

ordered_json json_of(const Plan& plan) {
  ordered_json parts = ordered_json::array();
  for (const PartPlan& part : plan.parts) parts.push_back(part_to_json(part));
  ordered_json out = {{"target", plan.target},
                      {"weight", plan.weight},
                      {"missing", plan.missing},
                      {"unseen", name_of(plan.unseen)},
                      {"prior",
                       {{"kind", name_of(plan.prior.kind)},
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

Plan plan_of_json(const ordered_json& plan, bool of_file) {
  Plan out;
  JsonObject json(plan, "the plan");
  if (of_file && json.at("schema").get<std::string>() != kPlanSchema)
    throw std::out_of_range(fmt::format("its schema is not '{}'", kPlanSchema));
  json.read("target", out.target);
  json.read("weight", out.weight);
  out.missing = ChunkSpec().missing;
  json.read("missing", out.missing);
  read_word(json, "unseen", out.unseen);
  if (const ordered_json* prior = json.find("prior")) out.prior = prior_from_json(*prior);
  if (const ordered_json* em = json.find("em"))
    out.expected = true, out.components = components_from_json(*em);
  json.read("structure", out.structure);
  for (const ordered_json& part : json.at("parts")) out.parts.push_back(part_from_json(part));
  json.read("ignored", out.ignored);
  json.read("open", out.open);
  json.read("faded", out.faded);
  json.read("headers", out.headers);
  json.finish();
  if (!std::ranges::is_sorted(out.ignored))
    throw std::out_of_range("columns left out that stand in no order");
  check_headers(out);
  const auto has_words = [](const PartPlan& part) { return part.fixed_words.has_value(); };
  if (!of_file && std::ranges::any_of(out.parts, has_words))
    throw std::out_of_range("words that stand in the plan of a model");
  return out;
}

}  // namespace priory
