// SPDX-License-Identifier: Apache-2.0
// What tells a class from the others. A value (or word) v counts with p(v | class) * log(p(v | class) / p(v |
// others)), its share of the divergence between the class and the rest; a numeric column with the divergence
// of two normals. Both are in nats, so that columns of all kinds can be ranked together.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/error.h"

#include "core/log_space.h"
#include "model/scorer.h"

namespace priory {
namespace {

// The cells of a class, or those of all the others, with their log shares among themselves; -inf for the
// rest.
std::vector<double> log_shares(const Classifier::State& state, std::size_t class_index, bool others) {
  const auto in = [&](std::size_t cell) { return (cell / state.components == class_index) != others; };
  std::vector<double> out = state.log_prior;
  for (std::size_t cell = 0; cell < out.size(); ++cell) {
    if (!in(cell)) out[cell] = kLogZero;
  }
  if (normalise(out) != kLogZero) return out;
  for (std::size_t cell = 0; cell < out.size(); ++cell) out[cell] = in(cell) ? 0 : kLogZero;
  normalise(out);
  return out;
}

struct Sides {
  std::vector<double> own, others;
};

// log of the mean of exp(values) with these log shares; of weights that are no logarithms, their mean.
double mean_of(std::span<const double> values, const std::vector<double>& shares, bool weights) {
  std::vector<double> terms;
  double mean = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (shares[c] == kLogZero) continue;
    terms.push_back(shares[c] + values[c]);
    mean += std::exp(shares[c]) * values[c];
  }
  return weights ? mean : log_sum_exp(terms);
}

void add_value_features(const Classifier::State& state, const PartModel& part, const Sides& sides,
                        bool weights, std::vector<InformativeFeature>& out) {
  const Matrix& table = part.parameters()[0];
  // The last row, where there is one; of values gathered from columns, one of each.
  const std::size_t unseen = part.family->gathers()               ? part.plan->columns.size()
                             : part.family->scores_combinations() ? 1
                                                                  : 0;
  for (std::size_t v = 0; v + unseen < table.rows; ++v) {
    // Weights of a complement are scores: they are compared as they are.
    const double own = mean_of(table.row(v), sides.own, weights);
    const double log_odds = own - mean_of(table.row(v), sides.others, weights);
    const double information = weights ? log_odds : times_log(std::exp(own), log_odds);
    if (!(information > 0)) continue;
    out.push_back({state.name_of_value(part, v), log_odds, information});
  }
}

// The mean and variance of the cells together.
Spread spread_of(const PartModel& part, std::size_t column, const std::vector<double>& shares) {
  const auto spread = [&](std::size_t c) { return *part.family->spread(part.parameters(), c, column); };
  Spread out;
  for (std::size_t c = 0; c < shares.size(); ++c) out.mean += std::exp(shares[c]) * spread(c).mean;
  for (std::size_t c = 0; c < shares.size(); ++c) {
    const double off = spread(c).mean - out.mean;
    out.variance += std::exp(shares[c]) * (spread(c).variance + off * off);
  }
  return out;
}

// Both sides are taken as normal.
void add_number_feature(const PartModel& part, std::size_t column, const Sides& sides,
                        std::vector<InformativeFeature>& out) {
  const Spread own = spread_of(part, column, sides.own), others = spread_of(part, column, sides.others);
  const double shift = (own.mean - others.mean) / std::sqrt(others.variance),
               ratio = own.variance / others.variance;
  const double information = 0.5 * (ratio - 1 - std::log(ratio) + shift * shift);
  if (!(information > 0)) return;
  out.push_back({fmt::format("{} about {} ± {}", part.plan->columns[column], rounded_text(own.mean, 4),
                             rounded_text(std::sqrt(own.variance), 2)),
                 shift, information});
}

}  // namespace

std::vector<InformativeFeature> Classifier::most_informative(std::size_t class_index, std::size_t top) const {
  std::vector<InformativeFeature> out;
  if (classes().size() < 2) return out;
  const Sides sides = {log_shares(*state_, class_index, false), log_shares(*state_, class_index, true)};
  for (const PartModel& part : state_->parts) {
    if (part.family->n_given(part.columns.size()) > 0) continue;  // what it tells depends on other columns
    if (part.plan->kind != CellKind::reals)
      add_value_features(*state_, part, sides, !part.family->generative(), out);
    for (std::size_t j = 0; part.plan->kind == CellKind::reals && j < part.plan->columns.size(); ++j)
      add_number_feature(part, j, sides, out);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.information > b.information; });
  if (out.size() > top) out.resize(top);
  return out;
}

}  // namespace priory
