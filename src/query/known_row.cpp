// SPDX-License-Identifier: Apache-2.0
#include "query/known_row.h"

#include <algorithm>

#include "core/log_space.h"
#include "model/scorer.h"
#include "online/named_row.h"

namespace priory::query {
namespace {

// The cells of a row in the order of the model's columns; what is not known is missing.
std::vector<CellValue> cells_of(const KnownValues& known, const std::vector<QueryVariable>& variables,
                                const std::vector<std::string>& columns) {
  std::vector<CellValue> out(columns.size());
  for (const auto& [variable, value] : known) {
    const auto at = std::ranges::find(columns, variables[variable].name);
    if (at != columns.end()) out[static_cast<std::size_t>(at - columns.begin())] = value.text;
  }
  return out;
}

std::vector<double> unconditional(const Classifier::State& state) {
  return state.adds_prior ? state.log_prior : std::vector<double>(state.n_cells(), 0.0);
}

}  // namespace

std::vector<std::vector<double>> log_cell_scores(const Classifier& model,
                                                 const std::vector<KnownValues>& rows,
                                                 const std::vector<QueryVariable>& variables) {
  RowCoder coder(model.plan());
  Scorer scorer(state_of(model));
  std::vector<std::vector<double>> out;
  for (const KnownValues& known : rows) {
    const std::vector<CellValue> cells = cells_of(known, variables, coder.columns());
    const NamedRow row(model.plan(), coder, cells);
    const LogScores& scores = scorer(row.chunk());
    out.emplace_back();
    for (std::size_t cell = 0; cell < scores.n_cells; ++cell) out.back().push_back(scores.at(cell, 0));
  }
  return out;
}

std::vector<double> log_cell_posterior(const Classifier& model, const KnownValues& known,
                                       const std::vector<QueryVariable>& variables) {
  const Classifier::State& state = state_of(model);
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
