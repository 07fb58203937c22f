// SPDX-License-Identifier: Apache-2.0
#include "network/elimination.h"

#include <algorithm>
#include <fmt/format.h>

#include "priory/error.h"

#include "network/byte_size.h"
#include "network/fill_graph.h"
#include "network/graph.h"

namespace priory {
namespace {

// The union of the scopes of some factors, sorted, without one variable.
std::vector<std::size_t> merged_scope(const std::vector<std::vector<std::size_t>>& scopes,
                                      const std::vector<std::size_t>& factors, std::size_t without) {
  std::vector<std::size_t> out;
  for (const std::size_t each : factors) out.insert(out.end(), scopes[each].begin(), scopes[each].end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  out.erase(std::remove(out.begin(), out.end(), without), out.end());
  return out;
}

std::vector<std::size_t> relevant_to(const Network& network, const Evidence& evidence,
                                     const EliminationQuestion& question) {
  std::vector<std::size_t> asked = question.kept, out;
  asked.insert(asked.end(), question.maximised.begin(), question.maximised.end());
  for (const Finding& finding : evidence) asked.push_back(finding.variable);
  const std::vector<bool> needed = ancestors_of(network, asked);
  for (std::size_t each = 0; each < needed.size(); ++each) {
    if (needed[each]) out.push_back(each);
  }
  return out;
}

}  // namespace

void check_asked(const Network& network, std::span<const std::size_t> variables) {
  std::vector<bool> seen(network.variables().size(), false);
  for (const std::size_t each : variables) {
    if (each >= seen.size())
      throw Error(ErrorKind::usage,
                  fmt::format("a question about variable {} of a network of {}", each, seen.size()));
    if (seen[each])
      throw Error(ErrorKind::usage,
                  fmt::format("the question has '{}' twice", network.variables()[each].name));
    seen[each] = true;
  }
}

EliminationPlan::EliminationPlan(const Network& network, const LiveStates& live, const Evidence& evidence,
                                 const EliminationQuestion& question, const InferenceOptions& options)
    : relevant_(relevant_to(network, evidence, question)) {
  for (const std::size_t each : relevant_) {
    scopes_.push_back(open_scope(network, each, live));
    grow(live.cells(scopes_.back()));
  }
  choose_order(live, question);
  link_steps(live);
  double answer = 1;  // with all its states, observed or not
  for (const std::size_t each : question.kept)
    answer *= static_cast<double>(network.variables()[each].states.size());
  grow(live.cells(question.kept)), grow(answer);
  check(options);
}

// Sums come before maxima: the two do not commute.
void EliminationPlan::choose_order(const LiveStates& live, const EliminationQuestion& question) {
  std::vector<double> sizes;
  for (std::size_t each = 0; each < live.n_variables(); ++each)
    sizes.push_back(static_cast<double>(live.size(each)));
  FillGraph graph(std::move(sizes));
  for (const std::vector<std::size_t>& scope : scopes_) graph.connect(scope);
  const auto eliminate_offered = [&](Reduction reduction) {
    while (const auto next = graph.next()) {
      graph.eliminate(*next);
      steps_.push_back({*next, reduction, {}, {}});
    }
  };
  std::vector<bool> asked(live.n_variables(), false);
  for (const std::size_t each : question.kept) asked[each] = true;
  for (const std::size_t each : question.maximised) asked[each] = true;
  for (const std::size_t each : relevant_) {
    if (!asked[each] && live.open(each)) graph.offer(each);
  }
  eliminate_offered(Reduction::sum);
  for (const std::size_t each : question.maximised) {
    if (live.open(each)) graph.offer(each);
  }
  eliminate_offered(Reduction::max);
}

// Finds the factors that each step takes; what no step takes makes the answer.
void EliminationPlan::link_steps(const LiveStates& live) {
  std::vector<std::vector<std::size_t>> mentions(live.n_variables());
  std::vector<bool> taken;
  const auto add = [&](std::size_t factor) {
    for (const std::size_t each : scopes_[factor]) mentions[each].push_back(factor);
    taken.push_back(false);
  };
  for (std::size_t factor = 0; factor < scopes_.size(); ++factor) add(factor);
  for (Step& step : steps_) {
    for (const std::size_t factor : mentions[step.variable]) {
      if (!taken[factor]) step.inputs.push_back(factor), taken[factor] = true;
    }
    step.scope = merged_scope(scopes_, step.inputs, step.variable);
    scopes_.push_back(step.scope);
    add(scopes_.size() - 1);
    grow(live.cells(step.scope));
    if (step.reduction == Reduction::max) continue;  // kept, to find the states
    for (const std::size_t factor : step.inputs) now_ -= live.cells(scopes_[factor]);
  }
  for (std::size_t factor = 0; factor < taken.size(); ++factor) {
    if (!taken[factor]) rest_.push_back(factor);
  }
}

void EliminationPlan::grow(double cells) {
  now_ += cells;
  peak_ = std::max(peak_, now_);
  largest_ = std::max(largest_, cells);
}

void EliminationPlan::check(const InferenceOptions& options) const {
  if (peak_ * sizeof(double) <= static_cast<double>(options.max_bytes)) return;
  throw too_large("the question", largest_ * sizeof(double), peak_ * sizeof(double), options.max_bytes,
                  "ask about fewer variables, give more evidence, or allow more");
}

}  // namespace priory
