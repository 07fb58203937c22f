// SPDX-License-Identifier: Apache-2.0
// What is asked of a joint distribution, once its names are found, and what every such distribution answers.
// Everything else (conditions of probability zero, odds, the most probable values) is the same for all:
// ask.cpp.
#pragma once

#include <string>
#include <vector>

#include "query/formula.h"

namespace priory::query {

// P(table, event | condition), the variables by their places. `text` is the query, for messages.
struct Question {
  std::string text;
  std::vector<std::size_t> table;
  Formula event, condition;

  std::vector<std::size_t> mentioned() const;  // all its variables, ascending
};

// log P(values of the table, event, condition); the condition's own log P is to be taken off. Both may be
// short of the same term.
struct ReplyRow {
  std::vector<std::string> values;
  double log_joint = 0;
  std::optional<double> share = {};  // P given the condition, where it is known with more digits: of counts
};
struct Reply {
  double log_condition = 0;
  std::vector<ReplyRow> rows;  // one, without values, when the table has no variables
  std::vector<std::string> notes = {};
};

class Answerer {
 public:
  virtual ~Answerer() = default;

  const std::vector<QueryVariable>& variables() const { return variables_; }
  const std::string& target() const { return target_; }  // what `class` stands for; empty: nothing

  virtual Reply ask(const Question& question) const = 0;
  // The most probable row of the table alone, the first of equals, with its log_joint. By itself: of all of
  // them.
  virtual Reply most_probable(const Question& question) const;
  virtual QueryAnswer independence(const std::vector<std::size_t>& left,
                                   const std::vector<std::size_t>& right,
                                   const std::vector<std::size_t>& given) const = 0;

 protected:
  std::vector<QueryVariable> variables_;
  std::string target_;
};

// The names of a query found among the variables, and its values among theirs; an Error of kind usage points
// at one that is not there.
Question bind(const Query& query, const Answerer& answerer);
std::vector<std::size_t> bind(const std::vector<Name>& names, const Query& query, const Answerer& answerer);

// Refuses a value that a variable does not have, with the nearest one that it has.
[[noreturn]] void refuse_value(std::string_view query, const Test& test, const Constant& constant,
                               const std::vector<std::string>& values);

}  // namespace priory::query
