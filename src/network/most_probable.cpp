// SPDX-License-Identifier: Apache-2.0
// The most probable states of some variables: the others are summed out, these are maximised, and the states
// are found backwards, from the variable that was eliminated last. If no step had a choice, they are the only
// ones. If one had, equal answers are told apart in the order that was asked for: the first variable takes
// the first state that the maximum can be reached with, and so on until no choice is left.
#include <algorithm>
#include <optional>

#include "network/elimination.h"

namespace priory {
namespace {

constexpr double kEqual = 1e-12;  // logarithms that differ by rounding alone

template <class Arithmetic>
bool is_equal(double value, double most) {
  return value == most || Arithmetic::to_log(most) - Arithmetic::to_log(value) <= kEqual;
}

// Best states, by their places among the live ones, and whether there are no others.
struct Traced {
  std::vector<std::size_t> places;  // of all variables
  bool unique = true;
};

template <class Arithmetic>
Traced trace(const Elimination<Arithmetic>& elimination, const EliminationPlan& plan,
             std::size_t n_variables) {
  Traced out{std::vector<std::size_t>(n_variables, 0), true};
  for (auto step = plan.steps().rbegin(); step != plan.steps().rend(); ++step) {
    if (step->reduction == Reduction::sum) break;  // all maxima come after all sums
    const std::vector<double> values = elimination.values_at(*step, out.places);
    const auto best = std::max_element(values.begin(), values.end());
    out.places[step->variable] = static_cast<std::size_t>(best - values.begin());
    const auto equal = [&](double value) { return is_equal<Arithmetic>(value, *best); };
    out.unique = out.unique && std::count_if(values.begin(), values.end(), equal) == 1;
  }
  return out;
}

class Maximum {
 public:
  Maximum(const Network& network, std::span<const std::size_t> variables, const Evidence& evidence,
          const InferenceOptions& options)
      : network_(network),
        variables_(variables.begin(), variables.end()),
        evidence_(evidence),
        options_(options),
        live_(network, evidence) {}

  MostProbable find() {
    MostProbable out = attempt();
    if (out.log_probability == kLogZero) return {std::vector<std::size_t>(variables_.size(), 0), kLogZero};
    for (auto next = variables_.begin(); !unique_ && next != variables_.end(); ++next) {
      if (!live_.open(*next)) continue;
      live_.restrict_to(*next, {first_best(*next)});
      out = attempt();
    }
    return out;
  }

 private:
  EliminationPlan plan(const EliminationQuestion& question) const {
    return EliminationPlan(network_, live_, evidence_, question, options_);
  }

  // Some best states; sets `unique_` if there are no others.
  MostProbable attempt() {
    const EliminationPlan plan = this->plan({{}, variables_});
    if (!live_.possible()) return {{}, kLogZero};
    return without_loss([&](auto arithmetic) -> std::optional<MostProbable> {
      Elimination<decltype(arithmetic)> elimination(network_, live_, plan);
      const Factor best = elimination.answer({});
      if (elimination.lost()) return std::nullopt;
      const Traced traced = trace(elimination, plan, live_.n_variables());
      unique_ = traced.unique;
      return MostProbable{states_at(traced.places), arithmetic.to_log(best.values[0]) + best.log_scale};
    });
  }

  std::vector<std::size_t> states_at(const std::vector<std::size_t>& places) const {
    std::vector<std::size_t> out;
    for (const std::size_t each : variables_) out.push_back(live_.of(each)[places[each]]);
    return out;
  }

  // The first state of a variable that the maximum can be reached with.
  std::size_t first_best(std::size_t variable) const {
    std::vector<std::size_t> others = variables_;
    others.erase(std::find(others.begin(), others.end(), variable));
    const EliminationPlan plan = this->plan({{variable}, others});
    const std::size_t place = without_loss([&](auto arithmetic) -> std::optional<std::size_t> {
      Elimination<decltype(arithmetic)> elimination(network_, live_, plan);
      const Factor out = elimination.answer({variable});
      if (elimination.lost()) return std::nullopt;
      const double most = *std::max_element(out.values.begin(), out.values.end());
      const auto equal = [&](double value) { return is_equal<decltype(arithmetic)>(value, most); };
      return static_cast<std::size_t>(std::find_if(out.values.begin(), out.values.end(), equal) -
                                      out.values.begin());
    });
    return live_.of(variable)[place];
  }

  const Network& network_;
  std::vector<std::size_t> variables_;
  const Evidence& evidence_;
  const InferenceOptions& options_;
  LiveStates live_;
  bool unique_ = true;
};

}  // namespace

MostProbable most_probable(const Network& network, std::span<const std::size_t> variables,
                           const Evidence& evidence, const InferenceOptions& options) {
  check_asked(network, variables);
  return Maximum(network, variables, evidence, options).find();
}

}  // namespace priory
