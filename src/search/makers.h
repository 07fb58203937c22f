// SPDX-License-Identifier: Apache-2.0
// The makers of candidates, one for each idea: a list, so that a new one is one entry.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "search/candidate.h"
#include "search/race.h"

namespace priory {

// What a maker is given. Options named in `options.fixed` stay as they are.
struct Making {
  const SearchSpace& space;
  const TuneOptions& options;

  bool free(const std::string& name) const { return !options.fixed.contains(name); }
  // By other options; nothing where they make no plan.
  void add_plan(const PlanOptions& by, const std::string& flag, const std::string& value,
                std::vector<PlanCandidate>& out) const;
};

struct Maker {
  std::string_view name;  // for ‹candidates›
  void (*make)(const Making&, std::vector<PlanCandidate>& out);
};

std::span<const Maker> text_makers();       // of plans with one part, a text, and all its words
std::span<const Maker> character_makers();  // the same, of another reading
std::span<const Maker> table_makers();

// All of some makers that may be chosen, each once; first the plan as it began.
std::vector<PlanCandidate> make_candidates(const Making& making, std::span<const Maker> makers);

}  // namespace priory
