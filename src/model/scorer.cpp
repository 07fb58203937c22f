// SPDX-License-Identifier: Apache-2.0
#include "model/scorer.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/log_space.h"
#include "model/spelt_word.h"

namespace priory {
namespace {

// Row by row what is there cell by cell; some rows at a time, so that a line of the cache is met once only.
std::vector<double> by_row(const LogScores& scores) {
  constexpr std::size_t kRows = 8;
  std::vector<double> out(scores.data.size());
  for (std::size_t first = 0; first < scores.n_rows; first += kRows) {
    const std::size_t last = std::min(first + kRows, scores.n_rows);
    for (std::size_t cell = 0; cell < scores.n_cells; ++cell) {
      for (std::size_t row = first; row < last; ++row)
        out[row * scores.n_cells + cell] = scores.at(cell, row);
    }
  }
  return out;
}

}  // namespace

std::size_t find_class(std::span<const std::string> classes, const std::string& name) {
  const auto at = std::find(classes.begin(), classes.end(), name);
  if (at != classes.end()) return static_cast<std::size_t>(at - classes.begin());
  throw Error(ErrorKind::usage, fmt::format("there is no class '{}'{}", name,
                                            did_you_mean(name, {classes.begin(), classes.end()})));
}

std::size_t best_class(std::span<const double> log_posterior) {
  return static_cast<std::size_t>(std::max_element(log_posterior.begin(), log_posterior.end()) -
                                  log_posterior.begin());
}

std::string Classifier::State::name_of_value(const PartModel& part, std::size_t value) const {
  const auto is_other_text = [&](const PartModel& each) { return each.plan->text && &each != &part; };
  if (part.plan->kind == CellKind::bag && !(part.plan->text && std::ranges::any_of(parts, is_other_text)))
    return part.shown(value);
  return fmt::format("{}={}", part.plan->label(), part.shown(value));
}

PartColumns Scorer::columns(const Chunk& chunk) {
  PartColumns out(state_->parts.size());
  own_.resize(out.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = translated(k, chunk, own_[k]);
  return out;
}

LogScores& Scorer::operator()(const Chunk& chunk) {
  const PartColumns in_codes = columns(chunk);
  std::vector<const Parameters*> parameters(in_codes.size());
  for (std::size_t k = 0; k < in_codes.size(); ++k) parameters[k] = &parameters_for(k, in_codes[k], own_[k]);
  return coded_(chunk.n_rows, in_codes, parameters);
}

const LogScores& Scorer::of_classes(const Chunk& chunk) {
  (*this)(chunk);
  return coded_.of_classes();
}

ScoredChunk Scorer::posterior(const Chunk& chunk) {
  const LogScores& scores = of_classes(chunk);
  ScoredChunk out{&chunk, scores.n_cells, by_row(scores), std::vector<bool>(chunk.n_rows)};
  const std::vector<double> prior = state_->class_prior();
  for (std::size_t row = 0; row < chunk.n_rows; ++row) {
    const std::span<double> values(&out.log_posterior[row * out.n_classes], out.n_classes);
    out.impossible[row] = to_posterior(values, prior);
    state_->adjust(values, prior);
  }
  return out;
}

// Of a column in the codes of others nothing may be numbered anew.
const Parameters& Scorer::parameters_for(std::size_t k, std::span<const Column* const> columns,
                                         std::vector<Column>& own) {
  const bool is_own = !own.empty() && columns[0] == own.data();
  return is_own ? coded_.parameters_for(k, own[0]) : coded_.parameters(k);
}

// The part's columns in the codes of the model; unseen values are left out, or take the row after the last.
std::vector<const Column*> Scorer::translated(std::size_t k, const Chunk& chunk, std::vector<Column>& own) {
  const PartModel& part = state_->parts[k];
  std::vector<const Column*> out = columns_of(chunk, part.columns);
  const Column& column = *out[0];
  if (column.dictionary != nullptr && state_->statistics->plan().unseen == Unseen::error)
    refuse_unseen(k, chunk);
  if (part.of_columns) return combined(k, chunk, own);
  // Numbers have no codes, and kept rows are in those of the model.
  if (part.plan->kind == CellKind::reals || column.dictionary == nullptr) return out;
  if (is_translated(k, column)) return out;
  own.resize(1);
  translate(column, *part.plan, *part.values, idf_of(part.frozen), unknown_code(part, part.values->size()),
            translations_[k][0], own[0]);
  out[0] = own.data();
  return out;
}

// Whether the codes of a column are those of the model already and need no weights. (While words are
// estimated as they are met, they are numbered anew.)
bool Scorer::is_translated(std::size_t k, const Column& column) {
  const PartModel& part = state_->parts[k];
  if (part.plan->text || (part.estimate->by_value() && !part.estimate->at_hand())) return false;
  Translation& translation = translations_[k][0];
  translation.look_up(*column.dictionary, *part.values, unknown_code(part, part.values->size()));
  return translation.changes_nothing();
}

bool Scorer::smooths() const {
  return state_->statistics->plan().unseen == Unseen::smooth;
}

bool Scorer::has_unseen(const PartModel& part) const {
  return smooths() || part.family->knows_unseen();
}

std::uint32_t Scorer::unknown_code(const PartModel& part, std::size_t n_values) const {
  return has_unseen(part) ? static_cast<std::uint32_t>(n_values) : kMissingCode;
}

// The combination of the columns and the columns, each in codes of its own.
std::vector<const Column*> Scorer::combined(std::size_t k, const Chunk& chunk, std::vector<Column>& own) {
  const PartModel& part = state_->parts[k];
  own.resize(1 + part.columns.size());
  std::vector<const Column*> out = {own.data()};
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    const Column& column = chunk.columns[part.columns[j]];
    const Dictionary& values = part.of_columns->of(j);
    if (column.dictionary == nullptr)
      spread_out(column, chunk.n_rows, own[1 + j]);
    else
      recode(column,
             translations_[k][j].look_up(*column.dictionary, values, unknown_code(part, values.size())),
             own[1 + j]);
    out.push_back(&own[1 + j]);
  }
  if (part.of_columns->gathered())
    part.of_columns->gather(std::span(out).subspan(1), chunk.n_rows, own[0]);
  else if (part.family->scores_combinations())
    part.of_columns->combine(std::span(out).subspan(1), chunk.n_rows, own[0]);
  return out;
}

void Scorer::refuse_unseen(std::size_t k, const Chunk& chunk) const {
  const PartModel& part = state_->parts[k];
  for (std::size_t j = 0; part.plan->kind != CellKind::reals && j < part.columns.size(); ++j) {
    const Column& column = chunk.columns[part.columns[j]];
    const auto refuse = [&](std::uint32_t code, std::size_t row) {
      if (code == kMissingCode || part.dictionary(j)->find((*column.dictionary)[code]) != Dictionary::kAbsent)
        return;
      throw Error(ErrorKind::data,
                  fmt::format("column '{}': '{}' was not seen in training",
                              part.of_columns ? part.plan->columns[j] : part.plan->label(),
                              spelt_word(part, (*column.dictionary)[code], chunk, row)),
                  row < chunk.places.size() ? chunk.places[row] : Place{},
                  "train with ‹unseen› ignore or ‹unseen› smooth to accept it");
    };
    for (std::size_t row = 0; row < column.codes.size(); ++row) refuse(column.codes[row], row);
    for (std::size_t row = 0; row < column.bag.n_rows(); ++row) {
      for (std::size_t i = column.bag.begin[row]; i < column.bag.begin[row + 1]; ++i)
        refuse(column.bag.word[i], row);
    }
  }
}

}  // namespace priory
