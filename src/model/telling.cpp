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

// The mean and variance of the other classes together, from those of each.
void tell_number(const PartModel& part, std::size_t cell, std::span<const double> shares,
                 std::vector<Telling>& out) {
  if (part.parameters.size() < 2 || part.parameters[1].name != "variance") return;
  const Matrix &mean = part.parameters[0], &variance = part.parameters[1];
  double m = 0, v = 0;
  for (std::size_t c = 0; c < mean.cells; ++c) m += std::exp(shares[c]) * mean.at(0, c);
  for (std::size_t c = 0; c < mean.cells; ++c)
    v += std::exp(shares[c]) * (variance.at(0, c) + (mean.at(0, c) - m) * (mean.at(0, c) - m));
  const double shift = mean.at(0, cell) - m, ratio = variance.at(0, cell) / v;
  const double information = 0.5 * (ratio - 1 - std::log(ratio) + shift * shift / v);
  const std::string feature = fmt::format("{} about {:.4g} ± {:.2g}", part.plan->columns[0], mean.at(0, cell),
                                          std::sqrt(variance.at(0, cell)));
  if (information > 0) out.push_back({feature, shift / std::sqrt(v), information});
}

}  // namespace

std::vector<Telling> Classifier::telling(std::size_t cell, std::size_t top) const {
  std::vector<Telling> out;
  if (classes().size() < 2) return out;
  const std::vector<double> shares = log_shares_of_others(*state_, cell);
  for (const PartModel& part : state_->parts) {
    if (part.plan->kind == CellKind::reals)
      tell_number(part, cell, shares, out);
    else
      tell_values(part, cell, shares, !part.family->generative(), out);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.information > b.information; });
  if (out.size() > top) out.resize(top);
  return out;
}

}  // namespace priory
