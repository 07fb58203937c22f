// SPDX-License-Identifier: Apache-2.0
#include "search/plan_field.h"

#include <fmt/format.h>

namespace priory {
namespace {

// What the rows kept for a plan depend on.
std::string reading_of(const Plan& plan) {
  std::string out;
  for (const PartPlan& part : plan.parts) {
    const TokenOptions& tokens = part.text_options.tokens;
    out += fmt::format("|{} {} {}-{}", static_cast<int>(part.kind), static_cast<int>(tokens.tokens),
                       tokens.min_n, tokens.max_n);
    for (const std::string& column : part.columns) out += fmt::format(" {}:{}", column.size(), column);
    for (const std::string& value : part.declared) out += fmt::format(" ={}:{}", value.size(), value);
    for (const Bins& each : part.bins) out += fmt::format(" {}", fmt::join(each.borders, ";"));
  }
  return out;
}

}  // namespace

const LabelledRows& PlanField::rows_for(const Plan& plan) {
  const std::string reading = reading_of(plan);
  const auto at = rows_.find(reading);
  return at != rows_.end() ? at->second : rows_.emplace(reading, rows_of_(plan)).first->second;
}

std::vector<std::optional<ScoredRows>> PlanField::judge(const std::vector<Plan>& plans, std::size_t most) {
  std::vector<std::optional<ScoredRows>> out;
  for (const Plan& plan : plans) {
    out.emplace_back();
    try {
      out.back() = judge_unseen(rows_for(plan), plan, {}, most, threads_, tick_).rows();
    } catch (const Error& error) {  // rows that this family cannot do without, cells that it does not take
      if (error.kind() != ErrorKind::data && error.kind() != ErrorKind::usage) throw;
    }
  }
  return out;
}

}  // namespace priory
