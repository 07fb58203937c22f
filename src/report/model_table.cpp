// SPDX-License-Identifier: Apache-2.0
// Models and networks as tables, a number a line.
#include <algorithm>
#include <fmt/format.h>

#include "priory/report.h"

namespace priory {
namespace {

// "Burglary=True, Earthquake=False": the configuration of the parents in a row of the table.
std::string configuration(const Network& network, std::size_t variable, std::size_t row) {
  const auto parents = network.parents(variable);
  std::string out;
  for (std::size_t k = parents.size(); k-- > 0;) {
    const Variable& parent = network.variables()[parents[k]];
    out.insert(0, fmt::format("{}{}={}", k == 0 ? "" : ", ", parent.name,
                              parent.states[row % parent.states.size()]));
    row /= parent.states.size();
  }
  return out;
}

void add_parameter(TextTable& out, const std::vector<std::string>& cells, const PartView& part,
                   const Parameter& parameter) {
  const std::vector<std::string>& columns = part.plan->columns;
  const auto name_of_row = [&](std::size_t r) {
    if (parameter.form == Form::number) return std::string();
    if (parameter.form == Form::table) return columns[r / columns.size()] + "*" + columns[r % columns.size()];
    if (part.gathered && parameter.rows > part.values.size())
      return part.values[r % part.values.size()] + " | " + part.values[r / part.values.size()];
    if (part.plan->kind != CellKind::reals) return part.values[r];
    if (part.values.empty()) return columns[r];
    return parameter.rows == part.values.size() ? part.values[r] : std::string();  // borders of bins
  };
  for (std::size_t cell = 0; cell < (parameter.shared ? 1 : parameter.cells); ++cell) {
    for (std::size_t r = 0; r < parameter.rows; ++r)
      out.add_row({parameter.shared ? "" : cells[cell], fmt::format("{}", fmt::join(columns, "+")),
                   part.plan->family, parameter.name, name_of_row(r), number_text(parameter.at(r, cell))});
  }
}

}  // namespace

TextTable parameter_table(const Classifier& model) {
  TextTable out({"class", "columns", "family", "parameter", "value", "number"});
  const std::vector<std::string> cells = model.cells();
  const std::vector<double>& log_prior = model.cell_log_prior();
  for (std::size_t c = 0; c < cells.size(); ++c)
    out.add_row({cells[c], "", "", "log_prior", "", number_text(log_prior[c])});
  for (const PartView& part : model.parts()) {
    for (const Parameter& parameter : part.parameters) add_parameter(out, cells, part, parameter);
  }
  return out;
}

std::optional<double> full_joint_parameters(const Classifier& model) {
  double cells = 1;
  for (const PartView& part : model.parts()) {
    if (part.plan->kind != CellKind::codes) return std::nullopt;
    if (part.column_values.empty()) cells *= std::max(1.0, static_cast<double>(part.values.size()));
    for (std::size_t j = part.n_given; j < part.column_values.size(); ++j)
      cells *= std::max(1.0, static_cast<double>(part.column_values[j].size()));
  }
  const double classes = static_cast<double>(model.classes().size());
  return classes * (cells - 1) + classes - 1;
}

TextTable probability_table(const Network& network) {
  TextTable out({"variable", "given", "state", "log_prob"});
  for (std::size_t each = 0; each < network.variables().size(); ++each) {
    const Variable& variable = network.variables()[each];
    const std::vector<double>& log_prob = network.table(each).log_prob;
    for (std::size_t cell = 0; cell < log_prob.size(); ++cell)
      out.add_row({variable.name, configuration(network, each, cell / variable.states.size()),
                   variable.states[cell % variable.states.size()], number_text(log_prob[cell])});
  }
  return out;
}

}  // namespace priory
