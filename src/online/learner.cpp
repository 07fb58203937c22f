// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "priory/predictor.h"

#include "fold/fold.h"
#include "learn/settle.h"
#include "model/shrinkage.h"
#include "online/learner_state.h"
#include "online/open_rows.h"

namespace priory {
namespace {

void check(const Plan& plan) {
  if (!plan.centres.empty())
    throw Error(ErrorKind::usage, "a Learner takes one row at a time, and these classes have ‹centres›", {},
                "learn and forget whole tables: Classifier::learn, priory update");
  if (!plan.pool.empty())
    throw Error(ErrorKind::usage, "a Learner takes one row at a time, and this is a pool of models", {},
                "learn and forget whole tables: Classifier::learn, priory update");
  if (plan.expected)
    throw Error(ErrorKind::usage, "a model learnt by EM cannot learn or forget rows", {},
                "learn it again from all rows");
  if (plan.faded)
    throw Error(ErrorKind::usage, "the old counts of the model have faded: single rows are lost in them", {},
                "learn the model again from its rows");
}

void check_new(const Plan& plan) {
  check(plan);
  const auto fixes = [](const PartPlan& part) {
    return leaves_bins(part) || part.needs_two_readings() || (part.text && part.text_options.fixed);
  };
  if (plan.undecided || has_auto_shrinkage(plan) || std::ranges::any_of(plan.parts, fixes))
    throw Error(ErrorKind::usage, "the plan leaves something to be found in the rows", {},
                "train on some rows first, and go on from that model");
}

// Rows counted by the columns that they have.
NamedSums sums_of_rows(const NamedSums& like, const Data& rows, unsigned threads) {
  const std::vector<std::string> columns = rows.columns();
  const bool differ = !like.plan().headers.empty() && !columns.empty();
  const Plan own = differ ? plan_of_rows(like.plan(), columns) : like.plan();
  return fold(*counted(own, rows)(), differ ? zero_like(like, own) : like.zero(), threads);
}

}  // namespace

void require_changeable(const Classifier& model) {
  check(model.plan());
  if (model.conditional_fit() != nullptr)
    throw Error(ErrorKind::usage, "the weights of a discriminative model need the rows they are fitted to",
                {}, "train it again with all rows");
}

Learner::Learner(const Classifier& model) {
  require_changeable(model);
  state_ = std::make_unique<State>(sums_of(model));
  state_->origin = model;
  if (model.calibration() != nullptr)
    state_->calibration = std::make_shared<Calibration>(*model.calibration());
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
  return state_->columns();
}
double Learner::n_rows() const {
  return state_->statistics.n_rows();
}

std::vector<std::string> Learner::classes() const {
  return state_->class_names();
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
  state_->change_many(fold(rows, state_->statistics.zero(), threads), false);
}

void Learner::forget(Source<Chunk>& rows, unsigned threads) {
  state_->change_many(fold(rows, state_->statistics.zero(), threads), true);
}

void Learner::learn(const Data& rows, unsigned threads) {
  state_->change_many(sums_of_rows(state_->statistics, rows, threads), false);
}

void Learner::forget(const Data& rows, unsigned threads) {
  state_->change_many(sums_of_rows(state_->statistics, rows, threads), true);
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
  Predictor& snapshot = state_->of_snapshot();
  return snapshot.explain(state_->as_snapshot_has_it(row));
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
