// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "priory/error.h"
#include "priory/family.h"
#include "priory/front_end.h"
#include "priory/store.h"

namespace priory::postgres {
namespace {

using Json = nlohmann::json;

// A value as the command line would be given it: of a list, its items with commas between them.
struct Value {
  std::string name, text;
};
using Set = std::function<void(PlanOptions&, const Value&)>;

[[noreturn]] void refuse(const Value& value, std::string_view wanted) {
  throw Error(ErrorKind::usage, fmt::format("‹{}› is {}, and not '{}'", value.name, wanted, value.text));
}

template <class Number>
Number number_of(const Value& value, std::string_view wanted) {
  Number out{};
  const char* const end = value.text.data() + value.text.size();
  const auto [at, error] = std::from_chars(value.text.data(), end, out);
  if (error != std::errc() || at != end) refuse(value, wanted);
  return out;
}

std::size_t count_of(const Value& value) {
  return number_of<std::size_t>(value, "a whole number");
}

bool flag_of(const Value& value) {
  if (value.text != "true" && value.text != "false") refuse(value, "true or false");
  return value.text == "true";
}

template <class E>
E word_of(const Value& value) {
  if (const auto out = value_named<E>(value.text)) return *out;
  const std::vector<std::string> names(kNames<E>.begin(), kNames<E>.end());
  refuse(value, fmt::format("one of {}", fmt::join(names, ", ")));
}

// "2" or "1-2".
void set_range(TokenOptions& tokens, const Value& value) {
  const std::size_t dash = value.text.find('-');
  tokens.min_n = count_of({value.name, value.text.substr(0, dash)});
  tokens.max_n =
      dash == std::string::npos ? tokens.min_n : count_of({value.name, value.text.substr(dash + 1)});
}

// A whole number counts texts; a number with a point is a share of them.
DocumentLimit limit_of(const Value& value) {
  return {number_of<double>(value, "a number of texts or a share"),
          value.text.find('.') != std::string::npos};
}

// A statement opens no files of the server.
void refuse_files(const Value& value, const std::vector<std::string>& known) {
  for (const std::string& name : parse_list(value.text)) {
    if (std::ranges::find(known, name) == known.end())
      refuse({value.name, name}, fmt::format("of {}", fmt::join(known, ", ")));
  }
}

bool skips_bad_rows(const Value& value) {
  if (value.text != "fail" && value.text != "skip") refuse(value, "fail or skip");
  return value.text == "skip";
}

const std::map<std::string, Set>& column_setters() {
  static const std::map<std::string, Set> out = {
      {"target", [](PlanOptions& o, const Value& v) { o.target = v.text; }},
      {"family", [](PlanOptions& o, const Value& v) { o.family = v.text; }},
      {"structure",
       [](PlanOptions& o, const Value& v) {
         if (v.text.ends_with(".bif")) refuse(v, "a name and no file");
         o.structure = v.text;
       }},
      {"parents", [](PlanOptions& o, const Value& v) { o.n_parents = count_of(v); }},
      {"types", [](PlanOptions& o, const Value& v) { o.types = parse_types(v.text); }},
      {"parts", [](PlanOptions& o, const Value& v) { o.parts = parse_parts(v.text); }},
      {"text", [](PlanOptions& o, const Value& v) { o.text = parse_list(v.text); }},
      {"ignore", [](PlanOptions& o, const Value& v) { o.ignore = parse_list(v.text); }},
      {"na", [](PlanOptions& o, const Value& v) { take_missing(v.text, o.missing, o.guess_missing); }},
      {"decimal",
       [](PlanOptions& o, const Value& v) {
         if (v.text.size() != 1) refuse(v, "one character");
         o.decimal = v.text[0];
       }},
      {"keep-spaces", [](PlanOptions& o, const Value& v) { o.keep_spaces = flag_of(v); }},
      {"class-prior", [](PlanOptions& o, const Value& v) { o.prior = parse_prior(v.text, o.prior.alpha); }},
      {"prior-alpha",
       [](PlanOptions& o, const Value& v) { o.prior.alpha = number_of<double>(v, "a number"); }},
      {"unseen", [](PlanOptions& o, const Value& v) { o.unseen = word_of<Unseen>(v); }},
      {"on-bad-row", [](PlanOptions& o, const Value& v) { o.skip_bad_rows = skips_bad_rows(v); }},
  };
  return out;
}

const std::map<std::string, Set>& text_setters() {
  static const std::map<std::string, Set> out = {
      {"tokens",
       [](PlanOptions& o, const Value& v) {
         o.text_options.tokens.tokens = word_of<Tokens>(v), o.tokens_given = true;
       }},
      {"token-pattern",
       [](PlanOptions& o, const Value& v) {
         o.text_options.tokens.tokens = Tokens::pattern, o.text_options.tokens.pattern = v.text;
       }},
      {"ngrams", [](PlanOptions& o, const Value& v) { set_range(o.text_options.tokens, v); }},
      {"char-ngrams",
       [](PlanOptions& o, const Value& v) {
         TokenOptions& tokens = o.text_options.tokens;
         set_range(tokens, v);
         if (tokens.tokens != Tokens::inside_words) tokens.tokens = Tokens::characters;
       }},
      {"inside-words",
       [](PlanOptions& o, const Value& v) {
         if (flag_of(v)) o.text_options.tokens.tokens = Tokens::inside_words;
       }},
      {"case",
       [](PlanOptions& o, const Value& v) { o.text_options.tokens.letter_case = word_of<LetterCase>(v); }},
      {"fold-numbers",
       [](PlanOptions& o, const Value& v) { o.text_options.tokens.fold_numbers = flag_of(v); }},
      {"stop-words",
       [](PlanOptions& o, const Value& v) {
         refuse_files(v, stop_word_languages());
         o.text_options.tokens.stop_words = stop_words_of_all(v.text);
       }},
      {"stem", [](PlanOptions& o, const Value& v) { o.text_options.tokens.stem = v.text; }},
      {"hash-bits", [](PlanOptions& o, const Value& v) { o.text_options.tokens.hash_bits = count_of(v); }},
      {"tf", [](PlanOptions& o, const Value& v) { o.text_options.tf = word_of<Tf>(v); }},
      {"binary",
       [](PlanOptions& o, const Value& v) {
         if (flag_of(v)) o.text_options.tf = Tf::binary;
       }},
      {"idf", [](PlanOptions& o, const Value& v) { o.text_options.idf = flag_of(v); }},
      {"length-norm",
       [](PlanOptions& o, const Value& v) { o.text_options.length_norm = word_of<LengthNorm>(v); }},
      {"min-df", [](PlanOptions& o, const Value& v) { o.text_options.min_df = limit_of(v); }},
      {"max-df", [](PlanOptions& o, const Value& v) { o.text_options.max_df = limit_of(v); }},
      {"max-features", [](PlanOptions& o, const Value& v) { o.text_options.max_features = count_of(v); }},
      {"features-by",
       [](PlanOptions& o, const Value& v) { o.text_options.features_by = word_of<FeaturesBy>(v); }},
  };
  return out;
}

std::set<std::string> family_settings() {
  std::set<std::string> out;
  for (const FamilyInfo& family : families()) {
    for (const Option& option : family.options) out.emplace(option.name);
  }
  return out;
}

// A setting for all columns, or {"column": value}; a flag is 1 or 0.
void take_setting(PlanOptions& options, const Value& value) {
  const std::string text = value.text == "true" ? "1" : value.text == "false" ? "0" : value.text;
  for (OptionValue& each : parse_setting(value.name, text)) options.settings.push_back(std::move(each));
}

void take(PlanOptions& options, const Value& value) {
  static const std::set<std::string> settings = family_settings();
  for (const auto* setters : {&column_setters(), &text_setters()}) {
    if (const auto at = setters->find(value.name); at != setters->end()) return at->second(options, value);
  }
  if (settings.contains(value.name)) return take_setting(options, value);
  std::vector<std::string> names(settings.begin(), settings.end());
  names.emplace_back("plan");
  for (const auto* setters : {&column_setters(), &text_setters()}) {
    for (const auto& [name, set] : *setters) names.push_back(name);
  }
  throw Error(ErrorKind::usage,
              fmt::format("there is no option \"{}\"{}", value.name, did_you_mean(value.name, names)));
}

std::string scalar(const std::string& name, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  throw Error(ErrorKind::usage, fmt::format("‹{}› does not take {}", name, value.dump()));
}

// Names with commas and quotes in them would be other names without quotes of their own.
std::string quoted(const std::string& item) {
  if (item.find_first_of(",='\"{}+ ") == std::string::npos) return item;
  if (item.find('\'') == std::string::npos) return '\'' + item + '\'';
  return '"' + item + '"';
}

std::string text_of(const std::string& name, const Json& value) {
  if (!value.is_structured()) return scalar(name, value);
  const bool list = value.is_array();
  std::string out;
  for (const auto& [key, item] : value.items()) {
    if (!out.empty()) out += ',';
    out += list ? quoted(scalar(name, item)) : quoted(key) + '=' + scalar(name, item);
  }
  return out;
}

Json parsed(std::string_view json) {
  Json out = Json::parse(json, nullptr, false);
  if (!out.is_object())
    throw Error(ErrorKind::usage, "the options are no JSON object", {},
                R"(give them as '{"family": "gaussian", "alpha": 0.5}')");
  return out;
}

void check(Options& options) {
  TokenOptions& tokens = options.plan_options.text_options.tokens;
  settle_case(tokens, tokens.letter_case);
  check_options(options.plan_options, options.given);
  check_tokens(tokens);
  if (!options.plan) return;
  const std::vector<std::string> apart = contradictions(*options.plan, options.plan_options, options.given);
  if (!apart.empty())
    throw Error(ErrorKind::usage,
                fmt::format("the options would change the plan: {}", fmt::join(apart, "; ")), {},
                "leave them out, or make another plan: priory_plan");
  if (options.plan->target.empty())
    throw Error(ErrorKind::usage, "the plan has no target", {}, "make one with priory_plan");
}

}  // namespace

Options parse_options(std::string_view json) {
  Options out;
  if (json.empty()) return out;
  const Json members = parsed(json);
  for (const auto& [key, value] : members.items()) {
    std::string name = key;
    std::ranges::replace(name, '_', '-');
    if (value.is_null()) continue;
    out.given.insert(name);
    if (name == "plan")
      out.plan = plan_from_json(value.is_string() ? value.get<std::string>() : value.dump(), "plan");
    else
      take(out.plan_options, {name, text_of(name, value)});
  }
  out.given.erase("plan");
  check(out);
  return out;
}

}  // namespace priory::postgres
