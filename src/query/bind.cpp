// SPDX-License-Identifier: Apache-2.0
// From the names of a query to the variables they stand for.
#include <algorithm>
#include <fmt/format.h>

#include "query/answerer.h"

namespace priory::query {
namespace {

// A name; or `class` for the target, and `text` for the one text there is.
std::size_t find(const Name& name, const Query& query, const Answerer& answerer) {
  const auto& all = answerer.variables();
  const auto place = [&](const auto& is_wanted) {
    return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), is_wanted) - all.begin());
  };
  const auto named = [&](std::string_view wanted) {
    return place([&](const QueryVariable& each) { return each.name == wanted; });
  };
  const auto is_text = [](const QueryVariable& each) { return each.kind == QueryVariable::Kind::words; };
  if (const std::size_t at = named(name.text); at < all.size()) return at;
  if (name.text == "class" && !answerer.target().empty()) return named(answerer.target());
  if (name.text == "text" && std::count_if(all.begin(), all.end(), is_text) == 1) return place(is_text);
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const QueryVariable& each : all) names.push_back(each.name);
  refuse(query.text(), name.at,
         fmt::format("there is no variable '{}'{}", name.text, did_you_mean(name.text, names)));
}

bool has(const QueryVariable& variable, const Constant& constant) {
  const Test equal = Test::equals(constant);
  return std::any_of(variable.values.begin(), variable.values.end(),
                     [&](const std::string& each) { return holds(equal, Value::of(each)); });
}

void check_order(const Query& query, const Test& test, const QueryVariable& variable) {
  for (const std::string& each : variable.values) {
    if (!Value::of(each).number)
      refuse(
          query.text(), test.name.at,
          fmt::format("'{}' has values that are no numbers, such as '{}': ask for one with = or in {{...}}",
                      variable.name, each));
  }
}

void check(const Query& query, const Test& test, const QueryVariable& variable) {
  using Kind = QueryVariable::Kind;
  if (test.relation == Relation::words) {
    if (variable.kind != Kind::words && variable.kind != Kind::open)
      refuse(query.text(), test.name.at,
             fmt::format("'{}' is no text: give it a value with =", variable.name));
    return;
  }
  if (variable.kind == Kind::words)
    refuse(query.text(), test.name.at,
           fmt::format("'{0}' is a text: ask with its words, as in {0}:\"free prize\"", variable.name));
  if (test.orders() && variable.kind == Kind::values) return check_order(query, test, variable);
  for (const Constant& each : test.constants) {
    const bool number = variable.kind == Kind::count || variable.kind == Kind::continuous;
    if (number && !each.number)
      refuse(query.text(), each.at,
             fmt::format("'{}' has numbers for values, and '{}' is none", variable.name, each.text));
    if (variable.kind == Kind::values && !has(variable, each))
      refuse_value(query.text(), test, each, variable.values);
  }
}

Formula bound(Formula formula, const Query& query, const Answerer& answerer) {
  change_tests(formula, [&](Test& test) {
    test.variable = find(test.name, query, answerer);
    check(query, test, answerer.variables()[test.variable]);
  });
  return formula;
}

}  // namespace

void refuse_value(std::string_view query, const Test& test, const Constant& constant,
                  const std::vector<std::string>& values) {
  constexpr std::size_t kListed = 8;
  const std::vector<std::string> some(values.begin(),
                                      values.begin() + static_cast<long>(std::min(kListed, values.size())));
  const std::string meant = did_you_mean(constant.text, values);
  refuse(query, constant.at,
         fmt::format("'{}' has no value '{}'{}", test.name.text, constant.text,
                     values.empty()   ? "; no row it learnt from had one"
                     : !meant.empty() ? meant
                                      : fmt::format("; it has {}{}", fmt::join(some, ", "),
                                                    values.size() > kListed ? ", ..." : "")));
}

std::vector<std::size_t> bind(const std::vector<Name>& names, const Query& query, const Answerer& answerer) {
  std::vector<std::size_t> out;
  for (const Name& each : names) {
    out.push_back(find(each, query, answerer));
    if (std::count(out.begin(), out.end(), out.back()) > 1)
      refuse(query.text(), each.at, fmt::format("'{}' is here twice", each.text));
  }
  return out;
}

Question bind(const Query& query, const Answerer& answerer) {
  const Tree& tree = tree_of(query);
  Question out{query.text(), bind(tree.table, query, answerer), bound(tree.event, query, answerer),
               bound(tree.condition, query, answerer)};
  for (std::size_t k = 0; k < out.table.size(); ++k) {
    const QueryVariable& variable = answerer.variables()[out.table[k]];
    const bool listed =
        variable.kind == QueryVariable::Kind::values || variable.kind == QueryVariable::Kind::open;
    if (!listed)
      refuse(query.text(), tree.table[k].at,
             fmt::format("the values of '{}' cannot be listed: ask for an event, as in {} > 3", variable.name,
                         variable.name));
  }
  return out;
}

std::vector<std::size_t> Question::mentioned() const {
  std::vector<std::size_t> out = variables_of(std::vector<Formula>{event, condition});
  out.insert(out.end(), table.begin(), table.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace priory::query
