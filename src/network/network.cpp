// SPDX-License-Identifier: Apache-2.0
#include "priory/network.h"

#include <fmt/format.h>

#include "priory/error.h"

#include "network/conditional_table.h"
#include "network/graph.h"
#include "network/network_state.h"

namespace priory {
namespace {

void check_states(const Variable& variable) {
  if (variable.states.empty())
    throw Error(ErrorKind::data, fmt::format("the variable '{}' has no states", variable.name));
  std::unordered_map<std::string_view, std::size_t> seen;
  for (const std::string& state : variable.states) {
    if (!seen.emplace(state, 0).second)
      throw Error(ErrorKind::data, fmt::format("'{}' has the state '{}' twice", variable.name, state));
  }
}

void check_variables(Network::State& state) {
  for (std::size_t each = 0; each < state.variables.size(); ++each) {
    check_states(state.variables[each]);
    if (!state.places.emplace(state.variables[each].name, each).second)
      throw Error(ErrorKind::data,
                  fmt::format("the network has the variable '{}' twice", state.variables[each].name));
  }
}

void check_tables(Network::State& state) {
  if (state.tables.size() != state.variables.size())
    throw Error(ErrorKind::data, fmt::format("the network has {} variables and {} tables",
                                             state.variables.size(), state.tables.size()));
  for (std::size_t each = 0; each < state.tables.size(); ++each)
    check_table(state.variables, each, state.tables[each]);
}

[[noreturn]] void fail_cycle(const Network::State& state, const Neighbours& parents) {
  std::vector<std::string> names;
  for (const std::size_t each : find_cycle(parents, state.order)) names.push_back(state.variables[each].name);
  throw Error(ErrorKind::data, fmt::format("the graph has a cycle: {}", fmt::join(names, " -> ")), {},
              "leave out or turn around one of these arcs");
}

void arrange(Network::State& state) {
  Neighbours parents;
  parents.reserve(state.tables.size());
  for (const ConditionalTable& table : state.tables) parents.push_back(table.parents);
  state.children = children_of(parents);
  state.order = topological_order(parents, state.children);
  if (state.order.size() < state.variables.size()) fail_cycle(state, parents);
}

[[noreturn]] void fail_unknown(const std::string& what, std::string_view name,
                               const std::vector<std::string>& known) {
  throw Error(ErrorKind::usage, fmt::format("{} '{}'{}", what, name, did_you_mean(name, known)));
}

}  // namespace

Network::Network(std::string name, std::vector<Variable> variables, std::vector<ConditionalTable> tables) {
  const auto state = std::make_shared<State>();
  state->name = std::move(name);
  state->variables = std::move(variables);
  state->tables = std::move(tables);
  check_variables(*state);
  check_tables(*state);
  arrange(*state);
  state_ = state;
}

const std::string& Network::name() const {
  return state_->name;
}

const std::vector<Variable>& Network::variables() const {
  return state_->variables;
}

const ConditionalTable& Network::table(std::size_t variable) const {
  return state_->tables[variable];
}

std::span<const std::size_t> Network::children(std::size_t variable) const {
  return state_->children[variable];
}

std::span<const std::size_t> Network::order() const {
  return state_->order;
}

std::size_t Network::free_parameters() const {
  std::size_t out = 0;
  for (std::size_t each = 0; each < state_->variables.size(); ++each) {
    const std::size_t cells = state_->tables[each].log_prob.size();
    out += cells - cells / state_->size_of(each);
  }
  return out;
}

std::size_t Network::find(std::string_view variable) const {
  const auto found = state_->places.find(variable);
  if (found != state_->places.end()) return found->second;
  std::vector<std::string> names;
  names.reserve(state_->variables.size());
  for (const Variable& each : state_->variables) names.push_back(each.name);
  fail_unknown("the network has no variable", variable, names);
}

std::size_t Network::find_state(std::size_t variable, std::string_view state) const {
  const Variable& of = state_->variables[variable];
  for (std::size_t each = 0; each < of.states.size(); ++each) {
    if (of.states[each] == state) return each;
  }
  fail_unknown(fmt::format("'{}' has no state", of.name), state, of.states);
}

double Network::log_probability(std::span<const std::size_t> states) const {
  double out = 0;
  for (std::size_t each = 0; each < state_->tables.size(); ++each) {
    std::size_t cell = 0;
    for (const std::size_t parent : parents(each)) cell = cell * state_->size_of(parent) + states[parent];
    out += state_->tables[each].log_prob[cell * state_->size_of(each) + states[each]];
  }
  return out;
}

}  // namespace priory
