// SPDX-License-Identifier: Apache-2.0
#include "model/coded_scorer.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/log_space.h"
#include "model/row_inference.h"

namespace priory {

bool to_posterior(std::span<double> log_scores, std::span<const double> log_prior) {
  if (normalise(log_scores) != kLogZero) return false;
  std::copy(log_prior.begin(), log_prior.end(), log_scores.begin());
  return true;
}

void soften(std::span<double> log_posterior, double slope) {
  if (slope == 1) return;
  for (double& each : log_posterior) each *= slope;
  normalise(log_posterior);
}

std::vector<double> Classifier::State::class_prior() const {
  std::vector<double> out;
  for (std::size_t c = 0; c < classes.size(); ++c)
    out.push_back(log_sum_exp({&log_prior[c * components], components}));
  return out;
}

void Classifier::State::adjust(std::span<double> log_posterior, std::span<const double> fallback) const {
  if (calibration) calibration->apply(log_posterior);
  if (log_shift.empty()) return;
  for (std::size_t c = 0; c < log_posterior.size(); ++c) log_posterior[c] += log_shift[c];
  to_posterior(log_posterior, fallback);
}

CodedScorer::CodedScorer(const Classifier::State& state)
    : state_(&state), local_(state.parts.size()), class_prior_(state.class_prior()) {
  for (std::size_t m = 0, first = 0; m < state.members.size(); ++m) {
    const std::size_t count = state.members[m]->parts.size();
    members_.push_back({CodedScorer(*state.members[m]), &state.statistics->plan().pool[m], first, count});
    first += count;
  }
  for (std::size_t k = 0; k < state.parts.size(); ++k) {
    const Family* family = state.parts[k].family;
    auto same = std::ranges::find(families_, family, &OneFamily::family);
    if (same == families_.end()) same = families_.insert(families_.end(), {family, {}, {}});
    same->parts.push_back(k);
  }
}

LogScores& CodedScorer::operator()(std::size_t n_rows, const PartColumns& columns,
                                   std::span<const Parameters* const> parameters) {
  if (!members_.empty()) return mix(n_rows, columns, parameters);
  scores_.reset(n_rows, state_->n_cells());
  for (std::size_t cell = 0; state_->adds_prior && cell < scores_.n_cells; ++cell)
    std::fill(scores_.of(cell).begin(), scores_.of(cell).end(), state_->log_prior[cell]);
  for (OneFamily& each : families_) {
    each.pieces.clear();
    for (const std::size_t k : each.parts) each.pieces.push_back({columns[k], parameters[k], nullptr});
    each.family->score_all(each.pieces, scores_);
  }
  if (state_->network) infer_missing(n_rows, columns, parameters);
  return scores_;
}

// log of the sum of weight times posterior, over the members.
LogScores& CodedScorer::mix(std::size_t n_rows, const PartColumns& columns,
                            std::span<const Parameters* const> parameters) {
  scores_.reset(n_rows, state_->classes.size());
  for (Member& each : members_) add_member(each, n_rows, columns, parameters);
  for (double& each : scores_.data) each = std::log(each);
  return scores_;
}

void CodedScorer::add_member(Member& member, std::size_t n_rows, const PartColumns& columns,
                             std::span<const Parameters* const> parameters) {
  const auto begin = columns.begin() + static_cast<long>(member.first);
  member.scorer(n_rows, PartColumns(begin, begin + static_cast<long>(member.count)),
                parameters.subspan(member.first, member.count));
  member.scorer.of_classes();
  std::vector<double> log_p(scores_.n_cells);
  for (std::size_t row = 0; row < n_rows; ++row) {
    member.scorer.posterior(row, log_p);
    soften(log_p, member.plan->slope);
    for (std::size_t c = 0; c < log_p.size(); ++c)
      scores_.of(c)[row] += member.plan->weight * std::exp(log_p[c]);
  }
}

// Rows that lack a column of a table are answered by inference; other parts add to that what they say.
void CodedScorer::infer_missing(std::size_t n_rows, const PartColumns& columns,
                                std::span<const Parameters* const> parameters) {
  LogScores others;
  for (std::size_t row = 0; row < n_rows; ++row) {
    if (!lacks_some(*state_, columns, row)) continue;
    if (others.data.empty()) {
      others.reset(n_rows, scores_.n_cells);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const PartModel& part = state_->parts[k];
        if (!is_node(*part.plan)) part.family->score(columns[k], *parameters[k], others);
      }
    }
    const std::vector<double> inferred =
        inference().log_joint(evidence_of(*state_, columns, row), scores_.n_cells);
    for (std::size_t c = 0; c < scores_.n_cells; ++c) scores_.of(c)[row] = others.at(c, row) + inferred[c];
  }
}

const LogScores& CodedScorer::of_classes() {
  const std::size_t components = state_->components;
  if (components == 1) return scores_;
  of_classes_.reset(scores_.n_rows, state_->classes.size());
  std::vector<double> terms(components);
  for (std::size_t c = 0; c < of_classes_.n_cells; ++c) {
    for (std::size_t row = 0; row < scores_.n_rows; ++row) {
      for (std::size_t k = 0; k < components; ++k) terms[k] = scores_.at(c * components + k, row);
      of_classes_.of(c)[row] = log_sum_exp(terms);
    }
  }
  return of_classes_;
}

bool CodedScorer::posterior(std::size_t row, std::span<double> out) const {
  const LogScores& scores = state_->components == 1 ? scores_ : of_classes_;
  for (std::size_t c = 0; c < out.size(); ++c) out[c] = scores.at(c, row);
  const bool impossible = to_posterior(out, class_prior_);
  state_->adjust(out, class_prior_);
  return impossible;
}

// While a model has scored few words against those it knows, it is not worth while to estimate them all: the
// words of the column are estimated alone, and numbered by their place among these.
const Parameters& CodedScorer::parameters_for(std::size_t k, Column& own) {
  const PartEstimate& estimate = *state_->parts[k].estimate;
  if (!estimate.by_value()) return estimate.all();
  Local& local = local_[k];
  const auto n_values = static_cast<std::uint32_t>(state_->parts[k].values->size());
  local.n_scored += own.bag.word.size();
  local.values.clear();
  // To find the words of a chunk takes as long as to estimate a word in so many cells.
  constexpr std::size_t kSearch = 24;
  const std::size_t cells = state_->n_cells();
  const bool few = 2 * local.n_scored * (kSearch + cells) <= n_values * cells && !estimate.at_hand();
  if (!few) return estimate.all();
  std::vector<std::uint32_t>& values = local.values;
  std::copy_if(own.bag.word.begin(), own.bag.word.end(), std::back_inserter(values),
               [&](std::uint32_t word) { return word != n_values; });
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  local.parameters = estimate.of(values);
  for (std::uint32_t& word : own.bag.word.writable())
    word = static_cast<std::uint32_t>(std::lower_bound(values.begin(), values.end(), word) - values.begin());
  return local.parameters;
}

}  // namespace priory
