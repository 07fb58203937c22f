// SPDX-License-Identifier: Apache-2.0
// The options that shape a model. Those of the families come from the families' own list.
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>

#include "command.h"

namespace priory::app {
namespace {

// Family options by name, each once, with the families that take it.
std::map<std::string, std::pair<Option, std::string>> family_options() {
  std::map<std::string, std::pair<Option, std::string>> out;
  for (const FamilyInfo& family : families()) {
    for (const Option& option : family.options) {
      auto& names = out.try_emplace(std::string(option.name), option, "").first->second.second;
      if (names.find(family.name) == std::string::npos)
        names += (names.empty() ? "" : ", ") + std::string(family.name);
    }
  }
  return out;
}

std::string family_list() {
  std::string out;
  std::set<std::string_view> seen;
  for (const FamilyInfo& family : families()) {
    if (seen.insert(family.name).second) out += (out.empty() ? "" : ", ") + std::string(family.name);
  }
  return out;
}

std::pair<std::size_t, std::size_t> parse_range(const std::string& flag, const std::string& text) {
  std::size_t low = 0, high = 0;
  const char* end = text.data() + text.size();
  auto [at, error] = std::from_chars(text.data(), end, low);
  high = low;
  if (error == std::errc() && at != end && *at == '-')
    std::tie(at, error) = [&] {
      const auto r = std::from_chars(at + 1, end, high);
      return std::pair(r.ptr, r.ec);
    }();
  if (error != std::errc() || at != end || low == 0 || high < low || high > 64) {
    throw Error(ErrorKind::usage,
                fmt::format("{} takes a length or a range such as 1-2, not '{}'", flag, text));
  }
  return {low, high};
}

// A whole number counts texts; a number with a point is a share of them.
DocumentLimit parse_limit(const std::string& flag, const std::string& text, DocumentLimit otherwise) {
  if (text.empty()) return otherwise;
  DocumentLimit out{0, text.find('.') != std::string::npos};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.value);
  if (error != std::errc() || end != text.data() + text.size() || out.value < 0 ||
      (out.share && out.value > 1)) {
    throw Error(ErrorKind::usage,
                fmt::format("{} takes a number of texts or a share such as 0.5, not '{}'", flag, text));
  }
  return out;
}

template <class E>
E one_of(const std::string& text, const std::vector<std::pair<std::string, E>>& words) {
  for (const auto& [word, value] : words) {
    if (word == text) return value;
  }
  throw Error(ErrorKind::usage, "unknown word '" + text + "'");
}

}  // namespace

