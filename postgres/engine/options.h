// SPDX-License-Identifier: Apache-2.0
// The options of a statement: a JSON object whose members are the command line's options, with _ for - where
// the user likes; or a plan.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "priory/plan.h"

#include "engine.h"

namespace priory::postgres {

struct Options {
  PlanOptions plan_options;
  std::set<std::string> given;  // their names
  std::optional<Plan> plan;     // given, and nothing is to be decided
};

// An Error of kind usage for what is no option, or no value of one. Opens no file.
Options parse_options(std::string_view json);

// The plan of rows of which nothing is known but the types of their columns: numbers are gaussian, truths,
// texts and choices categorical, unless the options say otherwise. The same types and options are the same
// plan, whatever the rows are and whoever sees the first of them.
Plan plan_by_types(const PrioryColumns& columns, PlanOptions options);

}  // namespace priory::postgres
