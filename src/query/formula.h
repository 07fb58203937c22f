// SPDX-License-Identifier: Apache-2.0
// Events: tests of single variables, joined by and, or and not. And the tree of a query made of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/query.h"

#include "query/token.h"

namespace priory::query {

struct Name {
  std::string text;
  At at;
  bool operator==(const Name&) const = default;
};

// A value of a variable as it is spelt, and the number that it spells, if any.
struct Value {
  std::string text;
  std::optional<double> number;
  bool operator==(const Value&) const = default;

  static Value of(std::string_view text);
  static Value of(double number);
};

struct Constant : Value {
  At at;
  bool operator==(const Constant&) const = default;
};

enum class Relation { one_of, differs, less, at_most, more, at_least, words };

// One variable compared: A=1 and A in {1, 2} are one_of; text:"free prize" has words.
struct Test {
  Name name;
  Relation relation = Relation::one_of;
  std::vector<Constant> constants;
  std::size_t variable = 0;  // the place of the name among those of what is asked; see bind.h
  bool operator==(const Test&) const = default;

  static Test equals(Constant constant, std::size_t variable = 0);
  bool orders() const { return relation >= Relation::less && relation <= Relation::at_least; }
};

// Whether a value passes; not for words. Numbers are equal as numbers: 2 and 2.0.
bool holds(const Test& test, const Value& value);

struct Formula {
  enum class Kind { all, any, negation, test };  // all of nothing is what always holds
  Kind kind = Kind::all;
  std::vector<Formula> parts;
  Test test;  // of kind test
  bool operator==(const Formula&) const = default;

  bool always() const { return kind == Kind::all && parts.empty(); }
  static Formula of(Test test);
  static Formula all_of(std::vector<Formula> parts);
  static Formula none_of(Formula part);
};

// Whether it holds where each test holds or not.
bool evaluate(const Formula& formula, const std::function<bool(const Test&)>& truth);
void visit_tests(const Formula& formula, const std::function<void(const Test&)>& take);
void change_tests(Formula& formula, const std::function<void(Test&)>& change);

// The variables it tests, ascending.
std::vector<std::size_t> variables_of(const Formula& formula);
std::vector<std::size_t> variables_of(std::span<const Formula> formulas);

// Formulas all of which must hold: what the formula joins by and, through negations of or.
std::vector<Formula> conjuncts(const Formula& formula);

// What a query says: P(table, event | condition), or independent(left; right | given).
struct Tree {
  Query::Kind kind = Query::Kind::probability;
  std::vector<Name> table;
  Formula event, condition;
  std::vector<Name> left, right, given;
  bool operator==(const Tree&) const = default;
};

Tree parse(std::string_view text);
std::string to_text(const Tree& tree);
std::string to_text(const Formula& formula);

}  // namespace priory::query
