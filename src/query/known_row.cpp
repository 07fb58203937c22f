// SPDX-License-Identifier: Apache-2.0
#include "query/known_row.h"

#include <nlohmann/json.hpp>

#include "priory/chunks.h"

#include "core/log_space.h"
#include "model/scorer.h"

namespace priory::query {
namespace {

// Rows as lines of JSON: columns that are not in one are missing.
Table table_of(const std::vector<KnownValues>& rows, const std::vector<QueryVariable>& variables) {
  std::string text;
  for (const KnownValues& known : rows) {
    nlohmann::json line = nlohmann::json::object();
    for (const auto& [variable, value] : known) line[variables[variable].name] = value.text;
    text += line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  ReadOptions options;
  options.format = Format::jsonl;
  return Table::from_text(std::move(text), "the condition", options);
}

std::vector<double> unconditional(const Classifier::State& state) {
  return state.adds_prior ? state.log_prior : std::vector<double>(state.n_cells(), 0.0);
}

}  // namespace

std::vector<std::vector<double>> log_cell_scores(const Classifier& model,
                                                 const std::vector<KnownValues>& rows,
                                                 const std::vector<QueryVariable>& variables) {
  ChunkSpec spec = chunk_spec(model.plan());
  spec.target.clear(), spec.weight.clear();
  spec.places = true;
  const auto source = open_chunks(table_of(rows, variables), spec);
  const auto decoder = source->decoder();
  Scorer scorer(model.state());
  std::vector<std::vector<double>> out;
  const auto take = [&](const Chunk& chunk) {
    const LogScores& scores = scorer(chunk);
    for (std::size_t row = 0; row < scores.n_rows; ++row) {
      out.emplace_back();
      for (std::size_t cell = 0; cell < scores.n_cells; ++cell) out.back().push_back(scores.at(cell, row));
    }
  };
  while (const auto batch = source->next()) decoder->decode(*batch, take);
  return out;
}

std::vector<double> log_cell_posterior(const Classifier& model, const KnownValues& known,
                                       const std::vector<QueryVariable>& variables) {
  const Classifier::State& state = model.state();
  std::vector<double> cells =
      known.empty() ? unconditional(state) : log_cell_scores(model, {known}, variables)[0];
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
