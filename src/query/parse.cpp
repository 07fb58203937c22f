// SPDX-License-Identifier: Apache-2.0
// The grammar, one function for each of its nouns:
//
//   query       [argmax | odds | log] P ( item {, item} [| formula {, formula}] )
//             | independent ( names ; names [| names] )
//   item        name | formula
//   formula     both {or both};  both = term {and term};  term = not term | ( formula ) | test
//   test        name relation value | name [not] in { value {, value} } | name : "words"
//             | number relation name [relation number]
#include <algorithm>
#include <fmt/format.h>

#include "core/number.h"
#include "query/formula.h"

namespace priory::query {
namespace {

constexpr std::size_t kDeepest = 200;       // parentheses in parentheses
constexpr std::size_t kMostValues = 10000;  // that variables are compared with

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), tokens_(tokenise(text)) {}

  Tree query() {
    if (keyword("independent")) return independent();
    Tree out;
    out.kind = kind();
    const bool needs_p = out.kind != Query::Kind::odds || !is_sign("(");
    if (needs_p && !keyword("P"))
      expected("P(...), odds P(...), log P(...), argmax P(...) or independent(...)");
    expect("(");
    items(out);
    if (take("|")) out.condition = formulas();
    close();
    if (out.kind == Query::Kind::argmax && out.table.empty())
      refuse(text_, tokens_[0].at, "argmax needs a variable without a value: argmax P(A | B=1)");
    if (out.kind == Query::Kind::odds && !out.table.empty())
      refuse(text_, out.table[0].at, "odds are of an event, not of a variable: give it a value");
    return out;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  const Token& ahead(std::size_t n) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }

  static bool sign_is(const Token& token, std::string_view sign) {
    return token.kind == TokenKind::sign && token.text == sign;
  }
  bool is_sign(std::string_view sign) const { return sign_is(now(), sign); }
  static bool is_keyword(const Token& token, std::string_view word) {
    return token.kind == TokenKind::word && same_letters(token.text, word);
  }
  static bool reserved(const Token& token) {
    return is_keyword(token, "and") || is_keyword(token, "or") || is_keyword(token, "not") ||
           is_keyword(token, "in");
  }

  bool take(std::string_view sign) {
    if (!is_sign(sign)) return false;
    ++at_;
    return true;
  }
  bool keyword(std::string_view word) {
    if (!is_keyword(now(), word)) return false;
    ++at_;
    return true;
  }

  [[noreturn]] void expected(const std::string& what) const {
    const std::string found =
        now().kind == TokenKind::end ? "the query ends" : fmt::format("'{}' stands", now().text);
    refuse(text_, now().at, fmt::format("{} here, where {} is expected", found, what));
  }
  void expect(std::string_view sign) {
    if (!take(sign)) expected(fmt::format("'{}'", sign));
  }
  void close() {
    if (!take(")")) expected("'and', 'or', ',' or ')'");
    if (now().kind != TokenKind::end) expected("the end of the query");
  }

  Query::Kind kind() {
    if (keyword("argmax")) return Query::Kind::argmax;
    if (keyword("odds")) return Query::Kind::odds;
    if (keyword("log")) return Query::Kind::log_probability;
    return Query::Kind::probability;
  }

  Tree independent() {
    Tree out;
    out.kind = Query::Kind::independent;
    expect("(");
    out.left = names();
    if (!take(";")) expected("';', which parts the two sets of variables,");
    out.right = names();
    if (take("|")) out.given = names();
    close();
    return out;
  }

  std::vector<Name> names() {
    std::vector<Name> out = {name()};
    while (take(",")) out.push_back(name());
    return out;
  }

  Name name() {
    const Token& token = now();
    if (token.kind == TokenKind::sign || token.kind == TokenKind::end || reserved(token))
      expected("the name of a variable");
    ++at_;
    return {token.text, token.at};
  }

  // A name with nothing after it that tests it.
  bool bare() const {
    const Token& after = ahead(1);
    const bool named = now().kind == TokenKind::quoted || now().kind == TokenKind::number ||
                       (now().kind == TokenKind::word && !reserved(now()));
    return named && (sign_is(after, ",") || sign_is(after, ")") || sign_is(after, "|"));
  }

  void items(Tree& out) {
    std::vector<Formula> events;
    do bare() ? out.table.push_back(name()) : events.push_back(formula());
    while (take(","));
    if (!events.empty()) out.event = joined(Formula::Kind::all, std::move(events));
  }

  Formula formulas() {
    std::vector<Formula> parts = {formula()};
    while (take(",")) parts.push_back(formula());
    return joined(Formula::Kind::all, std::move(parts));
  }

