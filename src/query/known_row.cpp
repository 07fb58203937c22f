// SPDX-License-Identifier: Apache-2.0
#include "query/known_row.h"

#include <nlohmann/json.hpp>

#include "priory/text.h"

#include "core/log_space.h"
#include "model/scorer.h"

namespace priory::query {
namespace {

// The row as a line of JSON: columns that are not in it are missing.
Table table_of(const KnownValues& known, const std::vector<QueryVariable>& variables) {
  nlohmann::json line = nlohmann::json::object();
  for (const auto& [variable, value] : known) line[variables[variable].name] = value.text;
  ReadOptions options;
  options.format = Format::jsonl;
  const auto replace = nlohmann::json::error_handler_t::replace;
  return Table::from_text(line.dump(-1, ' ', false, replace) + "\n", "the condition", options);
}

std::vector<double> log_cell_scores(const Classifier& model, const KnownValues& known,
                                    const std::vector<QueryVariable>& variables) {
  const Classifier::State& state = model.state();
  if (known.empty()) return state.adds_prior ? state.log_prior : std::vector<double>(state.n_cells(), 0.0);
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target.clear(), spec.weight.clear();
  spec.places = true;
  const auto source = open_chunks(table_of(known, variables), spec);
  const auto decoder = source->decoder();
  Scorer scorer(state);
  std::vector<double> out;
  while (const auto batch = source->next())
    decoder->decode(*batch, [&](const Chunk& chunk) { out = scorer(chunk).data; });
  return out;
}

}  // namespace

std::vector<double> log_cell_posterior(const Classifier& model, const KnownValues& known,
                                       const std::vector<QueryVariable>& variables) {
  const Classifier::State& state = model.state();
  std::vector<double> cells = log_cell_scores(model, known, variables);
  std::vector<double> classes, log_class;
  for (std::size_t c = 0; c < state.classes.size(); ++c)
    log_class.push_back(log_sum_exp({&cells[c * state.components], state.components}));
  classes = log_class;
  if (to_posterior(classes, state.class_prior())) return std::vector<double>(cells.size(), kLogZero);
  state.adjust(classes, state.class_prior());
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::size_t c = k / state.components;
    cells[k] = classes[c] == kLogZero ? kLogZero : classes[c] + (cells[k] - log_class[c]);
  }
  return cells;
}

}  // namespace priory::query
