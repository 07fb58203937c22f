// SPDX-License-Identifier: Apache-2.0
#include "priory/learner.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "encode/row_encoder.h"
#include "fold/fold.h"
#include "model/estimate.h"
#include "model/leave_one_out.h"
#include "model/shrinkage.h"
#include "online/coded_row.h"
#include "online/live_totals.h"
#include "online/row_sums.h"

namespace priory {
namespace {

[[noreturn]] void fail_never_learnt() {
  throw Error(ErrorKind::data, "the row was never learnt", {}, "nothing was forgotten");
}

void check(const Plan& plan) {
  if (plan.expected || plan.components > 1)
    throw Error(ErrorKind::usage, "a model learnt by EM cannot learn or forget rows", {},
                "learn it again from all rows");
  if (plan.faded)
    throw Error(ErrorKind::usage, "the old counts of the model have faded: single rows are lost in them", {},
                "learn the model again from its rows");
  if (plan.open || !plan.headers.empty())
    throw Error(ErrorKind::usage, "the rows of the model have different columns", {},
                "Classifier::learn and forget take rows with any of them");
}

void check_new(const Plan& plan) {
  check(plan);
  const auto fixes = [](const PartPlan& part) {
    return part.needs_two_readings() || (part.text && part.text_options.fixed);
  };
  if (plan.undecided || has_auto_shrinkage(plan) || std::ranges::any_of(plan.parts, fixes))
    throw Error(ErrorKind::usage, "the plan leaves something to be found in the rows", {},
                "train on some rows first, and go on from that model");
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

double checked_weight(double weight) {
  if (!(weight >= 0) || weight > 0x1p39)
    throw Error(ErrorKind::data, fmt::format("{} is no weight", weight), {},
                "weights are numbers from 0 to 2^39");
  return on_weight_grid(weight);
}

}  // namespace

// The statistics as they grow, and of the model they make what the last prediction needed of it:
//
//   texts and columns of counts   LiveTotals, kept up to date; the words of a row are estimated for it
//   all other parts               estimated for the first prediction after a change, in `model`
//
// `cells` are the classes that have rows, in their order: the cells of the model among those of the
// statistics.
struct Learner::State {
  explicit State(NamedSums from)
      : statistics(std::move(from)),
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

  const Plan& plan() const { return statistics.plan(); }
  bool by_value(std::size_t k) const { return statistics.parts()[k].family->by_value(); }

  void change(RowView cells_of_row, const CellValue& label, double weight, bool minus);
  void apply(std::uint32_t cell, double weight, bool minus);
  bool plausible(std::uint32_t cell) const;
  void find_cells();
  void everything_changed();
  void find_model();
  NamedSums without_words() const;
  void score(RowView cells_of_row);
  Predictor& of_snapshot();
  void estimate_words(std::size_t k);
  Classifier snapshot() const;

