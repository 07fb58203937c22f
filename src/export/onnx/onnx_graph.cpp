// SPDX-License-Identifier: Apache-2.0
#include "export/onnx/onnx_graph.h"

#include <fmt/format.h>

namespace priory {

std::string OnnxGraph::fresh_name() {
  std::string out;
  do out = fmt::format("v{}", n_names_++);
  while (taken_.contains(out));
  return out;
}

OnnxGraph::Value OnnxGraph::input(const std::string& name, OnnxType type, std::size_t width) {
  taken_.insert(name);
  return inputs_.emplace_back(Port{name, type, width}).name;
}

OnnxGraph::Value OnnxGraph::reals(std::span<const double> numbers, Shape shape) {
  constants_.push_back({fresh_name(), std::move(shape), std::vector<double>(numbers.begin(), numbers.end())});
  return constants_.back().name;
}

OnnxGraph::Value OnnxGraph::row(std::span<const double> numbers) {
  return reals(numbers, {1, static_cast<std::int64_t>(numbers.size())});
}

OnnxGraph::Value OnnxGraph::integers(std::vector<std::int64_t> numbers, Shape shape) {
  constants_.push_back({fresh_name(), std::move(shape), std::move(numbers)});
  return constants_.back().name;
}

OnnxGraph::Value OnnxGraph::texts(std::span<const std::string> strings) {
  constants_.push_back({fresh_name(),
                        {static_cast<std::int64_t>(strings.size())},
                        std::vector<std::string>(strings.begin(), strings.end())});
  return constants_.back().name;
}

OnnxGraph::Value OnnxGraph::node(std::string_view op, std::vector<Value> inputs,
                                 std::vector<OnnxAttribute> attributes) {
  nodes_.push_back({std::string(op), std::move(inputs), fresh_name(), std::move(attributes)});
  return nodes_.back().output;
}

OnnxGraph::Value OnnxGraph::cast(const Value& value, OnnxType to) {
  return node("Cast", {value}, {{"to", static_cast<std::int64_t>(to)}});
}

void OnnxGraph::output(std::string name, OnnxType type, const Value& value, std::size_t width) {
  while (!taken_.insert(name).second) name += '_';
  nodes_.push_back({"Identity", {value}, name, {}});
  outputs_.push_back({std::move(name), type, width});
}

}  // namespace priory
