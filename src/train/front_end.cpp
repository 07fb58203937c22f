// SPDX-License-Identifier: Apache-2.0
// Options as users give them: little languages, and what goes together.
#include "priory/front_end.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "words/token_hash.h"

namespace priory {
namespace {

constexpr double kLeastMemory = 16 << 20, kMostMemory = 0x1p50;

[[noreturn]] void refuse_option(const std::string& why) {
  throw Error(ErrorKind::usage, why);
}

void check_structure(const PlanOptions& options) {
  static const std::vector<std::string> names = {"naive",       "tan",  "chow-liu", "kdb",
                                                 "kdb-average", "aode", "hnb"};
  const std::string& name = options.structure;
  if (name.empty() || !options.graph.empty() || std::ranges::find(names, name) != names.end()) return;
  throw Error(ErrorKind::usage, fmt::format("there is no structure '{}'{}", name, did_you_mean(name, names)),
              {}, fmt::format("take {}, or name a network: FILE.bif", fmt::join(names, ", ")));
}

void check_grams(const TokenOptions& tokens, const std::string& name) {
  if (tokens.min_n == 0 || tokens.max_n < tokens.min_n)
    refuse_option(fmt::format("‹{}› takes a number or a range such as 1-2, not '{}-{}'", name, tokens.min_n,
                              tokens.max_n));
  if (tokens.max_n > kLongestGram)
    refuse_option(fmt::format("‹{}› takes numbers up to {}, not '{}'", name, kLongestGram, tokens.max_n));
}

void check_cutting(const PlanOptions& options, const std::set<std::string>& given) {
  constexpr std::pair<const char*, const char*> kApart[] = {
      {"tokens", "token-pattern"}, {"tokens", "char-ngrams"}, {"token-pattern", "char-ngrams"},
      {"ngrams", "char-ngrams"},   {"stem", "char-ngrams"},   {"stop-words", "char-ngrams"}};
  for (const auto& [a, b] : kApart) {
    if (given.contains(a) && given.contains(b))
      refuse_option(fmt::format("‹{}› and ‹{}› exclude each other", a, b));
  }
  if (given.contains("inside-words") && !given.contains("char-ngrams"))
    refuse_option("‹inside-words› says where ‹char-ngrams› are counted, and there are none");
  check_grams(options.text_options.tokens, given.contains("char-ngrams") ? "char-ngrams" : "ngrams");
}

void check_limit(const DocumentLimit& limit, const std::string& name) {
  if (limit.value >= 0 && (!limit.share || limit.value <= 1)) return;
  refuse_option(
      fmt::format("‹{}› takes a number of texts or a share such as 0.5, not '{}'", name, limit.value));
}

void check_vocabulary(const TextOptions& text) {
  check_limit(text.min_df, "min-df");
  check_limit(text.max_df, "max-df");
  if (text.min_df.share == text.max_df.share && text.min_df.value > text.max_df.value)
    refuse_option(fmt::format(
        "‹min-df› {} and ‹max-df› {} contradict each other: no word is in so many texts and in so few",
        text.min_df.value, text.max_df.value));
  if (text.tokens.hash_bits > kMostHashBits)
    refuse_option(fmt::format("‹hash-bits› takes 1 to {}, not {}", kMostHashBits, text.tokens.hash_bits));
  if (text.features_by != FeaturesBy::frequency && text.max_features == 0)
    refuse_option("‹features-by› says which words ‹max-features› N keeps, and that is not given");
}

}  // namespace

void take_missing(std::string_view list, std::vector<std::string>& missing, bool& guess) {
  const bool adds = list.starts_with('+');
  std::vector<std::string> given = parse_list(list.substr(adds ? 1 : 0));
  if (!adds) missing.clear(), guess = false;
  for (std::string& each : given) missing.push_back(std::move(each));
}

std::size_t parse_memory(std::string_view text) {
  double out = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, out);
  const std::string unit(at, end);
  const std::size_t power = unit.empty() ? 0 : std::string("KMGT").find(unit) + 1;
  if (error != std::errc() || unit.size() > 1 || (!unit.empty() && power == 0) || !(out >= 0))
    refuse_option(fmt::format("‹max-memory› takes a size such as 500M or 2G, not '{}'", text));
  out *= std::pow(1024, power);
  if (out < kLeastMemory) refuse_option(fmt::format("‹max-memory› takes 16M and more, not '{}'", text));
  if (out > kMostMemory) refuse_option(fmt::format("‹max-memory› takes up to 1024T, not '{}'", text));
  return static_cast<std::size_t>(out);
}

