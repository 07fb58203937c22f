// SPDX-License-Identifier: Apache-2.0
#include "model/one_reading.h"

#include <algorithm>

#include "fold/fold.h"
#include "model/estimate.h"
#include "model/shrinkage.h"

namespace priory {
namespace {

bool needs_more(const Plan& plan) {
  return plan.undecided || has_auto_shrinkage(plan) ||
         std::ranges::any_of(plan.parts, &PartPlan::needs_two_readings);
}

// Whether the same cells are read in the same way into the same sums.
bool counts_alike(const Plan& a, const Plan& b) {
  return a.target == b.target && a.weight == b.weight && a.missing == b.missing && a.unseen == b.unseen &&
         a.trim == b.trim && a.readings == b.readings && a.structure == b.structure && a.open == b.open &&
         a.parts == b.parts;
}

}  // namespace

std::optional<Classifier> train_by_guess(const Plan& guess, const OpenChunks& open,
                                         const std::function<std::optional<Plan>()>& plan, unsigned threads,
                                         const Tick& tick) {
  if (needs_more(guess)) return std::nullopt;
  std::optional<NamedSums> learnt;
  try {
    learnt = fold(*open(), NamedSums(std::make_shared<const Plan>(guess)), threads, tick);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data) throw;
    return std::nullopt;  // who reads by the plan says what is wrong
  }
  std::optional<Plan> found = plan();
  if (!found) return std::nullopt;
  const auto known = std::make_shared<const Plan>(*std::move(found));
  if (!counts_alike(guess, *known)) return std::nullopt;
  if (!learnt->has_rows()) return std::nullopt;
  return model_of(learnt->by_plan(known));
}

}  // namespace priory
