// SPDX-License-Identifier: Apache-2.0
// The only file that knows the parser library, which is heavy to compile.
#include "arguments/arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>
#include <span>

#include "priory/error.h"

#include "help/manual.h"
#include "messages.h"

namespace priory::app {
namespace {

constexpr const char* kForce = "--force";

[[noreturn]] void refuse(const std::string& flags, const std::string& value, const std::string& wanted) {
  throw Error(ErrorKind::usage, fmt::format("{} takes {}, not '{}'", flags, wanted, value));
}

template <class Number>
bool read_number(const std::string& text, Number& to) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string> verb_names(const std::vector<Verb>& verbs) {
  std::vector<std::string> out;
  out.reserve(verbs.size());
  for (const Verb& verb : verbs) out.push_back(verb.name);
  return out;
}

// Gives an argument's values to it, checked.
void deliver(const Argument& argument, const std::vector<std::string>& values) {
  if (argument.joins && !values.empty()) return argument.take(fmt::format("{}", fmt::join(values, ",")));
  for (const std::string& value : values) {
    const bool known = argument.words.empty() ||
                       std::find(argument.words.begin(), argument.words.end(), value) != argument.words.end();
    if (!known) {
      throw Error(ErrorKind::usage,
                  fmt::format("{} takes {}, not '{}'{}", argument.long_flag(),
                              fmt::join(argument.words, ", "), value, did_you_mean(value, argument.words)));
    }
    argument.take(value);
  }
}

std::string tail(const Verb& verb) {
  return fmt::format("priory {} --help tells more", verb.name);
}

// The parser begins with the option: "--top: 1 required  missing".
[[noreturn]] void refuse_without_value(const Verb& verb, const std::string& message) {
  const std::string flag = message.substr(0, message.find(':'));
  for (const Argument& each : verb.arguments.all()) {
    if (!each.positional() && each.flags.ends_with(flag))
      throw Error(ErrorKind::usage, fmt::format("{} needs a value: {} {}", flag, flag, each.value), {},
                  tail(verb));
  }
  throw Error(ErrorKind::usage, message, {}, tail(verb));
}

// Words of other programs for what has another name here.
struct Synonym {
  std::string_view theirs, ours;
};
constexpr Synonym kVerbSynonyms[] = {{"fit", "train"},      {"learn", "train"},     {"classify", "predict"},
                                     {"infer", "predict"},  {"test", "eval"},       {"evaluate", "eval"},
                                     {"score", "eval"},     {"crossval", "cv"},     {"cross-validate", "cv"},
                                     {"validate", "cv"},    {"describe", "schema"}, {"show", "inspect"},
                                     {"info", "inspect"},   {"add", "update"},      {"partial-fit", "update"},
                                     {"unlearn", "forget"}, {"remove", "forget"},   {"combine", "merge"},
                                     {"em", "cluster"},     {"export", "convert"},  {"html", "report"}};
constexpr Synonym kFlagSynonyms[] = {{"--label", "--target"},
                                     {"--class", "--target"},
                                     {"--y", "--target"},
                                     {"--response", "--target"},
                                     {"--out", "--output"},
                                     {"--smoothing", "--alpha"},
                                     {"--laplace", "--alpha"},
                                     {"--sep", "--delimiter"},
                                     {"--jobs", "--threads"},
                                     {"--n-jobs", "--threads"},
                                     {"--random-state", "--seed"},
                                     {"--drop", "--ignore"},
                                     {"--exclude", "--ignore"},
                                     {"--prior", "--class-prior"},
                                     {"--probabilities", "--proba"},
                                     {"--iterations", "--max-iterations"}};

std::string said_elsewhere(std::span<const Synonym> synonyms, const std::string& word,
                           const std::vector<std::string>& known) {
  for (const Synonym& each : synonyms) {
    if (each.theirs == word && std::find(known.begin(), known.end(), each.ours) != known.end())
      return fmt::format("; did you mean '{}'?", each.ours);
  }
  return {};
}

// What is left over after parsing: a misspelt flag, or a file too many.
[[noreturn]] void refuse_rest(const Verb& verb, const std::string& word) {
  std::vector<std::string> flags;
  for (const Argument& each : verb.arguments.all()) {
    if (!each.positional()) flags.push_back(each.long_flag());
  }
  const std::string what = word.starts_with("-") ? "option" : "argument";
  const std::string name = word.substr(0, word.find('='));
  if (const std::string* why = verb.arguments.why_refused(name))
    throw Error(ErrorKind::usage, fmt::format("{} takes no {}: {}", verb.name, name, *why), {}, tail(verb));
  std::string meant = said_elsewhere(kFlagSynonyms, name, flags);
  if (meant.empty()) meant = did_you_mean(name, flags);
  for (const std::string& flag : flags) {  // --format for --input-format
    if (meant.empty() && name.starts_with("--") && flag.ends_with(name.substr(1)))
      meant = fmt::format("; did you mean '{}'?", flag);
  }
  throw Error(ErrorKind::usage, fmt::format("the {} '{}' is not known{}", what, word, meant), {}, tail(verb));
}

void parse_verb(const Verb& verb, std::vector<std::string> words) {
  CLI::App parser;
  parser.set_help_flag();
  parser.allow_extras();
  std::vector<CLI::Option*> options;
  for (const Argument& each : verb.arguments.all()) {
    CLI::Option* option = each.value.empty() && !each.positional() ? parser.add_flag(each.flags)
                                                                   : parser.add_option(each.flags);
    if (!each.value.empty() || each.positional()) option->expected(each.many ? -1 : 1);
    option->multi_option_policy(each.positional() && !each.many ? CLI::MultiOptionPolicy::Throw
                                                                : CLI::MultiOptionPolicy::TakeAll);
    options.push_back(option);
  }
  try {
    std::reverse(words.begin(), words.end());
    parser.parse(words);
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_without_value(verb, error.what());
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::usage, error.what(), {}, tail(verb));
  }
  if (!parser.remaining().empty()) refuse_rest(verb, parser.remaining()[0]);
  std::vector<NamedFile> files;
  bool force = false;
  for (std::size_t k = 0; k < options.size(); ++k) {
    const Argument& each = verb.arguments.all()[k];
    if (each.required && options[k]->count() == 0) {
      throw Error(ErrorKind::usage,
                  fmt::format("{} needs {}, {}", verb.name,
                              each.positional() ? each.flags : each.flags + " " + each.value, each.help),
                  {}, tail(verb));
    }
    if (!each.many && !each.repeats && !each.joins && !each.value.empty() && options[k]->count() > 1)
      throw Error(ErrorKind::usage,
                  fmt::format("{} is given {} times, and takes one value", options[k]->get_name(),
                              options[k]->count()),
                  {}, tail(verb));
    deliver(each, options[k]->results());
    if (each.flags == kForce) force = options[k]->count() > 0;
    if (each.file == FileUse::none) continue;
    for (const std::string& path : options[k]->results())
      files.push_back({each.file, each.positional() ? each.flags : each.long_flag(), path});
  }
  check_files(files, force);
}

const Verb& verb_named(const std::vector<Verb>& verbs, const std::string& name) {
  const auto verb =
      std::find_if(verbs.begin(), verbs.end(), [&](const Verb& each) { return each.name == name; });
  if (verb != verbs.end()) return *verb;
  const std::vector<std::string> names = verb_names(verbs);
  const std::string meant = said_elsewhere(kVerbSynonyms, name, names);
  throw Error(
      ErrorKind::usage,
      fmt::format("the verb '{}' is not known{}", name, meant.empty() ? did_you_mean(name, names) : meant),
      {}, "priory --help tells more");
}

}  // namespace