std::vector<std::string> stop_words_of_all(std::string_view names) {
  std::set<std::string> out;
  for (const std::string& name : parse_list(names)) {
    for (const std::string& word : stop_words(name)) out.insert(word);
  }
  return {out.begin(), out.end()};
}

void check_options(const PlanOptions& options, const std::set<std::string>& given) {
  check_structure(options);
  check_cutting(options, given);
  check_vocabulary(options.text_options);
  if (options.decimal && *options.decimal != '.' && *options.decimal != ',')
    refuse_option(fmt::format("‹decimal› is . or , and not '{}'", *options.decimal));
  if (given.contains("binary") && given.contains("tf") && options.text_options.tf != Tf::binary)
    refuse_option(fmt::format("‹binary› and ‹tf› {} exclude each other", name_of(options.text_options.tf)));
}

std::set<std::string> fixed_by(const std::set<std::string>& given) {
  static const std::map<std::string, std::string> kStandFor = {
      {"parts", "family"}, {"char-ngrams", "ngrams"}, {"token-pattern", "tokens"},
      {"stem", "tokens"},  {"stop-words", "tokens"},  {"binary", "tf"}};
  std::set<std::string> out;
  for (const std::string& name : given) {
    const auto other = kStandFor.find(name);
    out.insert(other == kStandFor.end() ? name : other->second);
  }
  return out;
}

void settle_case(TokenOptions& options, LetterCase asked) {
  options.letter_case = LetterCase::usual;
  if (asked != LetterCase::usual && options.lowers() != (asked == LetterCase::lower))
    options.letter_case = asked;
}

ReadOptions reading_for(const Plan& plan, ReadOptions options) {
  std::vector<std::string> texts;
  for (const PartPlan& part : plan.parts) {
    if (part.text) texts.push_back(part.columns[0]);
  }
  const auto headers = std::ranges::find(texts, "headers");
  if (headers != texts.end()) {
    options.mail_headers = true;
    if (texts.size() > 1) texts.erase(headers);
  }
  if (texts.size() == 1) options.text_name = texts[0];
  if (!plan.target.empty()) options.label_name = plan.target;
  options.expected = source_columns(plan);
  const std::vector<std::string> optional = optional_columns(plan);
  std::erase_if(options.expected,
                [&](const std::string& name) { return std::ranges::binary_search(optional, name); });
  return options;
}

std::vector<std::size_t> ranked(std::span<const double> log_posterior, std::size_t chosen) {
  std::vector<std::size_t> out(log_posterior.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::stable_sort(out, [&](std::size_t a, std::size_t b) {
    return a == chosen || b == chosen ? a == chosen && b != chosen : log_posterior[a] > log_posterior[b];
  });
  return out;
}

std::vector<double> rates_of(const Classifier& model, const ClassPrior& prior) {
  const std::vector<std::string>& classes = model.classes();
  if (prior.kind == PriorKind::empirical) return model.rates();
  std::vector<double> out(classes.size(), 1 / static_cast<double>(classes.size()));
  if (prior.kind == PriorKind::uniform) return out;
  std::ranges::fill(out, -1.0);
  for (const auto& [label, rate] : prior.given) out[find_class(classes, label)] = rate;
  const auto none = std::ranges::find(out, -1.0);
  if (none != out.end())
    throw Error(ErrorKind::usage,
                fmt::format("‹class-prior› gives no rate for the class '{}'",
                            classes[static_cast<std::size_t>(none - out.begin())]),
                {}, "name every class: ‹class-prior› 'a=0.2,b=0.8'");
  return out;
}

}  // namespace priory
