// SPDX-License-Identifier: Apache-2.0
// A classifier as readers see it: the parameters of each part, densities, the linear form.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/classifier.h"

#include "core/log_space.h"
#include "model/estimate.h"
#include "model/fitted_weights.h"

namespace priory {
namespace {

// What a term of the linear form is multiplied with.
std::string feature_of(const Classifier::State& state, const PartModel& part, const LinearTerm& term) {
  if (part.plan->kind != CellKind::reals) return state.name_of_value(part, term.value);
  const std::vector<std::string>& columns = part.plan->columns;
  const std::string& column = columns[term.value == kWholePart ? 0 : term.value];
  if (term.other != kWholePart) return fmt::format("{}*{}", column, columns[term.other]);
  return part.family->feature_name(term, column);
}

// How many values a part has; of combinations, all there can be.
Shape shape_of(const PartModel& part) {
  const std::size_t n_bins = part.plan->binned(0) ? part.plan->bins[0].wider().size() : 0;
  if (!part.of_columns) return {part.values->size(), part.plan->n_columns(), {}, n_bins};
  const Combinations& all = *part.of_columns->combinations();
  if (part.of_columns->gathered()) return {part.values->size(), part.plan->n_columns(), all.sizes};
  return {static_cast<std::size_t>(all.n_cells()), part.plan->n_columns(), all.sizes};
}

void describe_columns(const PartModel& part, PartView& view) {
  for (std::size_t j = 0; j < part.of_columns->n_columns(); ++j) {
    std::vector<std::string>& values = view.column_values.emplace_back();
    for (std::size_t v = 0; v < part.of_columns->of(j).size(); ++v)
      values.emplace_back(part.of_columns->of(j)[v]);
  }
}

// Of every two values, without the unseen.
Parameter shown_pairs(const Matrix& given, std::size_t n_values) {
  Parameter out{std::string(given.name), given.form, false, n_values * n_values, given.cells, {}};
  const std::size_t width = n_values == 0 ? 0 : given.rows / n_values * given.cells;
  for (std::size_t z = 0; z < n_values; ++z) {
    const auto begin = given.data.begin() + static_cast<long>(z * width);
    out.data.insert(out.data.end(), begin, begin + static_cast<long>(n_values * given.cells));
  }
  return out;
}

// Combinations with a missing column are not shown.
void drop_incomplete_combinations(const PartModel& part, PartView& view) {
  const std::vector<double>& cell = part.of_columns->combinations()->cell;
  const Matrix& table = part.parameters()[0];
  for (std::size_t c = 0; table.rows > cell.size() && c < table.cells; ++c)
    view.unmet.push_back(table.at(cell.size(), c));
  std::vector<std::string> values;
  Parameter& shown = view.parameters[0];
  std::vector<double> data;
  for (std::size_t v = 0; v < cell.size(); ++v) {
    if (cell[v] == kNoCell) continue;
    view.cells.push_back(cell[v]);
    values.push_back(std::move(view.values[v]));
    data.insert(data.end(), table.row(v).begin(), table.row(v).end());
  }
  view.values = std::move(values);
  shown.data = std::move(data), shown.rows = view.values.size();
}

// The parameters of the densities, and beside them the weights.
std::vector<PartView> fitted_parts(const Classifier& model) {
  std::vector<PartView> out = model.generative().parts();
  for (std::size_t k = 0; k < out.size(); ++k) {
    const PartModel& part = state_of(model).parts[k];
    const Matrix& weight = part.parameters()[0];
    const bool numbers = part.plan->kind == CellKind::reals && !part.family->linear_in_bins();
    const std::size_t rows = numbers ? weight.rows : weight.rows - 2;
    const auto end = weight.data.begin() + static_cast<long>(rows * weight.cells);
    out[k].parameters.push_back(
        {"weight", Form::list, false, rows, weight.cells, {weight.data.begin(), end}});
  }
  return out;
}

}  // namespace

std::vector<PartView> Classifier::parts() const {
  if (state_->fitted) return fitted_parts(*this);
  std::vector<PartView> out;
  for (const PartModel& part : state_->parts) {
    PartView view{{state_, part.plan}, {}, {}, 0};
    const bool table = !part.family->scores_combinations() && !part.family->gathers();
    const std::size_t n_values = table ? part.parameters()[0].rows : part.values->size();
    for (std::size_t v = 0; part.plan->kind != CellKind::reals && v < n_values; ++v)
      view.values.push_back(part.shown(v));
    if (part.plan->kind == CellKind::reals && part.plan->binned(0))
      view.values = part.plan->bins[0].wider().labels();
    for (std::size_t v = 0; part.plan->hashed() && v < part.values->size(); ++v)
      view.buckets.emplace_back((*part.values)[v]);
    if (part.of_columns) describe_columns(part, view);
    view.free_parameters =
        part.family->free_parameters(shape_of(part), part.plan->pooled ? 1 : state_->n_cells());
    view.gathered = part.family->gathers();
    view.n_given = part.family->n_given(part.plan->columns.size());
    for (const Matrix& matrix : part.parameters()) {
      if (!matrix.shown) continue;
      if (part.family->gathers() && matrix.rows > n_values + part.columns.size()) {
        view.parameters.push_back(shown_pairs(matrix, n_values));
        continue;
      }
      // Without the row of the unseen.
      const bool of_values = part.plan->kind != CellKind::reals && matrix.rows > 1;
      const std::size_t rows = of_values ? n_values : matrix.rows;
      view.parameters.push_back(
          {std::string(matrix.name),
           matrix.form,
           matrix.shared,
           rows,
           matrix.cells,
           {matrix.data.begin(), matrix.data.begin() + static_cast<long>(rows * matrix.cells)}});
    }
    if (part.of_columns && part.family->scores_combinations()) drop_incomplete_combinations(part, view);
    out.push_back(std::move(view));
  }
  return out;
}

double Classifier::free_parameters() const {
  double out = static_cast<double>(state_->n_cells()) - 1;
  for (const PartView& part : parts()) out += part.free_parameters;
  return out;
}

Marginal Classifier::marginal(std::size_t part, std::size_t cell, std::size_t column) const {
  const PartModel& of = state_->parts.at(part);
  const auto spread =
      of.plan->kind == CellKind::reals ? of.family->spread(of.parameters(), cell, column) : std::nullopt;
  if (!spread) throw Error(ErrorKind::usage, fmt::format("'{}' is no column of numbers", of.plan->label()));
  return {spread->mean, std::sqrt(spread->variance), of.family->support(of.parameters(), cell)};
}

double Classifier::log_density(std::size_t part, std::size_t cell, double x) const {
  const PartModel& of = state_->parts.at(part);
  if (of.plan->kind != CellKind::reals || of.plan->n_columns() != 1)
    throw Error(ErrorKind::usage, fmt::format("'{}' is no single column of numbers", of.plan->label()));
  Column number;
  number.reals = {x};
  const Column* const columns[] = {&number};
  LogScores out;
  out.reset(1, state_->n_cells());
  state_->statistics->parts()[part].family->score(columns, of.parameters(), out);
  return out.at(cell, 0);
}

bool Classifier::has_linear() const {
  return classes().size() == 2 && components() == 1 && state_->members.empty() &&
         std::ranges::all_of(state_->parts, [](const PartModel& part) { return part.family->has_linear(); });
}

LinearView Classifier::linear() const {
  if (classes().size() != 2 || components() != 1)
    throw Error(ErrorKind::usage, "the linear view is for two classes");
  if (!state_->members.empty()) throw Error(ErrorKind::usage, "a pool of models has no linear form");
  LinearView out;
  if (state_->adds_prior) out.bias = log_prior()[1] - log_prior()[0];
  for (const PartModel& part : state_->parts) {
    if (!part.family->has_linear())
      throw Error(ErrorKind::usage,
                  fmt::format("'{}' is {}, which has no linear form", part.plan->label(), part.plan->family));
    const LinearForm form = part.family->linear(part.parameters());
    out.bias += form.bias;
    for (const LinearTerm& term : form.terms) {  // what neither class can have tells them not apart
      const double weight = std::isnan(term.weight) ? 0 : term.weight;
      out.weights.push_back({feature_of(*state_, part, term), weight});
    }
  }
  if (std::isnan(out.bias)) out.bias = kLogZero;  // no finite one: a probability is zero, or too far from it
  return out;
}

}  // namespace priory
