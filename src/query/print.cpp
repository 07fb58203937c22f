// SPDX-License-Identifier: Apache-2.0
// A query printed from its tree: what it was understood to be. It parses to the same tree.
#include <algorithm>
#include <fmt/format.h>

#include "query/formula.h"

namespace priory::query {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

bool is_number(std::string_view text) {
  const bool plain = text.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
  if (!plain || text.empty()) return false;
  const std::vector<Token> tokens = tokenise(text == "." ? "" : text);
  return tokens.size() == 2 && tokens[0].kind == TokenKind::number;
}

bool is_keyword(std::string_view text) {
  static constexpr std::string_view kKeywords[] = {"and", "or", "not", "in"};
  return std::any_of(std::begin(kKeywords), std::end(kKeywords),
                     [&](std::string_view word) { return same_letters(word, text); });
}

std::string spelt(std::string_view text) {
  return is_word(text) && !is_keyword(text) ? std::string(text) : quoted(text);
}

std::string of_constant(const Constant& constant) {
  return constant.number && is_number(constant.text) ? constant.text : spelt(constant.text);
}

std::string of_name(const Name& name) {
  return is_number(name.text) ? quoted(name.text) : spelt(name.text);
}

std::string of_names(const std::vector<Name>& names) {
  std::vector<std::string> out;
  out.reserve(names.size());
  for (const Name& each : names) out.push_back(of_name(each));
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string of_test(const Test& test) {
  static constexpr std::string_view kSigns[] = {"=", "!=", "<", "<=", ">", ">="};
  if (test.relation == Relation::words) return of_name(test.name) + ':' + quoted(test.constants[0].text);
  const auto sign = kSigns[static_cast<std::size_t>(test.relation)];
  if (test.constants.size() == 1)
    return of_name(test.name) + std::string(sign) + of_constant(test.constants[0]);
  std::vector<std::string> values;
  for (const Constant& each : test.constants) values.push_back(of_constant(each));
  return fmt::format("{} in {{{}}}", of_name(test.name), fmt::join(values, ", "));
}

std::string joined(const Formula& formula) {
  std::vector<std::string> out;
  for (const Formula& part : formula.parts) {
    const bool simple = part.kind == Formula::Kind::test || part.kind == Formula::Kind::negation;
    out.push_back(simple ? to_text(part) : fmt::format("({})", to_text(part)));
  }
  return fmt::format("{}", fmt::join(out, formula.kind == Formula::Kind::all ? " and " : " or "));
}

std::string_view word_of(Query::Kind kind) {
  switch (kind) {
    case Query::Kind::log_probability:
      return "log ";
    case Query::Kind::odds:
      return "odds ";
    case Query::Kind::argmax:
      return "argmax ";
    default:
      return "";
  }
}

std::string independence(const Tree& tree) {
  const std::string given = tree.given.empty() ? "" : " | " + of_names(tree.given);
  return fmt::format("independent({}; {}{})", of_names(tree.left), of_names(tree.right), given);
}

}  // namespace

std::string to_text(const Formula& formula) {
  if (formula.kind == Formula::Kind::test) return of_test(formula.test);
  if (formula.kind != Formula::Kind::negation) return joined(formula);
  const Formula& part = formula.parts[0];
  const bool simple = part.kind == Formula::Kind::test || part.kind == Formula::Kind::negation;
  return simple ? "not " + to_text(part) : fmt::format("not ({})", to_text(part));
}

std::string to_text(const Tree& tree) {
  if (tree.kind == Query::Kind::independent) return independence(tree);
  std::string asked = of_names(tree.table);
  if (!tree.event.always()) asked += (asked.empty() ? "" : ", ") + to_text(tree.event);
  const std::string condition = tree.condition.always() ? "" : " | " + to_text(tree.condition);
  return fmt::format("{}P({}{})", word_of(tree.kind), asked, condition);
}

}  // namespace priory::query
