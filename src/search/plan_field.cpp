// SPDX-License-Identifier: Apache-2.0
#include "search/plan_field.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/random.h"

namespace priory {

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

const LabelledRows& PlanField::rows_for(const Plan& plan) {
  const std::string reading = reading_of(plan);
  const auto at = rows_.find(reading);
  return at != rows_.end() ? at->second : rows_.emplace(reading, rows_of_(plan)).first->second;
}

namespace {

void append_row(const ScoredRows& from, std::size_t row, ScoredRows& to) {
  const std::span<const double> scores = from.scores(row);
  to.log_posterior.insert(to.log_posterior.end(), scores.begin(), scores.end());
  to.actual.push_back(from.actual[row]), to.predicted.push_back(from.predicted[row]);
  to.weight.push_back(from.weight[row]);
}

bool is_slow(const Plan& plan) {
  return !plan.structure.empty() || std::ranges::any_of(plan.parts, [](const PartPlan& part) {
    return part.kind == CellKind::reals && part.n_columns() > 1;
  });
}

// The rows of all folds in the order of the file.
ScoredRows in_order(const std::vector<Evaluation>& folds, const std::vector<std::uint32_t>& fold_of_row) {
  ScoredRows out;
  out.n_classes = folds[0].rows().n_classes;
  std::vector<std::size_t> next(folds.size());
  for (const std::uint32_t fold : fold_of_row) append_row(folds[fold].rows(), next[fold]++, out);
  return out;
}

// Of rows chosen as judge_unseen does, those that it would have chosen had it been given fewer.
ScoredRows fewer(const ScoredRows& rows, std::size_t n, std::size_t many, std::size_t few) {
  const auto share = [&](std::size_t most) {
    return n <= most ? 1 : static_cast<double>(most) / static_cast<double>(n);
  };
  ScoredRows out;
  out.n_classes = rows.n_classes;
  std::size_t at = 0;
  for (std::size_t row = 0; row < n; ++row) {
    if (unit(mixed(row)) >= share(many)) continue;
    if (unit(mixed(row)) < share(few)) append_row(rows, at, out);
    ++at;
  }
  return out;
}

}  // namespace

std::optional<ScoredRows> PlanField::judge(const Plan& plan, std::size_t most) {
  constexpr std::size_t kFewRows = 200;  // where judge_unseen would estimate anew for each of them
  const LabelledRows& rows = rows_for(plan);
  try {
    if (!is_slow(plan) || rows.n_rows() > kFewRows)
      return judge_unseen(rows, plan, {}, most, threads_, tick_).rows();
    const auto fold_of_row = assign_folds(rows, {});
    return in_order(cross_validate(rows, plan, fold_of_row, {}, threads_, tick_), fold_of_row);
  } catch (const Error& error) {  // rows that this family cannot do without, cells that it does not take
    if (error.kind() != ErrorKind::data && error.kind() != ErrorKind::usage) throw;
    return std::nullopt;
  }
}

std::vector<std::optional<ScoredRows>> PlanField::judge(const std::vector<PlanCandidate>& candidates,
                                                        std::size_t most, std::size_t in_the_end) {
  std::vector<std::optional<ScoredRows>> out;
  for (const PlanCandidate& each : candidates) {
    if (!is_slow(each.plan)) {
      out.push_back(judge(each.plan, most));
      continue;
    }
    const auto [at, is_new] = slow_.try_emplace(each.key());
    if (is_new) at->second = judge(each.plan, in_the_end);
    out.push_back(at->second);
    if (out.back()) out.back() = fewer(*at->second, rows_for(each.plan).n_rows(), in_the_end, most);
  }
  return out;
}

}  // namespace priory
