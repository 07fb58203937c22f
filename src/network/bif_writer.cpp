// SPDX-License-Identifier: Apache-2.0
// A network as BIF: a row for each state of the parents, numbers that mean the same network when they are
// read.
#include <cmath>
#include <fmt/format.h>
#include <iterator>

#include "priory/network.h"

#include "network/bif_lexer.h"

namespace priory {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string quoted(std::string_view name) {
  if (is_plain_word(name)) return std::string(name);
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// The probability with the fewest digits that has this logarithm. The exponential alone would show the
// rounding of two functions: 0.05 as 0.05000000000000001.
std::string digits_of(double log_prob) {
  const double prob = std::exp(log_prob);
  if (std::log(prob) == log_prob) {
    for (int digits = 1; digits <= 17; ++digits) {
      std::string text = fmt::format("{:.{}g}", prob, digits);
      if (std::log(std::strtod(text.c_str(), nullptr)) == log_prob) return text;
    }
  }
  return fmt::format("{}", prob);
}

std::string names_of(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  out.reserve(names.size());
  for (const std::string& each : names) out.push_back(quoted(each));
  return fmt::format("{}", fmt::join(out, ", "));
}

void write_variable(Out out, const Variable& variable) {
  fmt::format_to(out, "variable {} {{\n  type discrete [ {} ] {{ {} }};\n}}\n", quoted(variable.name),
                 variable.states.size(), names_of(variable.states));
}

// The states of the parents in a row of the table.
std::vector<std::string> states_of_row(const Network& network, std::size_t variable, std::size_t row) {
  const auto parents = network.parents(variable);
  std::vector<std::string> out(parents.size());
  for (std::size_t k = parents.size(); k-- > 0;) {
    const std::vector<std::string>& states = network.variables()[parents[k]].states;
    out[k] = states[row % states.size()];
    row /= states.size();
  }
  return out;
}

void write_probability(Out out, const Network& network, std::size_t variable) {
  const std::vector<double>& log_prob = network.table(variable).log_prob;
  const std::size_t width = network.variables()[variable].states.size();
  std::vector<std::string> parents;
  for (const std::size_t parent : network.parents(variable))
    parents.push_back(network.variables()[parent].name);
  fmt::format_to(out, "probability ( {}{}{} ) {{\n", quoted(network.variables()[variable].name),
                 parents.empty() ? "" : " | ", names_of(parents));
  for (std::size_t row = 0; row * width < log_prob.size(); ++row) {
    std::vector<std::string> numbers;
    for (std::size_t state = 0; state < width; ++state)
      numbers.push_back(digits_of(log_prob[row * width + state]));
    const std::string key =
        parents.empty() ? "table" : "(" + names_of(states_of_row(network, variable, row)) + ")";
    fmt::format_to(out, "  {} {};\n", key, fmt::join(numbers, ", "));
  }
  fmt::format_to(out, "}}\n");
}

}  // namespace

std::string to_bif(const Network& network) {
  std::string text;
  const Out out(text);
  fmt::format_to(out, "network {} {{\n}}\n", quoted(network.name()));
  for (const Variable& variable : network.variables()) write_variable(out, variable);
  for (std::size_t each = 0; each < network.variables().size(); ++each) write_probability(out, network, each);
  return text;
}

}  // namespace priory
