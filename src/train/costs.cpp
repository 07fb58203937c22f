// SPDX-License-Identifier: Apache-2.0
// Costs of decisions, from rows.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/training.h"

#include "encode/chunks.h"

namespace priory {
namespace {

using Costs = std::vector<std::vector<double>>;

ChunkSpec cost_spec(const std::string& actual, const std::vector<std::string>& classes) {
  ChunkSpec out;
  for (const std::string& label : classes) {
    ColumnSpec column;
    column.names = {label};
    out.columns.push_back(column);
  }
  out.target = actual;
  out.target_needed = true;
  out.places = true;
  return out;
}

void take_rows(const Chunk& chunk, const std::vector<std::string>& classes, Costs& costs) {
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    const std::string label((*chunk.target.dictionary)[chunk.target.codes[row]]);
    const auto at = std::find(classes.begin(), classes.end(), label);
    if (at == classes.end())
      throw Error(ErrorKind::data,
                  fmt::format("there is no class '{}'{}", label, did_you_mean(label, classes)),
                  chunk.places[row]);
    std::vector<double>& of_class = costs[static_cast<std::size_t>(at - classes.begin())];
    of_class.clear();
    for (const Column& column : chunk.columns) of_class.push_back(column.reals[row]);
  }
}

}  // namespace

Costs read_costs(const Data& costs, const std::vector<std::string>& classes) {
  const std::vector<std::string> columns = costs.columns();
  if (columns.empty()) throw Error(ErrorKind::data, costs.name() + ": costs are read from CSV");
  Costs out(classes.size());
  const auto rows = open_chunks(costs, cost_spec(columns[0], classes));
  const auto decoder = rows->decoder();
  while (const auto batch = rows->next())
    decoder->decode(*batch, [&](const Chunk& chunk) { take_rows(chunk, classes, out); });
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const bool whole =
        !out[k].empty() && std::ranges::none_of(out[k], [](double x) { return std::isnan(x); });
    if (!whole)
      throw Error(ErrorKind::data,
                  fmt::format("{}: the costs of the class '{}' are missing", costs.name(), classes[k]));
  }
  return out;
}

}  // namespace priory
