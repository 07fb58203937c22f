// SPDX-License-Identifier: Apache-2.0
// The one exception of the library: what went wrong, where, and what to do about it.
// The library throws it and never prints, exits or aborts for anything a user can cause.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

class Error : public std::runtime_error {  // what(): place, message and remedy, settings spelt plainly
 public:
  Error(ErrorKind kind, const std::string& message, Place place = {}, std::string remedy = {});

  ErrorKind kind() const { return kind_; }
  const std::string& message() const { return message_; }  // settings are marked, here and
  const std::string& remedy() const { return remedy_; }    // here
  const Place& place() const { return place_; }
  std::string setting() const;                     // the first that message or remedy name; empty: none
  std::string text(const Speller& speller) const;  // as what(), settings spelt so

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

}  // namespace priory
