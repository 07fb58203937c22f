// SPDX-License-Identifier: Apache-2.0
#include "query/formula.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/number.h"

namespace priory::query {
namespace {

bool equal(const Value& a, const Value& b) {
  return a.text == b.text || (a.number && b.number && *a.number == *b.number);
}

bool ordered(Relation relation, double value, double bound) {
  switch (relation) {
    case Relation::less:
      return value < bound;
    case Relation::at_most:
      return value <= bound;
    case Relation::more:
      return value > bound;
    default:
      return value >= bound;
  }
}

void add_conjuncts(const Formula& formula, bool negated, std::vector<Formula>& out) {
  if (formula.kind == Formula::Kind::negation) return add_conjuncts(formula.parts[0], !negated, out);
  const bool splits = formula.kind == (negated ? Formula::Kind::any : Formula::Kind::all);
  if (!splits) return out.push_back(negated ? Formula::none_of(formula) : formula);
  for (const Formula& part : formula.parts) add_conjuncts(part, negated, out);
}

}  // namespace

Value Value::of(std::string_view text) {
  return {std::string(text), parse_number(text)};
}

Value Value::of(double number) {
  return {fmt::format("{}", number), number};
}

Test Test::equals(Constant constant, std::size_t variable) {
  Test out;
  out.constants.push_back(std::move(constant));
  out.variable = variable;
  return out;
}

bool holds(const Test& test, const Value& value) {
  const auto is_one = [&](const Constant& each) { return equal(each, value); };
  if (test.orders())
    return value.number.has_value() && ordered(test.relation, *value.number, *test.constants[0].number);
  const bool found = std::any_of(test.constants.begin(), test.constants.end(), is_one);
  return found == (test.relation == Relation::one_of);
}

Formula Formula::of(Test test) {
  return {Kind::test, {}, std::move(test)};
}

Formula Formula::all_of(std::vector<Formula> parts) {
  if (parts.size() == 1) return std::move(parts[0]);
  return {Kind::all, std::move(parts), {}};
}

Formula Formula::none_of(Formula part) {
  return {Kind::negation, {std::move(part)}, {}};
}

bool evaluate(const Formula& formula, const std::function<bool(const Test&)>& truth) {
  const auto of = [&](const Formula& part) { return evaluate(part, truth); };
  switch (formula.kind) {
    case Formula::Kind::all:
      return std::all_of(formula.parts.begin(), formula.parts.end(), of);
    case Formula::Kind::any:
      return std::any_of(formula.parts.begin(), formula.parts.end(), of);
    case Formula::Kind::negation:
      return !of(formula.parts[0]);
    case Formula::Kind::test:
      break;
  }
  return truth(formula.test);
}

void visit_tests(const Formula& formula, const std::function<void(const Test&)>& take) {
  if (formula.kind == Formula::Kind::test) return take(formula.test);
  for (const Formula& part : formula.parts) visit_tests(part, take);
}

void change_tests(Formula& formula, const std::function<void(Test&)>& change) {
  if (formula.kind == Formula::Kind::test) return change(formula.test);
  for (Formula& part : formula.parts) change_tests(part, change);
}

std::vector<std::size_t> variables_of(std::span<const Formula> formulas) {
  std::vector<std::size_t> out;
  for (const Formula& each : formulas)
    visit_tests(each, [&](const Test& test) { out.push_back(test.variable); });
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::size_t> variables_of(const Formula& formula) {
  return variables_of(std::span(&formula, 1));
}

std::vector<Formula> conjuncts(const Formula& formula) {
  std::vector<Formula> out;
  add_conjuncts(formula, false, out);
  return out;
}

}  // namespace priory::query
