// SPDX-License-Identifier: Apache-2.0
#include "query/split_condition.h"

namespace priory::query {
namespace {

bool is_exact(const Formula& formula, std::size_t of_class) {
  if (formula.kind != Formula::Kind::test || formula.test.variable == of_class) return false;
  const Test& test = formula.test;
  return test.relation == Relation::words ||
         (test.relation == Relation::one_of && test.constants.size() == 1);
}

Value spelt(const Test& test, const QueryVariable& variable) {
  for (const std::string& each : variable.values) {
    if (Value value = Value::of(each); holds(test, value)) return value;
  }
  return test.constants[0];
}

}  // namespace

SplitCondition split(const Formula& condition, const std::vector<QueryVariable>& variables,
                     std::size_t of_class) {
  SplitCondition out;
  for (const Formula& each : conjuncts(condition)) {
    if (!is_exact(each, of_class) || out.known.contains(each.test.variable))
      out.rest.push_back(each);
    else
      out.known.emplace(each.test.variable, spelt(each.test, variables[each.test.variable]));
  }
  return out;
}

}  // namespace priory::query
