// SPDX-License-Identifier: Apache-2.0
// The options that shape a model. Those of the families come from the families' own list.
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "priory/classifier.h"
#include "priory/front_end.h"

#include "command.h"
#include "files/network_file.h"

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

std::vector<std::string> family_names() {
  std::set<std::string> names{"auto"};
  for (const FamilyInfo& family : families()) names.emplace(family.name);
  return {names.begin(), names.end()};
}

// What --types takes beside families of single columns.
std::vector<std::string> column_types() {
  std::set<std::string> names{"numeric", "count", "binary", "date", "text", "weight", "ignore"};
  for (const FamilyInfo& family : families())
    if (!family.groups) names.emplace(family.name);
  return {names.begin(), names.end()};
}

std::string family_list() {
  std::string out;
  std::set<std::string_view> seen;
  for (const FamilyInfo& family : families()) {
    if (!seen.insert(family.name).second) continue;
    out += (out.empty() ? "" : ", ") + std::string(family.name);
    if (!family.aliases.empty()) out += fmt::format(" ({})", family.aliases);
  }
  return out;
}

}  // namespace

std::pair<std::size_t, std::size_t> parse_range(const std::string& flag, const std::string& text,
                                                std::size_t most) {
  const char* end = text.data() + text.size();
  std::size_t low = 0;
  auto read = std::from_chars(text.data(), end, low);
  std::size_t high = low;
  if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
    read = std::from_chars(read.ptr + 1, end, high);
  if (read.ec != std::errc() || read.ptr != end || low == 0 || high < low)
    throw Error(ErrorKind::usage,
                fmt::format("{} takes a number or a range such as 1-2, not '{}'", flag, text));
  if (high > most)
    throw Error(ErrorKind::usage, fmt::format("{} takes numbers up to {}, not '{}'", flag, most, text));
  return {low, high};
}

namespace {

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

// A name of a way to learn one, or of a file with a network.
void settle_structure(PlanOptions& options) {
  if (options.structure.ends_with(".bif")) options.graph = graph_of(load_network(options.structure));
}

}  // namespace

void PlanArguments::declare(Arguments& arguments, bool with_target) {
  const std::size_t first = arguments.all().size();
  declare_columns(arguments, with_target);
  declare_estimate(arguments);
  declare_text(arguments);
  arguments.record_given(first, given_names);
}

void PlanArguments::declare_plan(Arguments& arguments) {
  arguments
      .text("--plan", "FILE", plan_file,
            "count under this plan, or that of a model, and decide nothing by the rows")
      .reads();
}

Plan PlanArguments::given_plan() {
  Plan out = load_plan(plan_file);
  const std::vector<std::string> apart = contradictions(out, finish(), given_names);
  if (apart.empty()) return out;
  throw Error(ErrorKind::usage,
              fmt::format("the options would change the plan {}: {}", plan_file, fmt::join(apart, "; ")), {},
              "leave them out, or make another plan: priory plan");
}

void PlanArguments::declare_columns(Arguments& arguments, bool with_target) {
  arguments.group("Columns");
  if (with_target)
    arguments.text("--target", "COL", options.target, "the column with the class").names_column();
  arguments
      .text("--family", "NAME", options.family,
            "of all feature columns: " + family_list() +
                "; auto: of numbers the likeliest one, by leave-one-out")
      .often(family_names());
  arguments
      .text("--types", "LIST", types,
            "what columns are: a family, numeric, count, binary, date, text, weight or ignore; "
            "'age=gaussian,job=categorical{a,b}'")
      .sets_columns()
      .often(column_types())
      .joins = true;
  arguments.text("--parts", "LIST", parts, "columns modelled together: 'a+b=gaussian-shared,c=categorical'");
  if (with_target)
    arguments
        .text("--structure", "WHAT", options.structure,
              "how columns depend on each other: aode, hnb; or a Bayesian network of them: naive, tan, "
              "chow-liu, "
              "kdb, or the graph of FILE.bif; kdb-average: the mean of several networks; auto (train, plan): "
              "the best of them for rows left out")
        .often({"naive", "tan", "chow-liu", "aode", "hnb", "kdb", "kdb-average", "auto"})
        .reads();
  if (with_target)
    arguments.count(
        "--parents", "K", options.n_parents,
        "of --structure kdb and kdb-average: the most columns that each depends on, beside the class");
  if (with_target)
    arguments.count("--centres", "K", options.n_centres,
                    "split the rows of every class among up to K centres of its numbers: each is a component "
                    "with parameters of its own");
  arguments.text("--text", "COLS", text, "columns that are texts: 'subject,body'").names_columns().joins =
      true;
  arguments.text("--ignore", "COLS", ignore, "columns to leave out: 'id,name'").names_columns().joins = true;
  arguments.call(
      "--na", "LIST",
      [this](const std::string& value) { take_missing(value, options.missing, options.guess_missing); },
      "spellings of a missing cell, instead of NA,N/A,NaN,null and of those guessed; '+-,?' adds to them");
  arguments.call(
      "--decimal", "SIGN", [this](const std::string& value) { take_decimal(value); },
      "the decimal sign, . or , where columns do not tell");
  arguments.flag("--keep-spaces", options.keep_spaces, "spaces around cells are part of their values");
  if (with_target)
    arguments.count("--target-bins", "N", options.target_bins,
                    "cut a target of numbers into N classes of about as many rows");
}

