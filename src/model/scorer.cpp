// SPDX-License-Identifier: Apache-2.0
#include "model/scorer.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "core/log_space.h"
#include "learn/select_rows.h"
#include "model/row_inference.h"
#include "words/token_hash.h"

namespace priory {
namespace {

// A word as it stands in the row. Of one that is a bucket, the tokens of the row that fall into it, where the
// row has a list of them; else its name.
std::string spelt(const PartModel& part, std::string_view word, const Chunk& chunk, std::size_t row) {
  const TokenList& tokens = chunk.columns[part.columns[0]].tokens;
  if (!part.plan->hashed()) return std::string(word);
  std::vector<std::string_view> found;
  for (std::size_t k = 0; row + 1 < tokens.begin.size() && k < tokens.begin[row + 1] - tokens.begin[row];
       ++k) {
    const std::string_view token = tokens[tokens.begin[row] + k];
    const std::uint32_t bucket = bucket_of(token_hash(token), part.plan->text_options.tokens.hash_bits);
    if (bucket_word(bucket) == word && std::ranges::find(found, token) == found.end()) found.push_back(token);
  }
  if (!found.empty()) return fmt::format("{}", fmt::join(found, "|"));
  return part.names ? part.names->shown(word) : std::string(word);
}

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

LogScores& Scorer::operator()(const Chunk& chunk) {
  PartColumns columns(state_->parts.size());
  std::vector<const Parameters*> parameters(columns.size());
  own_.resize(state_->parts.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    columns[k] = translated(k, chunk, own_[k]);
    parameters[k] = &parameters_for(k, columns[k], own_[k]);
  }
  return coded_(chunk.n_rows, columns, parameters);
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
  translate(column, *part.plan, *part.values, idf_of(part.frozen), unknown_code(part.values->size()),
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
  translation.look_up(*column.dictionary, *part.values, unknown_code(part.values->size()));
  return translation.changes_nothing();
}

bool Scorer::smooths() const {
  return state_->statistics->plan().unseen == Unseen::smooth;
}

std::uint32_t Scorer::unknown_code(std::size_t n_values) const {
  return smooths() ? static_cast<std::uint32_t>(n_values) : kMissingCode;
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
      recode(column, translations_[k][j].look_up(*column.dictionary, values, unknown_code(values.size())),
             own[1 + j]);
    out.push_back(&own[1 + j]);
  }
  if (part.family->scores_combinations())
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
                              spelt(part, (*column.dictionary)[code], chunk, row)),
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

namespace {

// A number, or the column of a group that it stands in; what a group adds as a whole has no number.
void name_number(const PartPlan& plan, std::uint32_t column, Reason& reason) {
  if (plan.columns.size() == 1 || column != kWholePart) reason.value = fmt::format("{}", reason.count);
  if (column != kWholePart) reason.feature = plan.columns[column];
}

std::string written(const PartModel& part, std::size_t column, const Chunk& chunk, std::size_t row) {
  const Column& from = chunk.columns[part.columns[column]];
  const std::uint32_t code = from.codes[row];
  return code == kMissingCode ? "?" : std::string((*from.dictionary)[code]);
}

// The values of a row in the columns of a part: "sunny+?"; of what is given others, "hot | sky=sunny".
void name_together(const PartModel& part, const Chunk& chunk, std::size_t row, Reason& reason) {
  const std::size_t n_given = part.family->n_given(part.columns.size());
  std::vector<std::string> own, given;
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    const std::string value = written(part, j, chunk, row);
    j < n_given ? given.push_back(fmt::format("{}={}", part.plan->columns[j], value)) : own.push_back(value);
  }
  reason.value = fmt::format("{}", fmt::join(own, "+"));
  if (n_given == 0) return;
  if (own.empty()) reason.kind = Reason::Kind::prior;
  reason.feature = own.empty() ? "class prior" : part.plan->columns.back();
  reason.value += fmt::format("{}| {}", own.empty() ? "" : " ", fmt::join(given, ", "));
}

// What the model does not have of a row, in its order: its value, or words of its text.
std::vector<std::string> unseen_of(const PartModel& part, const Chunk& chunk, std::size_t row) {
  const Column& column = chunk.columns[part.columns[0]];
  std::vector<std::string> out;
  if (column.kind == CellKind::codes && column.codes[row] != kMissingCode)
    out.emplace_back((*column.dictionary)[column.codes[row]]);
  if (column.kind != CellKind::bag) return out;
  for (std::size_t i = column.bag.begin[row]; i < column.bag.begin[row + 1]; ++i) {
    const std::string_view word = (*column.dictionary)[column.bag.word[i]];
    if (part.values->find(word) == Dictionary::kAbsent) out.push_back(spelt(part, word, chunk, row));
  }
  return out;
}

}  // namespace

namespace {

// From the reasons of cells to those of classes: each class is explained by its best cell, and what its other
// cells add is a reason of its own.
void explain_classes(std::size_t components, Explanation& out) {
  const std::size_t n_classes = out.log_scores.size() / components;
  std::vector<std::size_t> best;
  Reason others{Reason::Kind::value, "other components", "", 1, {}};
  std::vector<double> sums;
  for (std::size_t c = 0; c < n_classes; ++c) {
    const std::span<const double> cells(&out.log_scores[c * components], components);
    best.push_back(c * components + best_class(cells));
    sums.push_back(log_sum_exp(cells));
    others.log_p.push_back(sums.back() == kLogZero ? 0 : sums.back() - out.log_scores[best.back()]);
  }
  for (Reason& reason : out.reasons) {
    if (reason.log_p.empty()) continue;
    std::vector<double> of_classes;
    of_classes.reserve(best.size());
    for (const std::size_t cell : best) of_classes.push_back(reason.log_p[cell]);
    reason.log_p = std::move(of_classes);
  }
  out.reasons.push_back(std::move(others));
  out.log_scores = std::move(sums);
}

}  // namespace

// What the values of a row add one after the other, the missing ones summed over.
void Scorer::explain_inferred(const std::vector<std::vector<const Column*>>& columns, std::size_t row,
                              Explanation& out) {
  RowInference& inference = coded_.inference();
  const Network& network = state_->network->network();
  Evidence so_far;
  std::vector<double> before = inference.log_joint(so_far, state_->n_cells());
  out.reasons.push_back({Reason::Kind::prior, "class prior", "", 1, before});
  for (const Finding& each : evidence_of(*state_, columns, row)) {
    so_far.push_back(each);
    const std::vector<double> after = inference.log_joint(so_far, state_->n_cells());
    const Variable& variable = network.variables()[each.variable];
    Reason reason{Reason::Kind::value, variable.name, variable.states[each.states[0]], 1, after};
    for (std::size_t c = 0; c < after.size(); ++c)
      reason.log_p[c] = before[c] == kLogZero ? 0 : after[c] - before[c];
    out.reasons.push_back(std::move(reason));
    before = after;
  }
}

void Scorer::explain_part(std::size_t k, const Chunk& chunk, std::size_t row,
                          const std::vector<const Column*>& columns, std::vector<Column>& own,
                          Explanation& out) {
  const PartModel& part = state_->parts[k];
  const Parameters& parameters = parameters_for(k, columns, own);
  const std::vector<std::uint32_t>* const local = coded_.local_values(k, parameters);
  const auto n_values = static_cast<std::uint32_t>(part.values->size());
  std::vector<std::string> unseen;
  std::size_t n_unseen = 0;
  if (part.plan->kind != CellKind::reals && !part.of_columns && smooths())
    unseen = unseen_of(part, chunk, row);
  part.family->explain(
      columns, row, parameters, [&](std::uint32_t value, double count, std::span<const double> log_p) {
        if (local != nullptr && value != kWholePart)
          value = value < local->size() ? (*local)[value] : n_values;
        Reason reason{Reason::Kind::value, part.plan->label(), "", count, {log_p.begin(), log_p.end()}};
        if (part.plan->kind == CellKind::reals)
          name_number(*part.plan, value, reason);
        else if (part.of_columns)
          name_together(part, chunk, row, reason);
        else if (value == kWholePart)
          reason.kind = Reason::Kind::absent;
        else if (value == n_values)
          reason.kind = Reason::Kind::unseen, reason.value = unseen[n_unseen++];
        else
          reason.value = spelt(part, (*part.values)[value], chunk, row);
        out.reasons.push_back(std::move(reason));
      });
}

// The row alone, so that many rows of a chunk are not all gone through for each of them.
Explanation Scorer::explain(const Chunk& chunk, std::size_t row) {
  const std::uint32_t only[] = {static_cast<std::uint32_t>(row)};
  Chunk one = select_rows(chunk, only);
  if (row < chunk.places.size()) one.places = {chunk.places[row]};
  return explain_row(one, 0);
}

Explanation Scorer::explain_row(const Chunk& chunk, std::size_t row) {
  Explanation out;
  std::vector<std::vector<Column>> own(state_->parts.size());
  std::vector<std::vector<const Column*>> columns;
  for (std::size_t k = 0; k < own.size(); ++k) columns.push_back(translated(k, chunk, own[k]));
  const bool inferred = state_->network && lacks_some(*state_, columns, row);
  if (inferred)
    explain_inferred(columns, row, out);
  else if (state_->adds_prior)
    out.reasons.push_back({Reason::Kind::prior, "class prior", "", 1, state_->log_prior});
  for (std::size_t k = 0; k < own.size(); ++k) {
    if (!inferred || !is_node(*state_->parts[k].plan)) explain_part(k, chunk, row, columns[k], own[k], out);
    note_unknown(k, chunk, row, out);
  }
  const LogScores& scores = (*this)(chunk);
  for (std::size_t cell = 0; cell < scores.n_cells; ++cell) out.log_scores.push_back(scores.at(cell, row));
  if (state_->components > 1) explain_classes(state_->components, out);
  out.log_posterior = out.log_scores;
  const std::vector<double> prior = state_->class_prior();
  out.impossible = to_posterior(out.log_posterior, prior);
  out.raw_log_posterior = out.log_posterior;
  state_->adjust(out.log_posterior, prior);
  out.predicted = best_class(out.log_posterior);
  return out;
}

namespace {

// The same of a part over several columns: they are summed over.
void note_unknown_columns(const PartModel& part, const Chunk& chunk, std::size_t row, Explanation& out) {
  for (std::size_t j = part.family->n_given(part.columns.size()); j < part.columns.size(); ++j) {
    const Column& column = chunk.columns[part.columns[j]];
    const std::string& name = part.plan->columns[j];
    if (column.codes[row] == kMissingCode) {
      out.reasons.push_back({Reason::Kind::missing, name, "", 1, {}});
      continue;
    }
    const std::string_view text = (*column.dictionary)[column.codes[row]];
    if (part.of_columns->of(j).find(text) == Dictionary::kAbsent)
      out.reasons.push_back({Reason::Kind::unseen, name, std::string(text), 1, {}});
  }
}

}  // namespace

// What the row has that adds nothing: missing cells, values and words never seen.
void Scorer::note_unknown(std::size_t k, const Chunk& chunk, std::size_t row, Explanation& out) {
  const PartModel& part = state_->parts[k];
  if (part.of_columns) return note_unknown_columns(part, chunk, row, out);
  const Column& column = chunk.columns[part.columns[0]];
  const auto note = [&](Reason::Kind kind, std::string_view value, double count = 1) {
    out.reasons.push_back({kind, part.plan->label(), std::string(value), count, {}});
  };
  const auto check = [&](std::uint32_t code, double count) {
    if (smooths()) return;  // then the unseen has a reason
    const std::string_view text = (*column.dictionary)[code];
    if (part.values->find(text) == Dictionary::kAbsent)
      note(Reason::Kind::unseen, spelt(part, text, chunk, row), count);
  };
  for (std::size_t j = 0; part.plan->kind == CellKind::reals && j < part.plan->columns.size(); ++j) {
    if (std::isnan(chunk.columns[part.columns[j]].reals[row]))
      out.reasons.push_back({Reason::Kind::missing, part.plan->columns[j], "", 1, {}});
  }
  if (column.kind == CellKind::codes)
    column.codes[row] == kMissingCode ? note(Reason::Kind::missing, "") : check(column.codes[row], 1);
  if (column.kind != CellKind::bag) return;
  if (column.bag.missing[row]) note(Reason::Kind::missing, "");
  for (std::size_t i = column.bag.begin[row]; i < column.bag.begin[row + 1]; ++i)
    check(column.bag.word[i], column.bag.count[i]);
}

}  // namespace priory
