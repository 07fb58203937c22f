// SPDX-License-Identifier: Apache-2.0
// What tells a class from the others. A value (or word) v counts with p(v | class) * log(p(v | class) / p(v |
// others)), its share of the divergence between the class and the rest; a numeric column with the divergence
// of two normals. Both are in nats, so that columns of all kinds can be ranked together.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/log_space.h"
#include "model/scorer.h"

namespace priory {
namespace {

// Each class's share among the classes other than `cell`, as logarithms; -inf for `cell` itself.
std::vector<double> log_shares_of_others(const Classifier::State& state, std::size_t cell) {
  std::vector<double> out = state.log_prior;
  out[cell] = kLogZero;
  if (normalise(out) == kLogZero)
    std::fill(out.begin(), out.end(), 0.0), out[cell] = kLogZero, normalise(out);
  return out;
}

void tell_values(const PartModel& part, std::size_t cell, std::span<const double> shares, bool weights,
                 std::vector<Telling>& out) {
  const Matrix& table = part.parameters[0];
  std::vector<double> terms(table.cells);
  for (std::size_t v = 0; v + 1 < table.rows; ++v) {
    for (std::size_t c = 0; c < table.cells; ++c) terms[c] = shares[c] + table.at(v, c);
    // Weights of a complement are scores: they are compared as they are.
    double others = 0;
    for (std::size_t c = 0; c < table.cells; ++c)
      others += c == cell ? 0 : std::exp(shares[c]) * table.at(v, c);
    const double log_odds = table.at(v, cell) - (weights ? others : log_sum_exp(terms));
    const double information = weights ? log_odds : times_log(std::exp(table.at(v, cell)), log_odds);
    if (!(information > 0)) continue;
    const std::string value((*part.values)[v]);
    out.push_back(
        {part.plan->kind == CellKind::bag ? value : fmt::format("{}={}", part.plan->columns[0], value),
         log_odds, information});
  }
}

// The other classes together have the mean and variance of their mixture; both sides are taken as normal.
void tell_number(const PartModel& part, std::size_t column, std::size_t cell, std::span<const double> shares,
                 std::vector<Telling>& out) {
  const auto spread = [&](std::size_t c) { return *part.family->spread(part.parameters, c, column); };
  double mean = 0, variance = 0;
  for (std::size_t c = 0; c < shares.size(); ++c) mean += std::exp(shares[c]) * spread(c).mean;
  for (std::size_t c = 0; c < shares.size(); ++c) {
    const double off = spread(c).mean - mean;
    variance += std::exp(shares[c]) * (spread(c).variance + off * off);
  }
  const Spread own = spread(cell);
  const double shift = (own.mean - mean) / std::sqrt(variance), ratio = own.variance / variance;
  const double information = 0.5 * (ratio - 1 - std::log(ratio) + shift * shift);
  const std::string feature =
      fmt::format("{} about {:.4g} ± {:.2g}", part.plan->columns[column], own.mean, std::sqrt(own.variance));
  if (information > 0) out.push_back({feature, shift, information});
}

}  // namespace

std::vector<Telling> Classifier::telling(std::size_t cell, std::size_t top) const {
  std::vector<Telling> out;
  if (classes().size() < 2) return out;
  const std::vector<double> shares = log_shares_of_others(*state_, cell);
  for (const PartModel& part : state_->parts) {
    if (part.plan->kind != CellKind::reals) tell_values(part, cell, shares, !part.family->generative(), out);
    for (std::size_t j = 0; part.plan->kind == CellKind::reals && j < part.plan->columns.size(); ++j)
      tell_number(part, j, cell, shares, out);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.information > b.information; });
  if (out.size() > top) out.resize(top);
  return out;
}

}  // namespace priory