  // Nested ands are one, and so are nested ors.
  static Formula joined(Formula::Kind kind, std::vector<Formula> parts) {
    if (parts.size() == 1) return std::move(parts[0]);
    Formula out{kind, {}, {}};
    for (Formula& part : parts) {
      if (part.kind != kind) {
        out.parts.push_back(std::move(part));
        continue;
      }
      for (Formula& inner : part.parts) out.parts.push_back(std::move(inner));
    }
    return out;
  }

  Formula formula() {
    std::vector<Formula> parts = {both()};
    while (keyword("or")) parts.push_back(both());
    return joined(Formula::Kind::any, std::move(parts));
  }

  Formula both() {
    std::vector<Formula> parts = {term()};
    while (keyword("and")) parts.push_back(term());
    return joined(Formula::Kind::all, std::move(parts));
  }

  Formula term() {
    if (++depth_ > kDeepest) refuse(text_, now().at, "the parentheses are nested too deep");
    Formula out = nested();
    --depth_;
    return out;
  }

  Formula nested() {
    if (keyword("not")) return Formula::none_of(term());
    if (!take("(")) return test();
    Formula out = formula();
    expect(")");
    return out;
  }

  Formula test() {
    const bool number_first =
        now().kind == TokenKind::number && is_relation(ahead(1)) && ahead(2).kind != TokenKind::number;
    if (number_first) return between();
    Test out;
    out.name = name();
    if (take(":")) return words(std::move(out));
    const bool negated = keyword("not");
    if (negated || is_keyword(now(), "in")) return one_of(std::move(out), negated);
    out.relation = relation();
    out.constants = {out.orders() ? number() : constant()};
    return Formula::of(std::move(out));
  }

  Formula words(Test out) {
    if (now().kind != TokenKind::quoted) expected("the words in double quotes");
    out.relation = Relation::words;
    out.constants = {constant()};
    return Formula::of(std::move(out));
  }

  Formula one_of(Test out, bool negated) {
    if (!keyword("in")) expected("'in {...}'");
    expect("{");
    do out.constants.push_back(constant());
    while (take(","));
    expect("}");
    return negated ? Formula::none_of(Formula::of(std::move(out))) : Formula::of(std::move(out));
  }

  // 3 < x, and 3 < x < 5
  Formula between() {
    const Constant first = number();
    Test low;
    low.constants = {first};
    low.relation = mirrored(relation());
    low.name = name();
    if (!is_relation(now())) return Formula::of(std::move(low));
    Test high;
    high.name = low.name;
    high.relation = relation();
    high.constants = {high.orders() ? number() : constant()};
    return joined(Formula::Kind::all, {Formula::of(std::move(low)), Formula::of(std::move(high))});
  }

  static bool is_relation(const Token& token) {
    return token.kind == TokenKind::sign && token.text.find_first_of("<>=") != std::string::npos;
  }

  Relation relation() {
    if (take("=") || take("==")) return Relation::one_of;
    if (take("!=")) return Relation::differs;
    if (take("<=")) return Relation::at_most;
    if (take(">=")) return Relation::at_least;
    if (take("<")) return Relation::less;
    if (take(">")) return Relation::more;
    expected("=, !=, <, <=, >, >=, in {...} or :\"words\"");
  }

  static Relation mirrored(Relation relation) {
    switch (relation) {
      case Relation::less:
        return Relation::more;
      case Relation::more:
        return Relation::less;
      case Relation::at_most:
        return Relation::at_least;
      case Relation::at_least:
        return Relation::at_most;
      default:
        return relation;
    }
  }

  Constant constant() {
    const Token& token = now();
    if (token.kind == TokenKind::sign || token.kind == TokenKind::end) expected("a value");
    if (++n_values_ > kMostValues)
      refuse(text_, token.at,
             fmt::format("the query compares with more than {} values: ask in several queries", kMostValues));
    ++at_;
    return {{token.text, parse_number(token.text)}, token.at};
  }

  Constant number() {
    if (!parse_number(now().text) || now().kind == TokenKind::sign) expected("a number");
    return constant();
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t n_values_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

Tree parse(std::string_view text) {
  return Parser(text).query();
}

}  // namespace priory::query

namespace priory {

Query::Query(std::string_view text)
    : text_(text), tree_(std::make_shared<const query::Tree>(query::parse(text))) {}

std::string Query::canonical() const {
  return query::to_text(*tree_);
}

Query::Kind Query::kind() const {
  return tree_->kind;
}

}  // namespace priory
