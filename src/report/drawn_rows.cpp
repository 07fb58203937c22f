// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <set>
#include <sstream>

#include "priory/chunk.h"
#include "priory/report.h"

namespace priory {
namespace {

// Those that some part takes for numbers or counts.
std::vector<bool> numbers_of(const Plan& plan, const std::vector<std::string>& names) {
  std::set<std::string> numeric;
  for (const PartPlan& part : plan.parts) {
    if (part.kind != CellKind::codes && !part.text) numeric.insert(part.columns.begin(), part.columns.end());
  }
  std::vector<bool> out;
  out.reserve(names.size());
  for (const std::string& name : names) out.push_back(numeric.contains(name));
  return out;
}

}  // namespace

void draw_rows(const Classifier& model, const SampleOptions& options, const TakeDrawn& take) {
  DrawnColumns columns;
  model.sample(options, [&](const Chunk& chunk) {
    if (columns.names.empty()) columns = {chunk.kept_names, numbers_of(model.plan(), chunk.kept_names)};
    const std::size_t width = columns.names.size();
    for (std::size_t row = 0; row < chunk.n_rows; ++row)
      take(columns, std::span(chunk.kept).subspan(row * width, width));
  });
}

void draw_rows(const Network& network, const SampleOptions& options, const TakeDrawn& take) {
  DrawnColumns columns;
  for (const Variable& variable : network.variables()) columns.names.push_back(variable.name);
  columns.numbers.assign(columns.names.size(), false);
  std::vector<std::string> cells(columns.names.size());
  network.sample(options.n_rows, options.seed, [&](std::span<const std::size_t> row) {
    for (std::size_t k = 0; k < row.size(); ++k) cells[k] = network.variables()[k].states[row[k]];
    take(columns, cells);
  });
}

std::string json_line(const DrawnColumns& columns, std::span<const std::string> cells) {
  std::ostringstream out;
  JsonWriter writer(out);
  writer.begin_array().begin_object();
  for (std::size_t k = 0; k < cells.size(); ++k)
    columns.numbers[k] ? writer.member(columns.names[k], std::strtod(cells[k].c_str(), nullptr))
                       : writer.member(columns.names[k], cells[k]);
  writer.end_object();
  const std::string text = out.str();
  return text.substr(text.find('{')) + '\n';
}

}  // namespace priory
