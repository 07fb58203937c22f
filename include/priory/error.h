// SPDX-License-Identifier: Apache-2.0
// The one exception of the library: what went wrong, where, and what to do about it.
// The library throws it and never prints, exits or aborts for anything a user can cause. Also here, since all
// else uses them: names of enumerations, and numbers as text.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)

namespace priory {

enum class ErrorKind {
  usage,        // the call or the options are wrong
  data,         // the rows are
  model,        // the model file is
  io,           // reading or writing failed
  interrupted,  // the user asked to stop
};

// A place in an input file. Lines and columns count from 1; 0 means that there is none to name.
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;

  std::string text() const;  // "file:line:column", as far as known
  template <class Wire>
  void carry(Wire& wire) {
    wire(file, line, column);
  }
};

// Whether a comes before b: of places in different files, by their names.
bool earlier(const Place& a, const Place& b);

// Messages name settings and leave it to the caller how one is given: "‹alpha›" stands for the setting
// `alpha`, which the command line spells --alpha and Python alpha=.
using Speller = std::function<std::string(std::string_view setting)>;
std::string spelt(std::string_view text, const Speller& speller = {});  // without a speller: alpha

// Of a remedy's alternatives ("do this (‹alpha›), or that (‹types›)") those that name only settings the
// caller has; all of them if none would be left.
std::string remedy_with(std::string_view remedy, const std::function<bool(std::string_view setting)>& has);

class Error : public std::runtime_error {  // what(): place, message and remedy, settings spelt plainly
 public:
  Error(ErrorKind kind, const std::string& message, Place place = {}, std::string remedy = {});

  ErrorKind kind() const { return kind_; }
  const std::string& message() const { return message_; }  // settings are marked, here and
  const std::string& remedy() const { return remedy_; }    // here
  const Place& place() const { return place_; }
  std::string setting() const;                     // the first that message or remedy name; empty: none
  std::string text(const Speller& speller) const;  // as what(), settings spelt so
  // The same error with another remedy.
  Error with_remedy(std::string remedy) const { return {kind_, message_, place_, std::move(remedy)}; }

 private:
  ErrorKind kind_;
  std::string message_;
  Place place_;
  std::string remedy_;
};

// "; did you mean 'X'?" for the candidate nearest to `word`, or nothing when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

// How many single-character edits (insert, delete, replace, swap of neighbours) lie between two words.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The names of the values of an enumeration: one list each, beside the enumeration, for options, model files,
// JSON and messages alike.
//
//   name_of(Tokens::inside_words);  // "inside-words"
//   value_named<Unseen>("smooth");

// In the order of the enumeration, which counts from 0.
template <class E>
inline constexpr std::array<std::string_view, 0> kNames;

template <class E>
requires(!kNames<E>.empty()) constexpr std::string_view name_of(E value) {
  return kNames<E>[static_cast<std::size_t>(value)];
}

// Nothing if there is no such name.
template <class E>
requires(!kNames<E>.empty()) constexpr std::optional<E> value_named(std::string_view name) {
  for (std::size_t k = 0; k < kNames<E>.size(); ++k) {
    if (kNames<E>[k] == name) return static_cast<E>(k);
  }
  return std::nullopt;
}

// Numbers as outputs have them. A NaN, which no figure of ours is, is a std::logic_error in all of these:
// the library is at fault, not its caller.

// The shortest text that reads back to the same bits.
std::string number_text(double number);
// With this many decimals, or significant digits; if asked for, with a sign before positive ones too. A
// number of 1e15 and more is never written out: it has an exponent.
std::string fixed_text(double number, int decimals, bool sign = false);
std::string rounded_text(double number, int digits, bool sign = false);

}  // namespace priory

#pragma GCC visibility pop
