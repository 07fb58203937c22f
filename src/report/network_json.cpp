// SPDX-License-Identifier: Apache-2.0
// A network in the JSON of `inspect --json`: a part for each variable, a row of its table for each
// configuration of its parents.
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

void write_part(JsonWriter& json, const Network& network, std::size_t variable) {
  const std::vector<Variable>& variables = network.variables();
  const ConditionalTable& table = network.table(variable);
  std::vector<std::string> parents;
  std::vector<std::vector<std::string>> parent_values;
  for (const std::size_t parent : table.parents) {
    parents.push_back(variables[parent].name);
    parent_values.push_back(variables[parent].states);
  }
  json.begin_object()
      .member("family", "categorical")
      .member("columns", std::vector<std::string>{variables[variable].name})
      .member("parents", parents)
      .member("parent_values", parent_values)
      .member("values", variables[variable].states);
  const std::size_t width = variables[variable].states.size();
  json.key("log_prob").begin_array();
  for (std::size_t cell = 0; cell < table.log_prob.size(); cell += width)
    json.value(std::span<const double>(table.log_prob.data() + cell, width));
  json.end_array().end_object();
}

}  // namespace

void write_parts(JsonWriter& json, const Network& network) {
  json.key("parts").begin_array();
  for (std::size_t each = 0; each < network.variables().size(); ++each) write_part(json, network, each);
  json.end_array().member("free_parameters", network.free_parameters());
}

std::string to_json(const Network& network) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object()
      .member("schema", "priory.model/1")
      .member("kind", "network")
      .member("name", network.name())
      .member("target", nullptr);
  write_parts(json, network);
  json.end_object();
  return out.str();
}

}  // namespace priory
