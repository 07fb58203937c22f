// SPDX-License-Identifier: Apache-2.0
// How the cells of a column are read: a Reading is found by the whole column, stored in the plan, and used by
// everything that reads rows for it (train, predict, update, forget, Learner, Predictor, queries).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#pragma GCC visibility push(default)

namespace priory {

struct Reading {
  char decimal = '.';
  char thousands = 0;                     // what parts groups of three digits; ' ' is any space; 0: nothing
  std::string unit = {};                  // before or after the number: "%", "$", "kg"
  bool multiples = false;                 // 1.2k is 1200, 3M is 3000000
  bool parentheses = false;               // (1.50) is -1.5, as accountants write it
  std::vector<std::string> missing = {};  // spellings beside those of the plan, in code point order
  std::vector<std::string> truth = {};    // the names of no and yes, which every spelling of them stands for
  std::string date = {};                  // its format: see date_formats()
  std::string from = {};                  // of a part of a date: the column that has the date,
  std::string part = {};                  // and which: weekday, month, hour, trend
  std::vector<double> borders = {};       // of a target in bins: the values are the bins

  bool operator==(const Reading&) const = default;
  bool plain() const { return *this == Reading(); }
};

using Readings = std::map<std::string, Reading>;  // of columns that are not read as they stand

// What is known of all columns before any cell is looked at.
struct ReadingRules {
  ReadingRules() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): spellings of missing cells are rules
  ReadingRules(std::vector<std::string> spellings) : missing(std::move(spellings)) {}

  std::vector<std::string> missing = {"NA", "N/A", "NaN", "null"};  // an empty cell always is
  bool guess_missing = true;           // other spellings too, where the rest of the column says so
  bool trim = true;                    // spaces around cells are no part of them
  std::optional<char> decimal = {};    // given: it is not guessed
  bool all_settled = false;            // of these nothing is guessed: of all columns,
  std::set<std::string> settled = {};  // or of those whose family or type is given
  std::set<std::string> dates = {};    // given as dates: the format is found
  std::string binned = {};             // a column of numbers that is cut into
  std::size_t bins = 0;                // so many bins of about as many rows
};

}  // namespace priory

#pragma GCC visibility pop
