// SPDX-License-Identifier: Apache-2.0
#include "plan/graph_parts.h"

#include <algorithm>
#include <fmt/format.h>

#include "plan/part_kind.h"

namespace priory {
namespace {

const GraphVariable* variable_of(const std::vector<GraphVariable>& graph, const std::string& name) {
  const auto at = std::ranges::find(graph, name, &GraphVariable::name);
  return at == graph.end() ? nullptr : &*at;
}

void check_variable(const GraphVariable& variable, const Draft& draft) {
  const PlanOptions& options = draft.options;
  if (is_in(options.ignore, variable.name))
    throw Error(ErrorKind::usage, fmt::format("‹ignore› names '{}', a variable of the network {}",
                                              variable.name, options.structure));
  if (is_in(draft.names, variable.name)) return;
  throw Error(ErrorKind::data,
              fmt::format("the network {} has the variable '{}', and the rows have no such column{}",
                          options.structure, variable.name, did_you_mean(variable.name, draft.names)),
              {}, "every variable needs a column; its cells may be missing");
}

// The table of a variable given its parents. The target is the cell and no column.
PartPlan table_of(const GraphVariable& variable, const PlanOptions& options) {
  const auto is_target = [&](const std::string& name) { return name == options.target; };
  PartPlan out;
  out.kind = CellKind::codes, out.in_order = true;
  out.family = is_target(variable.name) ? "table-class" : "table";
  out.pooled = !options.target.empty() && !is_target(variable.name) &&
               std::ranges::none_of(variable.parents, is_target);
  const auto add = [&](const std::string& name) {
    if (is_target(name)) return;
    out.columns.push_back(name);
    out.declared_of.push_back(variable_of(options.graph, name)->states);
  };
  std::ranges::for_each(variable.parents, add);
  add(variable.name);
  return out;
}

// Given the class a column of numbers or texts has a place beside the network, without one it has none.
void place_beside(const PartPlan& part, Draft& draft) {
  if (!draft.options.target.empty())
    return draft.note(
        fmt::format("column '{0}' ({1}) stands beside the network, given the class alone; "
                    "‹types› {0}=categorical makes it a variable of it",
                    part.label(), part.family));
  throw Error(
      ErrorKind::data,
      fmt::format("column '{}' is no column of values but '{}', which a network without a target has no "
                  "place for",
                  part.label(), part.family),
      {},
      fmt::format("numbers are counted in bins where no family is named for them; or name a ‹target›, or "
                  "leave the column out (‹ignore› {0})",
                  part.columns[0]));
}

}  // namespace

void make_table(PartPlan& part, const Draft& draft) {
  part.family = draft.averaging() == nullptr ? "table" : draft.options.structure;
  part.declared_of = {std::exchange(part.declared, {})};
}

void place_in_graph(const ColumnProfile& column, Draft& draft) {
  const PlanOptions& options = draft.options;
  const bool inside = variable_of(options.graph, column.name) != nullptr;
  if (draft.type_of(column) != nullptr && inside)
    throw Error(ErrorKind::usage, fmt::format("‹types› names '{}', whose values are those of the network {}",
                                              column.name, options.structure));
  inside ? draft.role(column, "table", "a variable of " + options.structure)
         : draft.role(column, "ignored", "no variable of " + options.structure);
}

void add_graph(Draft& draft) {
  const PlanOptions& options = draft.options;
  if (!options.target.empty() && variable_of(options.graph, options.target) == nullptr)
    throw Error(ErrorKind::usage, fmt::format("the target '{}' is no variable of the network {}",
                                              options.target, options.structure));
  for (const GraphVariable& variable : options.graph) {
    check_variable(variable, draft);
    PartPlan part = table_of(variable, options);
    if (!part.columns.empty()) draft.plan.parts.push_back(std::move(part));
  }
}

void check_structure(Draft& draft) {
  if (draft.plan.structure.empty()) return;
  for (const PartPlan& part : draft.plan.parts) {
    if (!is_node(part) && !is_averaged(part)) place_beside(part, draft);
  }
}

}  // namespace priory