  NamedSums statistics;
  std::optional<Classifier> origin;  // while nothing has changed
  CodedRow row;
  RowSums sums;
  std::vector<LiveTotals> totals;
  std::vector<std::uint32_t> cells;
  std::shared_ptr<Classifier::State> model;  // null: to be estimated
  bool prior_changed = false;
  std::optional<CodedScorer> scorer;
  std::vector<const Parameters*> parameters;
  std::vector<Parameters> local;      // of the words of a row
  std::vector<std::uint32_t> values;  // of a row
  std::vector<double> log_posterior, posterior;
  bool impossible = false;
  bool has_others = false;         // parts that do not estimate value by value
  bool as_a_whole;                 // nothing is known without a snapshot
  std::optional<Predictor> whole;  // of one
};

void Learner::State::find_cells() {
  cells = statistics.classes().sorted_codes();
  std::erase_if(cells, [&](std::uint32_t cell) { return statistics.class_count().zero(0, cell); });
}

void Learner::State::everything_changed() {
  origin.reset(), whole.reset(), model = nullptr;
  for (LiveTotals& each : totals) each.drop();
  find_cells();
}

void Learner::State::change(RowView cells_of_row, const CellValue& label, double weight, bool minus) {
  weight = checked_weight(weight);
  std::optional<std::string_view> name = "";
  if (!plan().target.empty()) name = row.coder().label(label);
  if (!name)
    throw Error(ErrorKind::data, fmt::format("the target '{}' is missing", plan().target), {},
                "a row that is learnt needs its class");
  if (minus && statistics.classes().find(*name) == Dictionary::kAbsent) fail_never_learnt();
  if (!sums.read(cells_of_row, weight, minus, row.coder(), statistics)) fail_never_learnt();
  const std::uint32_t cell = statistics.cell_of(*name);
  apply(cell, weight, minus);
  if (!minus || plausible(cell)) return;
  apply(cell, weight, false);
  fail_never_learnt();
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
  origin.reset(), whole.reset();
  prior_changed = true;
  if (has_others) model = nullptr;
  if (had_rows == statistics.class_count().zero(0, cell)) everything_changed();
}

// Whether rows can have the sums that the last row was taken from.
bool Learner::State::plausible(std::uint32_t cell) const {
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
  NamedSums out = NamedSums::restore(statistics.shared_plan(), statistics.classes(), std::move(kept),
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
  for (std::uint32_t& word : bag.word)
    word = word < part.values.size() ? next++ : static_cast<std::uint32_t>(values.size());
  local[k] = totals[k].estimate(statistics.part(k), values, cells);
  parameters[k] = &local[k];
}

void Learner::State::score(RowView cells_of_row) {
  if (as_a_whole || origin) {  // which may be calibrated
    const Answer answer = of_snapshot().predict(cells_of_row);
    const std::span<const double> all = whole->log_posterior(cells_of_row);
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
  if (!whole) whole.emplace(snapshot());
  return *whole;
}

Classifier Learner::State::snapshot() const {
  if (origin) return *origin;
  if (cells.empty()) throw Error(ErrorKind::data, "no row is left: a model of nothing cannot be");
  auto copy = std::make_shared<NamedSums>(statistics);
  copy->canonicalise();
  return Classifier(std::move(copy));
}

Learner::Learner(const Classifier& model) {
  check(model.plan());
  state_ = std::make_unique<State>(sums_of(model));
  state_->origin = model;
}

Learner::Learner(const Plan& plan) {
  check_new(plan);
  state_ = std::make_unique<State>(NamedSums(std::make_shared<const Plan>(plan)));
}

Learner::~Learner() = default;
Learner::Learner(Learner&&) noexcept = default;
Learner& Learner::operator=(Learner&&) noexcept = default;

const Plan& Learner::plan() const {
  return state_->plan();
}
const std::vector<std::string>& Learner::columns() const {
  return state_->row.coder().columns();
}
double Learner::n_rows() const {
  return state_->statistics.n_rows();
}

std::vector<std::string> Learner::classes() const {
  std::vector<std::string> out;
  for (const std::uint32_t cell : state_->cells) out.emplace_back(state_->statistics.classes()[cell]);
  return out;
}

Classifier Learner::snapshot() const {
  return state_->snapshot();
}

void Learner::learn(RowView row, const CellValue& label, double weight) {
  state_->change(row, label, weight, false);
}

void Learner::forget(RowView row, const CellValue& label, double weight) {
  state_->change(row, label, weight, true);
}

void Learner::learn(std::string_view text, const CellValue& label, double weight) {
  const CellValue cell = text;
  learn(RowView(&cell, 1), label, weight);
}

void Learner::forget(std::string_view text, const CellValue& label, double weight) {
  const CellValue cell = text;
  forget(RowView(&cell, 1), label, weight);
}

void Learner::learn(Source<Chunk>& rows, unsigned threads) {
  const NamedSums more = fold(rows, state_->statistics.zero(), threads);
  state_->statistics.merge(more);
  state_->everything_changed();
}

void Learner::forget(Source<Chunk>& rows, unsigned threads) {
  NamedSums rest = state_->statistics;
  rest.subtract(fold(rows, state_->statistics.zero(), threads));
  if (!rest.plausible())
    throw Error(ErrorKind::data, "some of these rows were never learnt", {}, "nothing was forgotten");
  state_->statistics = std::move(rest);
  state_->everything_changed();
}

std::span<const double> Learner::log_posterior(RowView row) {
  state_->score(row);
  return state_->log_posterior;
}

std::span<const double> Learner::posterior(RowView row) {
  state_->score(row);
  for (std::size_t c = 0; c < state_->posterior.size(); ++c)
    state_->posterior[c] = std::exp(state_->log_posterior[c]);
  return state_->posterior;
}

Answer Learner::predict(RowView row) {
  state_->score(row);
  const std::size_t best = best_class(state_->log_posterior);
  return {best, state_->statistics.classes()[state_->cells[best]], std::exp(state_->log_posterior[best]),
          state_->impossible};
}

Explanation Learner::explain(RowView row) {
  return state_->of_snapshot().explain(row);
}

Explanation Learner::explain(std::string_view text) {
  const CellValue cell = text;
  return explain(RowView(&cell, 1));
}

Answer Learner::predict(std::string_view text) {
  const CellValue cell = text;
  return predict(RowView(&cell, 1));
}

std::span<const double> Learner::posterior(std::string_view text) {
  const CellValue cell = text;
  return posterior(RowView(&cell, 1));
}

std::span<const double> Learner::log_posterior(std::string_view text) {
  const CellValue cell = text;
  return log_posterior(RowView(&cell, 1));
}

}  // namespace priory
