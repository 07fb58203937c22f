// SPDX-License-Identifier: Apache-2.0
#include "query/model_variables.h"

#include <algorithm>

namespace priory::query {
namespace {

QueryVariable::Kind kind_of(const PartModel& part) {
  using Kind = QueryVariable::Kind;
  if (part.plan->text) return Kind::words;
  if (part.plan->kind == CellKind::codes) return Kind::values;
  return part.plan->kind == CellKind::bag || part.family->domain().whole ? Kind::count : Kind::continuous;
}

QueryVariable variable_of(const PartModel& part, std::size_t column) {
  QueryVariable out{part.plan->columns[column], kind_of(part), {}};
  if (out.kind != QueryVariable::Kind::values) return out;
  for (const std::string_view each : part.dictionary(column)->strings()) out.values.emplace_back(each);
  return out;
}

}  // namespace

ModelVariables::ModelVariables(const Classifier& of) : model(of), columns(1) {
  const std::string& target = model.plan().target;
  list.push_back({target.empty() ? "class" : target, QueryVariable::Kind::values, model.classes()});
  for (const PartModel& part : state_of(model).parts) {
    for (std::size_t k = 0; k < part.plan->columns.size(); ++k) {
      list.push_back(variable_of(part, k));
      columns.push_back({&part, k});
    }
  }
  for (const QueryVariable& each : list) {
    values.emplace_back();
    for (const std::string& value : each.values) values.back().push_back(Value::of(value));
  }
}

bool ModelVariables::combined(std::size_t variable) const {
  return columns[variable].part != nullptr && columns[variable].part->of_columns != nullptr;
}

std::size_t ModelVariables::first_of(std::size_t variable) const {
  return combined(variable) ? variable - columns[variable].place : variable;
}

}  // namespace priory::query
