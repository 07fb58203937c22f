// SPDX-License-Identifier: Apache-2.0
#include "online/learner_state.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "learn/settle.h"
#include "model/estimate.h"
#include "model/leave_one_out.h"
#include "rows/weights.h"

namespace priory {
namespace {

[[noreturn]] void fail_unknown_row() {
  throw Error(ErrorKind::data, "the row was never learnt", {}, "nothing was forgotten");
}

Settings settings_of(const PartVocabulary& part, const PartPlan& plan) {
  Settings out(part.family->info().options);
  for (const auto& [name, value] : plan.settings) out.set(name, value);
  return out;
}

// Which words a text keeps may depend on all of them.
bool chooses_together(const NamedSums& statistics) {
  for (std::size_t k = 0; k < statistics.parts().size(); ++k) {
    const PartPlan& plan = statistics.plan().parts[k];
    if (plan.text && !statistics.parts()[k].chosen() && !chosen_one_by_one(plan.text_options)) return true;
  }
  return false;
}

double weight_of_row(double weight) {
  if (const std::optional<double> out = checked_weight(weight)) return *out;
  throw Error(ErrorKind::data, fmt::format("{} is no weight", weight), {}, kWeightRemedy);
}

}  // namespace

Learner::State::State(NamedSums from)
    : statistics(std::move(from)),
      headers(statistics),
      row(statistics.plan()),
      parameters(statistics.parts().size()),
      local(parameters.size()),
      as_a_whole(chooses_together(statistics)) {
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const PartVocabulary& part = statistics.parts()[k];
    totals.emplace_back(plan().parts[k], settings_of(part, plan().parts[k]));
    has_others = has_others || !part.family->by_value();
    part.values.index();
  }
  find_cells();
}

void Learner::State::find_cells() {
  cells = statistics.classes().sorted_codes();
  std::erase_if(cells, [&](std::uint32_t cell) { return statistics.class_count().zero(0, cell); });
}

std::vector<std::string> Learner::State::class_names() const {
  std::vector<std::string> out;
  for (const std::uint32_t cell : cells) out.emplace_back(statistics.classes()[cell]);
  return out;
}

void Learner::State::everything_changed() {
  origin.reset(), whole.reset(), columns_stay.reset(), model = nullptr;
  for (LiveTotals& each : totals) each.drop();
  find_cells();
}

// Before the model is estimated again: it shares the calibration.
void Learner::State::mark_calibration(bool same_classes, double learnt, double forgotten) {
  if (!calibration) return;
  calibration->rows_learnt += learnt, calibration->rows_forgotten += forgotten;
  if (same_classes || !calibration->of_each_class()) return;
  calibration = nullptr, model = nullptr;
}

void Learner::State::change(RowView cells_of_row, const CellValue& label, double weight, bool minus) {
  weight = weight_of_row(weight);
  std::optional<std::string_view> name = "";
  if (!plan().target.empty()) name = row.coder().label(label);
  if (!name)
    throw Error(ErrorKind::data, fmt::format("the target '{}' is missing", plan().target), {},
                "a row that is learnt needs its class");
  const std::size_t header = headers.of(cells_of_row);
  if (minus && (statistics.classes().find(*name) == Dictionary::kAbsent || !headers.has(header, 1)))
    fail_unknown_row();
  if (!sums.read(cells_of_row, weight, minus, row.coder(), statistics)) fail_unknown_row();
  const std::uint32_t cell = statistics.cell_of(*name);
  const std::size_t n_classes = cells.size();
  apply(cell, weight, minus);
  headers.add(header, minus ? -1 : 1);
  if (!minus || plausible(cell))
    return mark_calibration(cells.size() == n_classes, minus ? 0 : 1, minus ? 1 : 0);
  apply(cell, weight, false);
  headers.add(header, 1);
  fail_unknown_row();
}

// Of rows that have all columns, or some of them and so a plan of their own.
void Learner::State::change_many(const NamedSums& some, bool minus) {
  const std::size_t of_them = headers.of(feature_columns(some.plan()));
  std::vector<std::size_t> parts;  // none: as they are
  if (!plan().headers.empty()) parts = places_in(plan(), some.plan());
  const double n = some.n_rows();
  if (minus) {
    if (!headers.has(of_them, n)) fail_never_learnt();
    NamedSums rest = statistics;
    rest.combine(some, true, parts);
    headers.add(of_them, -n);
    if (!rest.plausible() || has_strays(rest)) {
      headers.add(of_them, n);
      fail_never_learnt();
    }
    statistics = std::move(rest);
  } else {
    statistics.combine(some, false, parts);
    headers.add(of_them, n);
  }
  const std::vector<std::string> before = class_names();
  everything_changed();
  mark_calibration(class_names() == before, minus ? 0 : n, minus ? n : 0);
}

// Of columns that no row has: one that was never learnt has been taken for one that was.
bool Learner::State::has_strays(const NamedSums& all) const {
  return !headers.as_planned() && has_stray_columns(all, headers.rows());
}

void Learner::State::apply(std::uint32_t cell, double weight, bool minus) {
  const bool had_rows = !statistics.class_count().zero(0, cell);
  statistics.count_row(cell, weight, minus);
  for (std::size_t k = 0; k < totals.size(); ++k) {
    PartVocabulary& part = statistics.edit(k);
    part.of_columns = nullptr;
    statistics.make_room(k);
    Block& block = statistics.edit_block(k);
    if (by_value(k)) totals[k].subtract(statistics.part(k), sums.values(k), cells);
    minus ? block.subtract(part.statistics(), sums.sums(k), sums.values(k), {&cell, 1})
          : block.merge(part.statistics(), sums.sums(k), sums.values(k), {&cell, 1});
    if (by_value(k)) totals[k].add(statistics.part(k), sums.values(k), cells);
  }
  origin.reset(), whole.reset(), columns_stay.reset();
  prior_changed = true;
  if (has_others) model = nullptr;
  if (had_rows == statistics.class_count().zero(0, cell)) everything_changed();
}

