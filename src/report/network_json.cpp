// SPDX-License-Identifier: Apache-2.0
// A network in the JSON of `inspect --json`: a part for each variable, a row of its table for each
// configuration of its parents.
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

NodeView node_of(const Network& network, std::size_t variable) {
  const std::vector<Variable>& variables = network.variables();
  NodeView out{
      variables[variable].name, {}, variables[variable].states, {}, network.table(variable).log_prob};
  for (const std::size_t parent : network.parents(variable)) {
    out.parents.push_back(variables[parent].name);
    out.parent_values.push_back(variables[parent].states);
  }
  return out;
}

}  // namespace

void write_members(JsonWriter& json, const NodeView& node) {
  json.member("columns", std::vector<std::string>{node.variable})
      .member("parents", node.parents)
      .member("parent_values", node.parent_values)
      .member("values", node.values);
  const std::size_t width = node.values.size();
  json.key("log_prob").begin_array();
  for (std::size_t cell = 0; cell < node.log_prob.size(); cell += width)
    json.value(std::span<const double>(node.log_prob.data() + cell, width));
  json.end_array();
}

std::string to_json(const Network& network) {
  std::ostringstream out;
  JsonWriter json(out);
  json.begin_object()
      .member("schema", "priory.model/1")
      .member("kind", "network")
      .member("name", network.name())
      .member("target", nullptr);
  json.key("parts").begin_array();
  for (std::size_t each = 0; each < network.variables().size(); ++each) {
    json.begin_object().member("family", "categorical");
    write_members(json, node_of(network, each));
    json.end_object();
  }
  json.end_array().member("free_parameters", network.free_parameters()).end_object();
  return out.str();
}

}  // namespace priory