void PlanArguments::declare(CLI::App& parser) {
  CLI::Option_group* columns = parser.add_option_group("Columns");
  columns->add_option("--target", options.target, "the column with the class")->type_name("COL");
  columns->add_option("--family", options.family, "of all feature columns: " + family_list())
      ->type_name("NAME");
  columns
      ->add_option("--types", types,
                   "what columns are: a family, numeric, count, binary, text, weight or ignore; "
                   "'age=gaussian,job=categorical{a,b}'")
      ->type_name("LIST");
  columns->add_option("--parts", parts, "columns modelled together: 'a+b=multinomial,c=categorical'")
      ->type_name("LIST");
  columns->add_option("--text", text, "columns that are texts")->type_name("COLS");
  columns->add_option("--ignore", ignore, "columns to leave out")->type_name("COLS");
  columns
      ->add_option("--na", na,
                   "spellings of a missing cell, instead of NA,N/A,NaN,null; an empty cell always is one")
      ->type_name("LIST");
  CLI::Option_group* estimate = parser.add_option_group("Estimate");
  estimate->add_option("--class-prior", class_prior, "empirical, uniform or 'a=0.2,b=0.8'")
      ->type_name("PRIOR");
  estimate->add_option("--prior-alpha", prior_alpha, "smoothing of the class prior")
      ->type_name("A")
      ->check(CLI::NonNegativeNumber);
  for (const auto& [name, each] : family_options()) {
    const auto& [option, names] = each;
    const std::string flag = "--" + name;
    if (option.flag) {
      estimate->add_flag_callback(
          flag, [this, name = name] { settings.emplace_back(name, "1"); },
          fmt::format("{} ({})", option.help, names));
    } else {
      estimate
          ->add_option_function<std::string>(
              flag, [this, name = name](const std::string& value) { settings.emplace_back(name, value); },
              fmt::format("{}; {} when not given ({})", option.help, option.initial, names))
          ->type_name("X[,COL=X]");
    }
  }
  estimate->add_option("--unseen", unseen, "a value or word not seen in training: ignore, smooth or error")
      ->check(CLI::IsMember({"ignore", "smooth", "error"}))
      ->type_name("WHAT");
  CLI::Option_group* words = parser.add_option_group("Text");
  words
      ->add_option("--tokens", tokens,
                   "unicode: runs of two or more word characters, lower-cased; ascii: runs of [a-z0-9]; "
                   "space: split at white space")
      ->check(CLI::IsMember({"unicode", "ascii", "space"}))
      ->type_name("KIND");
  words->add_option("--ngrams", ngrams, "runs of words, such as 1-2")->type_name("N-M");
  words->add_option("--char-ngrams", char_ngrams, "runs of characters instead of words, such as 1-3")
      ->type_name("N-M");
  words->add_option("--tf", tf, "of a word that occurs c times: count, log (1 + ln c) or binary")
      ->check(CLI::IsMember({"count", "log", "binary"}))
      ->type_name("KIND");
  words->add_flag("--idf", options.text_options.idf, "times ln((1 + texts) / (1 + texts with the word)) + 1");
  words->add_option("--length-norm", length_norm, "none, l1 or l2")
      ->check(CLI::IsMember({"none", "l1", "l2"}))
      ->type_name("KIND");
  words->add_option("--min-df", min_df, "leave out words in fewer texts: a number, or a share such as 0.01")
      ->type_name("N");
  words->add_option("--max-df", max_df, "leave out words in more texts: a number, or a share such as 0.5")
      ->type_name("N");
  words->add_option("--max-features", options.text_options.max_features, "keep the N most frequent words")
      ->type_name("N");
}

PlanOptions PlanArguments::finish() {
  PlanOptions out = options;
  if (!types.empty()) out.types = parse_types(types);
  if (!parts.empty()) out.parts = parse_parts(parts);
  out.text = parse_list(text);
  out.ignore = parse_list(ignore);
  if (!na.empty()) out.missing = parse_list(na);
  out.prior = parse_prior(class_prior, prior_alpha);
  for (const auto& [name, value] : settings) {
    for (OptionValue& each : parse_setting(name, value)) out.settings.push_back(std::move(each));
  }
  TextOptions& t = out.text_options;
  t.tokens.tokens = one_of<Tokens>(
      tokens, {{"unicode", Tokens::unicode}, {"ascii", Tokens::ascii}, {"space", Tokens::space}});
  if (!ngrams.empty()) std::tie(t.tokens.min_n, t.tokens.max_n) = parse_range("--ngrams", ngrams);
  if (!char_ngrams.empty()) {
    if (!ngrams.empty()) throw Error(ErrorKind::usage, "--ngrams and --char-ngrams exclude each other");
    t.tokens.tokens = Tokens::characters;
    std::tie(t.tokens.min_n, t.tokens.max_n) = parse_range("--char-ngrams", char_ngrams);
  }
  t.tf = one_of<Tf>(tf, {{"count", Tf::count}, {"log", Tf::log}, {"binary", Tf::binary}});
  t.length_norm = one_of<LengthNorm>(
      length_norm, {{"none", LengthNorm::none}, {"l1", LengthNorm::l1}, {"l2", LengthNorm::l2}});
  t.min_df = parse_limit("--min-df", min_df, t.min_df);
  t.max_df = parse_limit("--max-df", max_df, t.max_df);
  out.unseen = one_of<Unseen>(
      unseen, {{"ignore", Unseen::ignore}, {"smooth", Unseen::smooth}, {"error", Unseen::error}});
  return out;
}

}  // namespace priory::app
