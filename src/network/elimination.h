// SPDX-License-Identifier: Apache-2.0
// Variable elimination, planned before it is done: which tables are multiplied in which order, and how large
// they get. Nothing is allocated for the tables before their size is known to be allowed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "network/factor.h"
#include "network/live_states.h"

namespace priory {

// log of the probability of kept variables and the evidence: the largest over `maximised`, summed over the
// others.
struct EliminationQuestion {
  std::vector<std::size_t> kept, maximised;
};

// An Error of kind usage if a variable is none of the network's, or stands there twice.
void check_asked(const Network& network, std::span<const std::size_t> variables);

// What `act` makes, in linear arithmetic; if that has lost digits and so made nothing, with logarithms.
template <class Act>
auto without_loss(const Act& act) {
  auto out = act(LinearArithmetic());
  return out ? *std::move(out) : *act(LogArithmetic());
}

class EliminationPlan {
 public:
  // Multiply the factors `inputs`, then reduce over `variable`; the result is a factor over `scope`.
  struct Step {
    std::size_t variable = 0;
    Reduction reduction = Reduction::sum;
    std::vector<std::size_t> inputs, scope;
  };

  // An Error of kind data if the tables would need more memory than the options allow.
  EliminationPlan(const Network& network, const LiveStates& live, const Evidence& evidence,
                  const EliminationQuestion& question, const InferenceOptions& options);

  // Variables whose tables matter: the asked, the observed and what leads to them. The rest sums to one.
  // Their factors have the numbers 0, 1, ...; those that the steps make come after them.
  const std::vector<std::size_t>& relevant() const { return relevant_; }
  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<std::size_t>& rest() const { return rest_; }  // the factors that make the answer

 private:
  void choose_order(const LiveStates& live, const EliminationQuestion& question);
  void link_steps(const LiveStates& live);
  void grow(double cells);
  void check(const InferenceOptions& options) const;

  std::vector<std::size_t> relevant_, rest_;
  std::vector<Step> steps_;
  std::vector<std::vector<std::size_t>> scopes_;  // of all factors
  double now_ = 0, peak_ = 0, largest_ = 0;       // cells: at once, at most, and of the largest table
};

// Does what a plan says. With `maximised` variables the inputs of their steps are kept, to find the states.
template <class Arithmetic>
class Elimination {
 public:
  Elimination(const Network& network, const LiveStates& live, const EliminationPlan& plan)
      : live_(live), plan_(plan) {
    for (const std::size_t each : plan.relevant())
      factors_.push_back(factor_of<Arithmetic>(network, each, live));
    for (const EliminationPlan::Step& step : plan.steps()) run(step);
  }

  bool lost() const { return lost_; }

  // The answer over `scope`, the open ones of the kept variables in the order that is wanted.
  Factor answer(const std::vector<std::size_t>& scope) {
    const std::vector<const Factor*> inputs = pick(plan_.rest());
    return combine<Arithmetic>(inputs, scope, std::nullopt, Reduction::sum, live_, lost_);
  }

  // The value of each live state of the variable of a step, given the states of later ones; see MostProbable.
  std::vector<double> values_at(const EliminationPlan::Step& step,
                                const std::vector<std::size_t>& place) const {
    std::vector<double> out(live_.size(step.variable), Arithmetic::kOne);
    for (const std::size_t input : step.inputs) {
      const Factor& factor = factors_[input];
      std::size_t at = 0;
      for (const std::size_t each : factor.variables)
        if (each != step.variable) at += place[each] * factor.stride(each, live_);
      const std::size_t stride = factor.stride(step.variable, live_);
      for (std::size_t k = 0; k < out.size(); ++k)
        out[k] = Arithmetic::times(out[k], factor.values[at + k * stride]);
    }
    return out;
  }

 private:
  std::vector<const Factor*> pick(const std::vector<std::size_t>& numbers) const {
    std::vector<const Factor*> out;
    out.reserve(numbers.size());
    for (const std::size_t each : numbers) out.push_back(&factors_[each]);
    return out;
  }

  void run(const EliminationPlan::Step& step) {
    const std::vector<const Factor*> inputs = pick(step.inputs);
    Factor made = combine<Arithmetic>(inputs, step.scope, step.variable, step.reduction, live_, lost_);
    if (step.reduction == Reduction::sum) {
      for (const std::size_t each : step.inputs) factors_[each] = {};
    }
    factors_.push_back(std::move(made));
  }

  const LiveStates& live_;
  const EliminationPlan& plan_;
  std::vector<Factor> factors_;
  bool lost_ = false;
};

}  // namespace priory