Argument& Arguments::call(std::string flags, std::string value, std::function<void(const std::string&)> take,
                          std::string help) {
  all_.push_back({std::move(flags),
                  std::move(value),
                  std::move(help),
                  group_,
                  false,
                  false,
                  false,
                  false,
                  {},
                  std::move(take)});
  return all_.back();
}

Argument& Arguments::text(std::string flags, std::string value, std::string& to, std::string help) {
  return call(
      std::move(flags), std::move(value), [&to](const std::string& given) { to = given; }, std::move(help));
}

Argument& Arguments::texts(std::string flags, std::string value, std::vector<std::string>& to,
                           std::string help) {
  Argument& out = call(
      std::move(flags), std::move(value), [&to](const std::string& given) { to.push_back(given); },
      std::move(help));
  out.many = true;
  return out;
}

Argument& Arguments::word(std::string flags, std::string value, std::string& to,
                          std::vector<std::string> words, std::string help) {
  Argument& out = text(std::move(flags), std::move(value), to, std::move(help));
  out.words = std::move(words);
  return out;
}

Argument& Arguments::count(const std::string& flags, std::string value, std::size_t& to, std::string help,
                           std::size_t least) {
  const auto take = [&to, flags, least](const std::string& given) {
    if (!read_number(given, to) || to < least)
      refuse(flags, given, fmt::format("a whole number from {} on", least));
  };
  return call(flags, std::move(value), take, std::move(help));
}

