// SPDX-License-Identifier: Apache-2.0
#include "model/network_view.h"

#include <algorithm>
#include <fmt/format.h>

#include "priory/classifier.h"

namespace priory {
namespace {

std::vector<std::string> states_of(const PartModel& part, std::size_t column) {
  std::vector<std::string> out;
  const Dictionary& values = part.of_columns->of(column);
  for (std::size_t v = 0; v < values.size(); ++v) out.emplace_back(values[v]);
  if (out.empty()) out.emplace_back("?");  // a column that is always missing
  return out;
}

// A file's name without folder and ending.
std::string name_of(const std::string& structure) {
  constexpr std::string_view kEnding = ".bif";
  std::string out = structure.substr(structure.rfind('/') + 1);
  if (out.size() > kEnding.size() && out.ends_with(kEnding)) out.resize(out.size() - kEnding.size());
  return out;
}

}  // namespace

NetworkView::NetworkView(const Classifier::State& state)
    : name_(name_of(state.statistics->plan().structure)),
      target_(state.statistics->plan().target),
      classes_(state.classes),
      log_prior_(state.log_prior),
      parts_(state.parts) {
  std::size_t next = target_.empty() ? 0 : 1;
  for (const PartModel& part : parts_) variable_.push_back(is_variable(*part.plan) ? next++ : kNone);
}

const Network& NetworkView::network() const {
  std::call_once(once_, [&] { network_.emplace(made()); });
  return *network_;
}

std::size_t NetworkView::find(const std::string& column) const {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (variable_[k] != kNone && parts_[k].plan->columns.back() == column) return variable_[k];
  }
  throw Error(ErrorKind::model,
              fmt::format("a table is given the column '{}', which has none itself", column));
}

Network NetworkView::made() const {
  std::vector<Variable> variables;
  std::vector<ConditionalTable> tables;
  if (!target_.empty()) variables.push_back({target_, classes_}), tables.push_back(class_table());
  for (const PartModel& part : parts_) {
    if (!is_variable(*part.plan)) continue;
    variables.push_back({part.plan->columns.back(), states_of(part, part.columns.size() - 1)});
    tables.push_back(table_of(part));
  }
  try {
    return {name_, std::move(variables), std::move(tables)};
  } catch (const Error& error) {  // no rows have such tables
    throw Error(ErrorKind::model, error.message(), error.place(), error.remedy());
  }
}

// The class is the first parent of a table that depends on it.
ConditionalTable NetworkView::table_of(const PartModel& part) const {
  const Matrix& table = part.parameters()[0];
  const bool by_class = !target_.empty() && !part.plan->pooled;
  ConditionalTable out;
  if (by_class) out.parents.push_back(0);
  for (std::size_t j = 0; j + 1 < part.columns.size(); ++j)
    out.parents.push_back(find(part.plan->columns[j]));
  for (std::size_t cell = 0; cell < (by_class ? table.cells : 1); ++cell) {
    for (std::size_t row = 0; row < table.rows; ++row) out.log_prob.push_back(table.at(row, cell));
  }
  if (table.rows == 0) out.log_prob.assign(by_class ? table.cells : 1, 0);
  return out;
}

ConditionalTable NetworkView::class_table() const {
  const auto at =
      std::ranges::find_if(parts_, [](const PartModel& part) { return is_class_table(*part.plan); });
  if (at == parts_.end()) return {{}, log_prior_};
  ConditionalTable out;
  for (const std::string& column : at->plan->columns) out.parents.push_back(find(column));
  const auto& numbers = at->parameters()[0].data;
  out.log_prob.assign(numbers.begin(), numbers.end());
  return out;
}

bool is_network(const Classifier& model) {
  return is_network(model.plan());
}

Network network_of(const Classifier& model) {
  if (!is_network(model))
    throw Error(ErrorKind::usage, "the model is no network", {},
                "train ‹structure› naive, tan, chow-liu or FILE.bif learns one");
  for (const PartPlan& part : model.plan().parts) {
    if (!is_node(part))
      throw Error(ErrorKind::usage,
                  fmt::format("column '{}' ({}) is no column of values: a network has no place for it",
                              part.label(), part.family),
                  {}, "train without it (‹ignore›)");
  }
  return state_of(model).network->network();
}

std::vector<GraphVariable> graph_of(const Network& network) {
  std::vector<GraphVariable> out;
  for (std::size_t v = 0; v < network.variables().size(); ++v) {
    GraphVariable each{network.variables()[v].name, network.variables()[v].states, {}};
    for (const std::size_t parent : network.parents(v))
      each.parents.push_back(network.variables()[parent].name);
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace priory
