// SPDX-License-Identifier: Apache-2.0
// From the blocks of a BIF file to a network.
#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <system_error>
#include <unordered_map>

#include "priory/network.h"

#include "network/bif_parser.h"
#include "network/bif_table.h"

namespace priory {
namespace {

class BifReader {
 public:
  BifReader(std::string_view text, const std::string& file)
      : lexer_(text, file), blocks_(parse_bif(lexer_)), place_{file, 0, 0} {}

  Network read(std::vector<std::string>* notes) {
    if (blocks_.variables.empty()) throw Error(ErrorKind::data, "the file has no variables", place_);
    for (const BifVariable& block : blocks_.variables) take_variable(block);
    tables_.resize(variables_.size());
    for (const BifProbability& block : blocks_.probabilities) take_table(block);
    if (notes != nullptr && totals_.n_normalised > 0) notes->push_back(note());
    std::vector<ConditionalTable> tables;
    for (std::size_t each = 0; each < tables_.size(); ++each) tables.push_back(table_of(each));
    try {
      return Network(std::move(blocks_.name), std::move(variables_), std::move(tables));
    } catch (const Error& error) {  // a cycle: it has no place but the file
      throw Error(error.kind(), error.message(), place_, error.remedy());
    }
  }

 private:
  std::string note() const {
    const std::size_t more = totals_.n_normalised - 1;
    return fmt::format(
        "{}: {}{}: normalised", place_.file, totals_.first_normalised,
        more == 0 ? "" : fmt::format(", and {} more {} so", more, more == 1 ? "row does" : "rows do"));
  }

  void take_variable(const BifVariable& block) {
    Variable out{block.name.name(), {}};
    std::unordered_map<std::string, std::size_t> seen;
    for (const BifToken& state : block.states) {
      out.states.push_back(state.name());
      if (!seen.emplace(out.states.back(), 0).second)
        lexer_.fail(state.at, fmt::format("'{}' has the state '{}' twice", out.name, out.states.back()));
    }
    if (!places_.emplace(out.name, variables_.size()).second)
      lexer_.fail(block.name.at, fmt::format("the variable '{}' is declared twice", out.name));
    variables_.push_back(std::move(out));
  }

  void take_table(const BifProbability& block) {
    const std::size_t variable = find(block.variable);
    if (tables_[variable])
      lexer_.fail(block.variable.at,
                  fmt::format("the probability of '{}' is given twice", variables_[variable].name));
    std::vector<std::size_t> parents;
    for (const BifToken& parent : block.parents) {
      const std::size_t place = find(parent);
      if (std::find(parents.begin(), parents.end(), place) != parents.end())
        lexer_.fail(parent.at, fmt::format("'{}' has the parent '{}' twice", variables_[variable].name,
                                           variables_[place].name));
      parents.push_back(place);
    }
    tables_[variable] = BifTable(lexer_, variables_, variable, std::move(parents), totals_).read(block);
  }

  ConditionalTable table_of(std::size_t variable) {
    if (!tables_[variable])
      lexer_.fail(blocks_.variables[variable].name.at,
                  fmt::format("the variable '{}' has no probability block", variables_[variable].name));
    return *std::move(tables_[variable]);
  }

  std::size_t find(const BifToken& token) const {
    const auto found = places_.find(token.name());
    if (found != places_.end()) return found->second;
    std::vector<std::string> names;
    names.reserve(variables_.size());
    for (const Variable& each : variables_) names.push_back(each.name);
    lexer_.fail(token.at,
                fmt::format("no variable is called '{}'{}", token.name(), did_you_mean(token.name(), names)));
  }

  BifLexer lexer_;
  BifFile blocks_;
  BifTotals totals_;
  Place place_;
  std::vector<Variable> variables_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::optional<ConditionalTable>> tables_;
};

[[noreturn]] void fail_reading(const std::string& path) {
  throw Error(ErrorKind::io, fmt::format("cannot read {}: {}", path, std::generic_category().message(errno)));
}

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

std::string bytes_of(const std::string& path) {
  const std::unique_ptr<std::FILE, CloseFile> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) fail_reading(path);
  std::string out;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) out.append(buffer, n);
  if (std::ferror(file.get()) != 0) fail_reading(path);
  return out;
}

}  // namespace

Network read_bif(std::string_view text, const std::string& file, std::vector<std::string>* notes) {
  return BifReader(text, file).read(notes);
}

Network load_bif(const std::string& path, std::vector<std::string>* notes) {
  return read_bif(bytes_of(path), path == "-" ? "standard input" : path, notes);
}

// What a block begins with is enough: "variable a {", while a table of rows may well have a column of that
// name.
bool looks_like_bif(std::string_view head) {
  const std::string name;
  try {
    BifLexer lexer(head, name);
    const BifToken first = lexer.take();
    if (first.is("probability")) return lexer.peek().is('(');
    if (!first.is("network") && !first.is("variable")) return false;
    if (lexer.peek().is_name()) lexer.take();
    return lexer.peek().is('{');
  } catch (const Error&) {
    return false;
  }
}

}  // namespace priory