Argument& Arguments::seed(std::uint64_t& to) {
  const auto take = [&to](const std::string& given) {
    if (!read_number(given, to)) refuse("--seed", given, "a whole number");
  };
  return call("--seed", "S", take,
              "where chance begins: the same number gives the same result; 1 by default");
}

Argument& Arguments::number(const std::string& flags, std::string value, double& to, double least,
                            double most, std::string help) {
  const auto take = [&to, flags, least, most](const std::string& given) {
    if (!read_number(given, to) || !(to >= least && to <= most))
      refuse(flags, given,
             most < HUGE_VAL ? fmt::format("a number from {} to {}", least, most)
                             : fmt::format("a number from {} on", least));
  };
  return call(flags, std::move(value), take, std::move(help));
}

void Arguments::record_given(std::size_t first, std::set<std::string>& names) {
  for (std::size_t k = first; k < all_.size(); ++k) {
    all_[k].take = [take = all_[k].take, name = all_[k].long_flag().substr(2),
                    &names](const std::string& value) {
      names.insert(name);
      take(value);
    };
  }
}

void Arguments::refuse_all(const Arguments& others, const std::string& why) {
  const auto mine = [&](const Argument& other) {
    return std::any_of(all_.begin(), all_.end(),
                       [&](const Argument& each) { return each.flags == other.flags; });
  };
  for (const Argument& each : others.all()) {
    if (!each.positional() && !mine(each)) refused_.emplace_back(each.long_flag(), why);
  }
}

const std::string* Arguments::why_refused(const std::string& flag) const {
  for (const auto& [name, why] : refused_) {
    if (name == flag) return &why;
  }
  return nullptr;
}

Argument& Arguments::model(std::string& to) {
  Argument& out = text("MODEL", "", to, "a model file").reads();
  out.required = true;
  return out;
}

Argument& Arguments::rows(std::vector<std::string>& to) {
  return texts("DATA", "", to, "files of rows, or directories of texts or mails; - is a pipe").reads();
}

Argument& Arguments::output_model(std::string& to, std::string help) {
  text("-o,--output", "MODEL", to, std::move(help)).file = FileUse::write_model;
  call(
      kForce, "", [](const std::string&) {}, "write MODEL even over a file that is no model");
  return all_[all_.size() - 2];
}

Argument& Arguments::flag(std::string flags, bool& to, std::string help) {
  return call(
      std::move(flags), "", [&to](const std::string&) { to = true; }, std::move(help));
}

const Verb* parse(const std::vector<Verb>& verbs, int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto is_help = [](const std::string& word) { return word == "-h" || word == "--help"; };
  const auto help = [](const Verb& verb, bool all) { all ? write_help(verb) : write_short_help(verb); };
  if (words.empty())
    throw Error(ErrorKind::usage, fmt::format("a verb is needed: {}", fmt::join(verb_names(verbs), ", ")), {},
                "priory --help tells more");
  if (is_help(words[0]) || words == std::vector<std::string>{"help"}) return write_help(verbs), nullptr;
  if (words[0] == "help") return help(verb_named(verbs, words[1]), true), nullptr;
  const Verb& verb = verb_named(verbs, words[0]);
  const auto end_of_flags = std::find(words.begin(), words.end(), "--");
  const auto asked = std::find_if(words.begin() + 1, end_of_flags, is_help);
  if (asked != end_of_flags) return help(verb, *asked == "--help"), nullptr;
  speak_for(verb.arguments);
  parse_verb(verb, {words.begin() + 1, words.end()});
  return &verb;
}

}  // namespace priory::app
