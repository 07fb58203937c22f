// SPDX-License-Identifier: Apache-2.0
#include "help/completion.h"

#include <algorithm>
#include <fmt/format.h>

#include "command.h"
#include "files/named_files.h"
#include "verbs.h"

namespace priory::app {
namespace {

struct Answer {
  std::string kind = "words";
  std::vector<std::pair<std::string, std::string>> words;  // and what each means

  void add(const std::string& word, const std::string& meaning = "") { words.emplace_back(word, meaning); }
  void add_all(const std::vector<std::string>& more) {
    for (const std::string& each : more) add(each);
  }
};

// A line of the answer is a word, a tab and its meaning; a word that would break this cannot be offered.
bool is_one_line(const std::string& word) {
  return std::ranges::none_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

void write_answer(const Answer& answer, const std::string& before, const std::string& current) {
  std::string out = answer.kind + "\n";
  for (const auto& [word, meaning] : answer.words) {
    const std::string whole = before + word;
    if (whole.starts_with(current) && is_one_line(whole))
      out += meaning.empty() ? whole + "\n"
                             : fmt::format("{}\t{}\n", whole, meaning.substr(0, meaning.find(';')));
  }
  write_output(out);
}

const Argument* option_named(const Verb& verb, const std::string& flag) {
  for (const Argument& each : verb.arguments.all()) {
    if (!each.positional() &&
        (each.flags == flag || each.flags.ends_with("," + flag) || each.flags.starts_with(flag + ",")))
      return &each;
  }
  return nullptr;
}

// Which option the word at the end of `words` is a value of; null: of none.
const Argument* awaiting(const Verb& verb, const std::string& word) {
  const Argument* option = word.starts_with("-") ? option_named(verb, word) : nullptr;
  return option != nullptr && !option->value.empty() ? option : nullptr;
}

// Words that stand for themselves: no options, and no values of options.
std::vector<std::string> positional_words(const Verb& verb, const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k].size() > 1 && words[k][0] == '-')
      k += awaiting(verb, words[k]) == nullptr ? 0U : 1U;
    else
      out.push_back(words[k]);
  }
  return out;
}

// The positional argument that the word after so many others is for; null: there are too many.
const Argument* positional_at(const Verb& verb, std::size_t n_before) {
  for (const Argument& each : verb.arguments.all()) {
    if (each.positional() && (each.many || n_before-- == 0)) return &each;
  }
  return nullptr;
}

NamedFiles files_of(const Verb& verb, const std::vector<std::string>& words) {
  NamedFiles out;
  const std::vector<std::string> named = positional_words(verb, words);
  for (std::size_t k = 0; k < named.size(); ++k) {
    const Argument* argument = positional_at(verb, k);
    if (argument == nullptr) continue;
    if (argument->flags == "DATA" || argument->flags == "INPUT") out.data.push_back(named[k]);
    if (argument->flags == "MODEL" || argument->flags == "INPUT") out.models.push_back(named[k]);
  }
  return out;
}

// Where the item of a list begins: behind its last comma.
std::string before_item(const std::string& value) {
  return value.substr(0, value.rfind(',') + 1);
}

// Of 'age=gaussian,job=' the types of a column, and of 'age=gaussian,j' the columns.
void offer_settings(Answer& answer, std::string& before, const Argument& option, const std::string& value,
                    const NamedFiles& files) {
  answer.kind = "list";
  const std::string item = value.substr(before_item(value).size());
  before += before_item(value);
  if (const std::size_t sign = item.find('='); sign != std::string::npos) {
    before += item.substr(0, sign + 1);
    answer.add_all(option.usual);
  } else {
    for (const std::string& column : files.columns()) answer.add(column + "=");
  }
}

void offer_value(Answer& answer, std::string& before, const Argument& argument, const std::string& value,
                 const NamedFiles& files) {
  if (argument.means == Means::settings_of_columns)
    return offer_settings(answer, before, argument, value, files);
  answer.add_all(argument.words);
  answer.add_all(argument.usual);
  if (argument.means == Means::label) answer.add_all(files.classes());
  if (argument.means == Means::column || argument.means == Means::columns) answer.add_all(files.columns());
  if (argument.means == Means::columns) answer.kind = "list", before += before_item(value);
  if (argument.file != FileUse::none || (argument.positional() && argument.words.empty()))
    answer.kind = "files";
}

void offer_options(Answer& answer, const Verb& verb) {
  for (const Argument& each : verb.arguments.all()) {
    if (!each.positional()) answer.add(each.long_flag(), each.help);
  }
  answer.add("--help", "all options");
}

void complete_verb(const Verb& verb, const std::vector<std::string>& before_it, const std::string& current) {
  Answer answer;
  std::string before;
  const NamedFiles files = files_of(verb, before_it);
  const std::size_t sign = current.find('=');
  if (const Argument* option = before_it.empty() ? nullptr : awaiting(verb, before_it.back())) {
    offer_value(answer, before, *option, current, files);
  } else if (current.starts_with("--") && sign != std::string::npos) {
    const Argument* named = awaiting(verb, current.substr(0, sign));
    before = current.substr(0, sign + 1);
    if (named != nullptr) offer_value(answer, before, *named, current.substr(sign + 1), files);
  } else if (current.starts_with("-")) {
    offer_options(answer, verb);
  } else if (const Argument* named = positional_at(verb, positional_words(verb, before_it).size())) {
    offer_value(answer, before, *named, current, files);
  }
  write_answer(answer, before, current);
}

void offer_verbs(const std::string& current) {
  Answer answer;
  for (const Verb& verb : all_verbs()) answer.add(verb.name, verb.summary);
  if (current.starts_with("-"))
    answer.add("--help", "all verbs"), answer.add("--version", "what this program is");
  write_answer(answer, "", current);
}

void answer_for(std::vector<std::string> words) {
  if (words.empty()) words.emplace_back();
  const std::string current = words.back();
  words.pop_back();
  if (words.empty() || (words.size() == 1 && words[0] == "help")) return offer_verbs(current);
  const std::vector<Verb> verbs = verbs_for(words[0]);
  if (verbs.size() != 1) return write_answer(Answer(), "", current);
  complete_verb(verbs[0], {words.begin() + 1, words.end()}, current);
}

}  // namespace

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> out(1);
  char quote = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    const bool escapes = c == '\\' && quote != '\'' && k + 1 < line.size();
    if (escapes)
      out.back() += line[++k];
    else if (quote != 0 && c == quote)
      quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (quote == 0 && (c == ' ' || c == '\t'))
      out.back().empty() ? void() : void(out.emplace_back());
    else
      out.back() += c;
  }
  return out;
}

int complete(const std::vector<std::string>& words) {
  try {
    if (words.size() == 2 && words[0] == "--line") {
      const std::vector<std::string> cut = shell_words(words[1]);
      answer_for({cut.begin() + 1, cut.end()});
    } else {
      answer_for(words);
    }
  } catch (const Error&) {  // a file that cannot be read: there is nothing to offer
  }
  return 0;
}

}  // namespace priory::app
