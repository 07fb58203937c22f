// SPDX-License-Identifier: Apache-2.0
#include "store/text_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "store/json_object.h"
#include "text/tokeniser.h"
#include "words/token_hash.h"

namespace priory {
namespace {

using nlohmann::ordered_json;

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
  json.read_name("tokens", out.tokens);
  json.read_whole("min_n", out.min_n);
  json.read_whole("max_n", out.max_n);
  json.read_name("case", out.letter_case);
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

}  // namespace

nlohmann::ordered_json json_of(const TextOptions& o) {
  nlohmann::ordered_json out = {{"tokens", name_of(o.tokens.tokens)},
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

TextOptions text_of_json(const nlohmann::ordered_json& text) {
  TextOptions out;
  JsonObject json(text, "a text");
  tokens_from_json(json, out.tokens);
  json.read_name("tf", out.tf);
  json.read("idf", out.idf);
  json.read_name("length_norm", out.length_norm);
  read_limit(json, "min_df", out.min_df);
  read_limit(json, "max_df", out.max_df);
  json.read_whole("max_features", out.max_features);
  if (const nlohmann::ordered_json* hash = json.find("hash"))
    out.tokens.hash_bits = hash_bits_from_json(*hash);
  json.read("fixed", out.fixed);
  json.read_name("features_by", out.features_by);
  json.finish();
  return out;
}

}  // namespace priory
