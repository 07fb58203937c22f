// SPDX-License-Identifier: Apache-2.0
#include "query/network_answerer.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/log_space.h"

namespace priory::query {
namespace {

// Formulas that must all hold, sorted: what they leave of each variable's states, and those of several
// variables.
struct Sorted {
  std::map<std::size_t, std::vector<bool>> states;  // of the variables tested alone
  std::vector<Formula> joint;
};

class NetworkAnswerer final : public Answerer {
 public:
  NetworkAnswerer(const Network& network, const std::string& target) : network_(network) {
    target_ = target;
    for (const Variable& each : network.variables()) {
      variables_.push_back({each.name, QueryVariable::Kind::values, each.states});
      values_.emplace_back();
      for (const std::string& state : each.states) values_.back().push_back(Value::of(state));
    }
  }

  Reply ask(const Question& question) const override {
    const double log_condition = log_sums(sorted({question.condition}), {})[0];
    if (log_condition == kLogZero) return {kLogZero, {}};
    return {log_condition, rows_of(question)};
  }

  // By the network's own search where the question is one of evidence, over more values than a table can
  // hold.
  Reply most_probable(const Question& question) const override {
    const Sorted all = sorted({question.event, question.condition});
    const auto tested = [&](std::size_t v) { return all.states.count(v) > 0; };
    if (!all.joint.empty() || std::any_of(question.table.begin(), question.table.end(), tested))
      return Answerer::most_probable(question);
    const double log_condition = log_sums(sorted({question.condition}), {})[0];
    const std::optional<Evidence> evidence = evidence_of(all, {});
    if (log_condition == kLogZero || !evidence) return {kLogZero, {{}}};
    const MostProbable best = priory::most_probable(network_, question.table, *evidence);
    return {log_condition, {{texts_of(question.table, best.states), best.log_probability}}};
  }

  QueryAnswer independence(const std::vector<std::size_t>& left, const std::vector<std::size_t>& right,
                           const std::vector<std::size_t>& given) const override {
    QueryAnswer out;
    out.independence = {true, network_.separated(left, right, given)};
    return out;
  }

 private:
  bool truth(const Formula& formula, std::size_t variable, std::size_t state) const {
    return evaluate(formula, [&](const Test& test) { return holds(test, values_[variable][state]); });
  }

  Sorted sorted(const std::vector<Formula>& formulas) const {
    Sorted out;
    for (const Formula& part : conjuncts(Formula{Formula::Kind::all, formulas, {}})) {
      const std::vector<std::size_t> of = variables_of(part);
      if (of.size() != 1) {
        out.joint.push_back(part);
        continue;
      }
      const std::size_t n_states = values_[of[0]].size();
      std::vector<bool>& left = out.states.try_emplace(of[0], n_states, true).first->second;
      for (std::size_t s = 0; s < n_states; ++s) left[s] = left[s] && truth(part, of[0], s);
    }
    return out;
  }

  // Of the variables tested alone that are not `apart`; nothing if one of them has no state left.
  static std::optional<Evidence> evidence_of(const Sorted& formulas, const std::vector<std::size_t>& apart) {
    Evidence out;
    for (const auto& [variable, states] : formulas.states) {
      if (std::find(apart.begin(), apart.end(), variable) != apart.end()) continue;
      Finding finding{variable, {}};
      for (std::size_t s = 0; s < states.size(); ++s) {
        if (states[s]) finding.states.push_back(s);
      }
      if (finding.states.empty()) return std::nullopt;
      if (finding.states.size() < states.size()) out.push_back(std::move(finding));
    }
    return out;
  }

  std::size_t size_of(const std::vector<std::size_t>& variables) const {
    std::size_t out = 1;
    for (const std::size_t v : variables) out *= values_[v].size();
    return out;
  }

  // log P(states of the table, formulas), the last variable of the table fastest.
  std::vector<double> log_sums(const Sorted& formulas, const std::vector<std::size_t>& table) const {
    std::vector<std::size_t> axes = table;
    for (const std::size_t v : variables_of(formulas.joint)) {
      if (std::find(axes.begin(), axes.end(), v) == axes.end()) axes.push_back(v);
    }
    const std::optional<Evidence> evidence = evidence_of(formulas, axes);
    if (!evidence) return std::vector<double>(size_of(table), kLogZero);
    if (axes.empty()) return {log_probability(network_, *evidence)};
    return summed(log_joint(network_, axes, *evidence), formulas, table.size());
  }

  // Over the axes after the first `n_kept`, where the formulas hold.
  std::vector<double> summed(const JointTable& joint, const Sorted& formulas, std::size_t n_kept) const {
    std::size_t n_inner = 1;
    for (std::size_t k = n_kept; k < joint.sizes.size(); ++k) n_inner *= joint.sizes[k];
    std::vector<double> out, terms;
    std::vector<std::size_t> states(network_.variables().size());
    for (std::size_t begin = 0; begin < joint.log_prob.size(); begin += n_inner) {
      terms.clear();
      for (std::size_t at = begin; at < begin + n_inner; ++at) {
        std::size_t rest = at;
        for (std::size_t k = joint.sizes.size(); k-- > 0; rest /= joint.sizes[k])
          states[joint.variables[k]] = rest % joint.sizes[k];
        if (possible(formulas, joint.variables, states)) terms.push_back(joint.log_prob[at]);
      }
      out.push_back(log_sum_exp(terms));
    }
    return out;
  }

  bool possible(const Sorted& formulas, const std::vector<std::size_t>& axes,
                const std::vector<std::size_t>& states) const {
    for (const std::size_t v : axes) {
      const auto at = formulas.states.find(v);
      if (at != formulas.states.end() && !at->second[states[v]]) return false;
    }
    const auto truth_of = [&](const Test& test) {
      return holds(test, values_[test.variable][states[test.variable]]);
    };
    return std::all_of(formulas.joint.begin(), formulas.joint.end(),
                       [&](const Formula& each) { return evaluate(each, truth_of); });
  }

  std::vector<std::string> texts_of(const std::vector<std::size_t>& variables,
                                    const std::vector<std::size_t>& states) const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < variables.size(); ++k) out.push_back(values_[variables[k]][states[k]].text);
    return out;
  }

  std::vector<ReplyRow> rows_of(const Question& question) const {
    const std::vector<double> log_prob =
        log_sums(sorted({question.event, question.condition}), question.table);
    std::vector<ReplyRow> out;
    std::vector<std::size_t> states(question.table.size());
    for (std::size_t at = 0; at < log_prob.size(); ++at) {
      std::size_t rest = at;
      for (std::size_t k = states.size(); k-- > 0; rest /= values_[question.table[k]].size())
        states[k] = rest % values_[question.table[k]].size();
      out.push_back({texts_of(question.table, states), log_prob[at]});
    }
    return out;
  }

  Network network_;
  std::vector<std::vector<Value>> values_;  // of each variable's states
};

}  // namespace

std::shared_ptr<const Answerer> network_answerer(const Network& network, const std::string& target) {
  return std::make_shared<NetworkAnswerer>(network, target);
}

}  // namespace priory::query

namespace priory {

JointDistribution::JointDistribution(const Network& network) : answerer_(query::network_answerer(network)) {}

}  // namespace priory