// Whether rows can have the sums that the last row was taken from.
bool Learner::State::plausible(std::uint32_t cell) const {
  if (has_strays(statistics)) return false;
  if (statistics.class_count().negative(0, cell) || statistics.row_count().negative(0, 0)) return false;
  for (std::size_t k = 0; k < totals.size(); ++k) {
    const PartVocabulary& part = statistics.parts()[k];
    if (!part.family->plausible(statistics.block(k).select(part.statistics(), sums.values(k), {&cell, 1})))
      return false;
  }
  return true;
}

// What is estimated whole: no word in it, so that it is small.
NamedSums Learner::State::without_words() const {
  const NamedSums zero(statistics.shared_plan());
  std::vector<PartVocabulary> parts;
  CellSums kept{statistics.class_count(), {}};
  for (std::size_t k = 0; k < totals.size(); ++k) {
    const NamedSums& from = by_value(k) ? zero : statistics;
    parts.push_back(from.parts()[k]), kept.blocks.push_back(from.block(k));
  }
  NamedSums out = NamedSums::unsorted(statistics.shared_plan(), statistics.classes(), std::move(kept),
                                      statistics.row_count(), std::move(parts));
  out.canonicalise();
  return out;
}

void Learner::State::find_model() {
  if (model && !prior_changed) return;
  if (cells.empty()) throw Error(ErrorKind::data, "nothing was learnt yet", {}, "learn a row first");
  if (!model) {
    model = std::make_shared<Classifier::State>(
        *priory::estimate(std::make_shared<const NamedSums>(without_words())));
    model->calibration = calibration;
  } else {
    std::vector<double> weight;
    for (const std::uint32_t cell : cells) weight.push_back(statistics.class_count().value(0, cell));
    model->log_prior = log_prior_of(plan().prior, model->classes, std::move(weight));
  }
  scorer.emplace(*model);
  log_posterior.resize(cells.size()), posterior.resize(cells.size());
  prior_changed = false;
}

// The words of the bag that the model has are numbered as they come, those it has not are one after them.
void Learner::State::estimate_words(std::size_t k) {
  const PartVocabulary& part = statistics.parts()[k];
  Bag& bag = row.bag(k).bag;
  values.clear();
  for (const std::uint32_t word : bag.word) {
    if (word < part.values.size()) values.push_back(word);
  }
  std::uint32_t next = 0;
  for (std::uint32_t& word : bag.word.writable())
    word = word < part.values.size() ? next++ : static_cast<std::uint32_t>(values.size());
  local[k] = totals[k].estimate(statistics.part(k), values, cells);
  parameters[k] = &local[k];
}

void Learner::State::score(RowView cells_of_row) {
  if (as_a_whole || origin || !has_its_columns()) {  // which may be calibrated
    Predictor& snapshot = of_snapshot();
    const RowView narrow = as_snapshot_has_it(cells_of_row);
    const Answer answer = snapshot.predict(narrow);
    const std::span<const double> all = snapshot.log_posterior(narrow);
    log_posterior.assign(all.begin(), all.end()), posterior.resize(all.size());
    impossible = answer.impossible;
    return;
  }
  find_model();
  row.coder().begin(cells_of_row);
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const PartVocabulary& part = statistics.parts()[k];
    if (by_value(k) && plan().parts[k].text)
      row.read_text(
          k, part.values, [&](std::uint32_t word) { return totals[k].has(statistics.part(k), word); },
          idf_of(part.frozen));
    else
      row.read(k, model->parts[k]);
    if (by_value(k))
      estimate_words(k);
    else
      parameters[k] = &model->parts[k].parameters();
  }
  (*scorer)(1, row.columns(), parameters);
  scorer->of_classes();
  impossible = scorer->posterior(0, log_posterior);
}

Predictor& Learner::State::of_snapshot() {
  if (whole) return *whole;
  whole.emplace(snapshot());
  places.clear();
  for (const std::string& column : whole->columns())
    places.push_back(static_cast<std::size_t>(std::ranges::find(columns(), column) - columns().begin()));
  return *whole;
}

// A row of all columns, in those that are left of them and in their order.
RowView Learner::State::as_snapshot_has_it(RowView cells_of_row) {
  if (cells_of_row.size() != columns().size() || whole->columns() == columns()) return cells_of_row;
  narrowed.clear();
  for (const std::size_t place : places) narrowed.push_back(cells_of_row[place]);
  return narrowed;
}

bool Learner::State::has_its_columns() {
  if (!columns_stay)
    columns_stay = plan().open ? is_settled(statistics, headers.rows()) : headers.as_planned();
  return *columns_stay;
}

Classifier Learner::State::snapshot() const {
  if (origin) return *origin;
  if (cells.empty()) throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  const bool settle = plan().open || !plan().headers.empty();
  auto copy = std::make_shared<NamedSums>(settle ? settled(statistics, headers.rows()) : statistics);
  copy->canonicalise();
  const Classifier out = classifier_of(std::move(copy));
  return calibration ? out.calibrated(*calibration) : out;
}

}  // namespace priory
