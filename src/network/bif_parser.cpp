// SPDX-License-Identifier: Apache-2.0
#include "network/bif_parser.h"

#include <fmt/format.h>

#include "core/number.h"

namespace priory {
namespace {

class BifParser {
 public:
  explicit BifParser(BifLexer& lexer) : lexer_(lexer) {}

  BifFile file() {
    BifFile out;
    while (lexer_.peek().kind != BifToken::Kind::end) block(out);
    return out;
  }

 private:
  void block(BifFile& out) {
    const BifToken token = lexer_.take();
    if (token.is("network")) return network(out);
    if (token.is("variable")) return out.variables.push_back(variable());
    if (token.is("probability")) return out.probabilities.push_back(probability());
    if (token.is(';')) return;  // behind a block, in some dialects
    lexer_.fail(token.at, fmt::format("expected 'network', 'variable' or 'probability', found {}",
                                      token.description()));
  }

  void network(BifFile& out) {
    if (lexer_.peek().is_name()) out.name = lexer_.take().name();
    expect('{');
    while (!take_if('}')) {
      const BifToken token = lexer_.take();
      if (!token.is("property")) unexpected(token, "'property' or '}'");
      lexer_.skip_past(';');
    }
  }

  BifVariable variable() {
    BifVariable out;
    out.name = name("the name of a variable");
    expect('{');
    while (!take_if('}')) {
      const BifToken token = lexer_.take();
      if (token.is("type")) {
        if (!out.states.empty()) lexer_.fail(token.at, "a variable has one type");
        out.states = states();
      } else if (token.is("property")) {
        lexer_.skip_past(';');
      } else {
        unexpected(token, "'type', 'property' or '}'");
      }
    }
    if (out.states.empty())
      lexer_.fail(out.name.at,
                  fmt::format("the variable {} has no type, and so no states", out.name.description()));
    return out;
  }

  // discrete [ 2 ] { yes, no };
  std::vector<BifToken> states() {
    const BifToken type = lexer_.take();
    if (!type.is("discrete")) unexpected(type, "'discrete', the one type there is");
    expect('[');
    const BifToken count = lexer_.take();
    expect(']');
    if (lexer_.peek().is("=")) lexer_.take();
    expect('{');
    std::vector<BifToken> out;
    while (!take_if('}')) {
      if (!take_if(',')) out.push_back(state());
    }
    expect(';');
    const auto wanted = parse_number(count.text);
    if (!wanted || *wanted != static_cast<double>(out.size()) || out.empty())
      lexer_.fail(count.at, fmt::format("{} states are announced and {} follow", count.text, out.size()));
    return out;
  }

  BifProbability probability() {
    BifProbability out;
    expect('(');
    out.variable = name("the name of a variable");
    while (!take_if(')')) {
      if (!take_if('|') && !take_if(',')) out.parents.push_back(name("the name of a parent"));
    }
    expect('{');
    while (!take_if('}')) {
      const BifToken token = lexer_.take();
      if (token.is("property"))
        lexer_.skip_past(';');
      else
        out.entries.push_back(entry(token));
    }
    return out;
  }

  BifEntry entry(const BifToken& token) {
    BifEntry out{BifEntry::Kind::table, token.at, {}, {}};
    if (token.is('(')) {
      out.kind = BifEntry::Kind::row;
      while (!take_if(')')) {
        if (!take_if(',')) out.states.push_back(state());
      }
      if (lexer_.peek().is(":")) lexer_.take();
    } else if (token.is("default")) {
      out.kind = BifEntry::Kind::rest;
    } else if (!token.is("table")) {
      unexpected(token, "'table', 'default', 'property', states of the parents in brackets, or '}'");
    }
    while (!take_if(';')) {
      if (!take_if(',')) out.numbers.push_back(number());
    }
    return out;
  }

  BifNumber number() {
    const BifToken token = lexer_.take();
    const auto value = token.kind == BifToken::Kind::word ? parse_number(token.text) : std::nullopt;
    if (!value) unexpected(token, "a probability or ';'");
    if (*value < 0 || *value > 1)
      lexer_.fail(token.at, fmt::format("{} is no probability: those are from 0 to 1", token.text));
    return {token, *value};
  }

  BifToken state() {
    const BifToken out = lexer_.take_state();
    if (!out.is_name()) unexpected(out, "the name of a state");
    return out;
  }

  BifToken name(const std::string& what) {
    const BifToken out = lexer_.take();
    if (!out.is_name()) unexpected(out, what);
    return out;
  }

  void expect(char mark) {
    const BifToken token = lexer_.take();
    if (!token.is(mark)) unexpected(token, std::string("'") + mark + "'");
  }

  bool take_if(char mark) {
    if (!lexer_.peek().is(mark)) return false;
    lexer_.take();
    return true;
  }

  [[noreturn]] void unexpected(const BifToken& token, const std::string& wanted) {
    lexer_.fail(token.at, fmt::format("expected {}, found {}", wanted, token.description()));
  }

  BifLexer& lexer_;
};

}  // namespace

BifFile parse_bif(BifLexer& lexer) {
  return BifParser(lexer).file();
}

}  // namespace priory