void PlanArguments::take_decimal(const std::string& sign) {
  if (sign != "." && sign != ",")
    throw Error(ErrorKind::usage, fmt::format("--decimal is . or , and not '{}'", sign));
  options.decimal = sign[0];
}

void PlanArguments::declare_estimate(Arguments& arguments) {
  arguments.group("Estimate");
  arguments.text("--class-prior", "PRIOR", class_prior, "empirical, uniform or 'a=0.2,b=0.8'");
  arguments.number("--prior-alpha", "A", prior_alpha, 0, HUGE_VAL, "smoothing of the class prior");
  for (const auto& [name, each] : family_options()) {
    const auto& [option, names] = each;
    const auto take = [this, name = name](const std::string& value) {
      settings.emplace_back(name, value == "true" ? "1" : value);
    };
    const std::string help =
        option.flag ? fmt::format("{} ({})", option.help, names)
                    : fmt::format("{}; {} when not given ({})", option.help, option.initial, names);
    arguments.call("--" + name, option.flag ? "" : "X[,COL=X]", take, help);
  }
  arguments.word("--unseen", "WHAT", unseen, words_of<Unseen>(),
                 "a value or word not seen in training: ignore, smooth or error");
}

void PlanArguments::declare_text(Arguments& arguments) {
  arguments.group("Text");
  declare_tokens(arguments);
  arguments.word("--tf", "KIND", tf, words_of<Tf>(),
                 "of a word that occurs c times: count, log (1 + ln c) or binary");
  arguments.flag("--binary", binary, "the same as --tf binary: a word is there or not");
  arguments.flag("--idf", options.text_options.idf, "times ln((1 + texts) / (1 + texts with the word)) + 1");
  arguments.word("--length-norm", "KIND", length_norm, words_of<LengthNorm>(), "none, l1 or l2");
  arguments.count(
      "--hash-bits", "B", hash_bits,
      "count words in 2^B buckets (B from 1 to 24), which bounds the memory; the buckets that tell "
      "most are named by their words");
  arguments.text("--min-df", "N", min_df,
                 "leave out words in fewer texts: a number, or a share such as 0.01");
  arguments.text("--max-df", "N", max_df, "leave out words in more texts: a number, or a share such as 0.5");
  arguments.count("--max-features", "N", options.text_options.max_features,
                  "keep N words: the most frequent ones, or as --features-by says");
  arguments.word("--features-by", "RANK", features_by, words_of<FeaturesBy>(),
                 "which words --max-features keeps: frequency, or information (of the word with the class)");
}

PlanOptions PlanArguments::finish() {
  PlanOptions out = options;
  settle_structure(out);
  if (!types.empty()) out.types = parse_types(types);
  if (!parts.empty()) out.parts = parse_parts(parts);
  out.text = parse_list(text);
  out.ignore = parse_list(ignore);
  out.prior = parse_prior(class_prior, prior_alpha);
  out.settings = finish_settings();
  TextOptions& t = out.text_options;
  t.tokens = finish_tokens();
  t.tokens.hash_bits = hash_bits;
  out.tokens_given = !tokens.empty();
  t.tf = finish_tf();
  t.length_norm = value_of_word<LengthNorm>(length_norm);
  t.min_df = parse_limit("--min-df", min_df, t.min_df);
  t.max_df = parse_limit("--max-df", max_df, t.max_df);
  t.features_by = value_of_word<FeaturesBy>(features_by);
  out.unseen = value_of_word<Unseen>(unseen);
  check_options(out, given_names);
  check_tokens(t.tokens);
  return out;
}

std::vector<OptionValue> PlanArguments::finish_settings() const {
  std::vector<OptionValue> out;
  for (const auto& [name, value] : settings) {
    for (OptionValue& each : parse_setting(name, value)) out.push_back(std::move(each));
  }
  return out;
}

bool PlanArguments::leaves_choice() const {
  return !has_plan() && !options.structure.ends_with(".bif") && options.structure != "chow-liu" &&
         options.n_centres == 1;
}

std::set<std::string> PlanArguments::given() const {
  std::set<std::string> out;
  for (const auto& [name, value] : settings) out.insert(name);
  if (!options.family.empty() || !parts.empty()) out.insert("family");
  if (!tf.empty() || binary) out.insert("tf");
  if (options.text_options.idf) out.insert("idf");
  if (length_norm != "none") out.insert("length-norm");
  if (!ngrams.empty() || !char_ngrams.empty()) out.insert("ngrams");
  for (const char* name : {"tokens", "token-pattern", "stem", "stop-words"}) {
    if (given_names.contains(name)) out.insert("tokens");
  }
  if (!options.structure.empty()) out.insert("structure");
  if (class_prior != "empirical") out.insert("class-prior");
  if (prior_alpha != 0) out.insert("prior-alpha");
  return out;
}

}  // namespace priory::app
