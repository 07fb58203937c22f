// SPDX-License-Identifier: Apache-2.0
// The arguments of a verb, declared once: the parser, the help and the manual are made from the declaration.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "priory/error.h"

#include "checked_format.h"
#include "files/file_guard.h"

namespace priory::app {

// What an option's value stands for: what a shell offers for it (completion.h).
enum class Means { anything, column, columns, settings_of_columns, label };

struct Argument {
  std::string flags;  // "--top", "-o,--output"; a word in capitals stands for its place: "DATA"
  std::string value;  // what its value is called in the help; empty: a flag without one
  std::string help;
  std::string group;  // the heading it stands under
  bool required = false;
  bool many = false;                             // takes several values
  bool repeats = false;                          // takes one value, and may be given several times
  bool joins = false;                            // the same; the values are one list, with commas
  std::vector<std::string> words;                // the only values there are; empty: any
  std::function<void(const std::string&)> take;  // gets each value; throws an Error of kind usage
  FileUse file = FileUse::none;                  // what is done with the files that its values name
  Means means = Means::anything;
  std::vector<std::string> usual = {};  // values worth offering, where others are possible

  Argument& reads() { return file = FileUse::read, *this; }
  Argument& writes() { return file = FileUse::write, *this; }
  Argument& names_column() { return means = Means::column, *this; }
  Argument& names_columns() { return means = Means::columns, *this; }             // with commas
  Argument& sets_columns() { return means = Means::settings_of_columns, *this; }  // 'age=gaussian,job=text'
  Argument& names_class() { return means = Means::label, *this; }
  Argument& often(std::vector<std::string> values) { return usual = std::move(values), *this; }
  bool positional() const { return flags[0] != '-'; }
  std::string long_flag() const { return flags.substr(flags.rfind("--")); }
};

class Arguments {
 public:
  void group(std::string title) { group_ = std::move(title); }

  Argument& text(std::string flags, std::string value, std::string& to, std::string help);
  Argument& texts(std::string flags, std::string value, std::vector<std::string>& to, std::string help);
  Argument& word(std::string flags, std::string value, std::string& to, std::vector<std::string> words,
                 std::string help);
  Argument& count(const std::string& flags, std::string value, std::size_t& to, std::string help,
                  std::size_t least = 1);
  Argument& seed(std::uint64_t& to);  // --seed, any whole number
  Argument& number(const std::string& flags, std::string value, double& to, double least, double most,
                   std::string help);
  Argument& flag(std::string flags, bool& to, std::string help);
  Argument& model(std::string& to);                           // MODEL, which must be given
  Argument& rows(std::vector<std::string>& to);               // DATA
  Argument& output_model(std::string& to, std::string help);  // -o,--output, and --force
  Argument& call(std::string flags, std::string value, std::function<void(const std::string&)> take,
                 std::string help);

  // Options that the verb does not take for a reason: whoever gives one is told.
  void refuse_all(const Arguments& others, const std::string& why);
  void refuse_flag(std::string flag, std::string why) {
    refused_.emplace_back(std::move(flag), std::move(why));
  }
  const std::string* why_refused(const std::string& flag) const;  // null: for no reason

  const std::vector<Argument>& all() const { return all_; }

  // From the argument `first` on, the long names of those that are given go into `names`, without dashes.
  void record_given(std::size_t first, std::set<std::string>& names);

 private:
  std::string group_ = "Arguments";
  std::vector<Argument> all_;
  std::vector<std::pair<std::string, std::string>> refused_;  // flags, and why
};

// The names of an enumeration as the words that an option takes, from the value `first` on.
template <class E>
std::vector<std::string> words_of(std::size_t first = 0) {
  return {kNames<E>.begin() + static_cast<std::ptrdiff_t>(first), kNames<E>.end()};
}

// The value that a word of words_of stands for.
template <class E>
E value_of_word(const std::string& word) {
  if (const std::optional<E> value = value_named<E>(word)) return *value;
  throw Error(ErrorKind::usage, "unknown word '" + word + "'");
}

struct Verb {
  std::string name;
  std::string summary;
  std::vector<std::string> examples;
  Arguments arguments;
  std::function<int()> run;
  std::vector<std::string> matter = {};  // the options that -h shows, about ten
};

// Finds the verb in the command line and hands its arguments to it. Null when help was asked for, which
// is then on stdout: -h has what matters, --help all. An Error of kind usage, with the nearest word, for what
// is not understood.
const Verb* parse(const std::vector<Verb>& verbs, int argc, char** argv);

}  // namespace priory::app
