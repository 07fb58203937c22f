// SPDX-License-Identifier: Apache-2.0
#include "em/problem.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace priory {
namespace {

// Shares are as fine as the largest sum of them leaves room for in a double.
int grid_for(double total) {
  const auto whole = static_cast<std::uint64_t>(std::min(std::ceil(total), 0x1p40));
  return 52 - static_cast<int>(std::bit_width(whole));
}

std::shared_ptr<const NamedSums> with_plan(const NamedSums& statistics, const Plan& plan) {
  CellSums none{Sums(1, 0), statistics.sums().blocks};
  return std::make_shared<const NamedSums>(NamedSums::restore(
      std::make_shared<const Plan>(plan), {}, std::move(none), Sums(1, 1), statistics.parts()));
}

}  // namespace

EmProblem problem_of(const HiddenRows& rows, Plan plan, Dictionary classes, const EmOptions& options,
                     unsigned threads, const Tick& tick) {
  const KeptRows& kept = kept_rows(rows);
  EStep how;
  how.hard = options.hard;
  how.grid = grid_for(kept.total_count());
  how.unlabelled_weight = options.unlabelled_weight;
  how.seed = options.seed;
  if (options.held_out) how.held_out = {*options.held_out, options.seed, false};
  plan.expected = true;
  plan.components = options.components;
  auto vocabulary = with_plan(kept.vocabulary(), plan);
  plan.components = 1;
  plan.prior = {PriorKind::uniform, {}, 0};
  auto as_classes = with_plan(kept.vocabulary(), plan);
  return {kept, std::move(classes), options.components, how, threads, tick, vocabulary, as_classes};
}

}  // namespace priory
