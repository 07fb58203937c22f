// SPDX-License-Identifier: Apache-2.0
// The numbers of a junction tree in one arithmetic: what the network says of each clique, and what is
// believed when evidence is known. Messages go from the leaves to the roots and back (Hugin propagation:
// Jensen, Lauritzen and Olesen 1990). A message is scaled by its largest value; the scales, and what is left
// in the roots, are the probability of the evidence. Absorbing allocates nothing.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "network/clique_tree.h"

namespace priory {

template <class Arithmetic>
class Beliefs {
 public:
  Beliefs(const Network& network, const CliqueTree& tree)
      : cells_(tree.n_cells()),
        separators_(tree.n_separator_cells(), Arithmetic::kOne),
        messages_(separators_) {
    std::vector<double> cells(tree.n_cells(), Arithmetic::kOne), table;
    for (std::size_t each = 0; each < network.variables().size(); ++each) {
      table.clear();
      for (const double log_prob : network.table(each).log_prob)
        table.push_back(Arithmetic::from_log(log_prob));
      const CliqueView& home = tree.family(each);
      double* clique = cells.data() + tree.cliques()[home.clique].begin;
      home.projection.template multiply<Arithmetic>(clique, table.data(), lost_from_start_);
      most_states_ = std::max(most_states_, network.variables()[each].states.size());
    }
    initial_ = std::make_shared<const std::vector<double>>(std::move(cells));
    allowed_.resize(most_states_);
  }

  void absorb(const CliqueTree& tree, const Evidence& evidence) {
    std::copy(initial_->begin(), initial_->end(), cells_.begin());
    log_evidence_ = 0;
    lost_ = lost_from_start_;
    for (const Finding& finding : evidence) rule_out(tree, finding);
    for (std::size_t k = tree.cliques().size(); k-- > 0 && !lost_;) collect(tree, tree.cliques()[k]);
    for (const Clique& clique : tree.cliques()) {
      if (clique.parent && !lost_ && log_evidence_ != kLogZero) distribute(tree, clique);
    }
  }

  bool lost() const { return lost_; }
  double log_evidence() const { return log_evidence_; }

  // log P(view | evidence)
  void read(const CliqueTree& tree, const CliqueView& view, std::vector<double>& log_prob) const {
    log_prob.assign(view.cells, Arithmetic::kZero);
    view.projection.template sum<Arithmetic>(cells_.data() + tree.cliques()[view.clique].begin,
                                             log_prob.data());
    double total = Arithmetic::kZero;
    for (const double each : log_prob) total = Arithmetic::plus(total, each);
    for (double& each : log_prob) each = Arithmetic::to_log(Arithmetic::over(each, total));
  }

 private:
  void rule_out(const CliqueTree& tree, const Finding& finding) {
    std::fill(allowed_.begin(), allowed_.end(), Arithmetic::kZero);
    for (const std::size_t state : finding.states) allowed_[state] = Arithmetic::kOne;
    const CliqueView& home = tree.variable(finding.variable);
    double* clique = cells_.data() + tree.cliques()[home.clique].begin;
    home.projection.template multiply<Arithmetic>(clique, allowed_.data(), lost_);
  }

  // Children come after parents: when it is the turn of a clique it has heard from all below it.
  void collect(const CliqueTree& tree, const Clique& clique) {
    const double* cells = cells_.data() + clique.begin;
    if (!clique.parent) {
      double total = Arithmetic::kZero;
      for (std::size_t k = 0; k < clique.cells; ++k) total = Arithmetic::plus(total, cells[k]);
      log_evidence_ += Arithmetic::to_log(total);
      return;
    }
    const std::span<double> message(separators_.data() + clique.separator_begin, clique.separator_cells);
    std::fill(message.begin(), message.end(), Arithmetic::kZero);
    clique.to_separator.template sum<Arithmetic>(cells, message.data());
    log_evidence_ += scale(message);
    const Clique& parent = tree.cliques()[*clique.parent];
    double* above = cells_.data() + parent.begin;
    const double most =
        clique.parent_to_separator.template multiply<Arithmetic>(above, message.data(), lost_);
    if (most < kSmall) log_evidence_ += scale({above, parent.cells});
  }

  void distribute(const CliqueTree& tree, const Clique& clique) {
    const std::size_t begin = clique.separator_begin, end = begin + clique.separator_cells;
    const double* above = cells_.data() + tree.cliques()[*clique.parent].begin;
    std::fill(messages_.begin() + static_cast<long>(begin), messages_.begin() + static_cast<long>(end),
              Arithmetic::kZero);
    clique.parent_to_separator.template sum<Arithmetic>(above, messages_.data() + begin);
    for (std::size_t k = begin; k < end; ++k) messages_[k] = Arithmetic::over(messages_[k], separators_[k]);
    scale({messages_.data() + begin, end - begin});
    clique.to_separator.template multiply<Arithmetic>(cells_.data() + clique.begin, messages_.data() + begin,
                                                      lost_);
  }

  // Divides by the largest value and returns its logarithm.
  double scale(std::span<double> values) {
    const double most = *std::max_element(values.begin(), values.end());
    if (most == Arithmetic::kZero) return kLogZero;
    for (double& each : values) {
      const double scaled = Arithmetic::over(each, most);
      if (Arithmetic::loses(scaled) && each != Arithmetic::kZero) lost_ = true;
      each = scaled;
    }
    return Arithmetic::to_log(most);
  }

  // Many messages to one clique would make all its values small, though they differ little.
  static constexpr double kSmall = std::is_same_v<Arithmetic, LinearArithmetic> ? 1e-50 : kLogZero;

  std::shared_ptr<const std::vector<double>> initial_;
  std::vector<double> cells_;
  std::vector<double> separators_, messages_;  // of the way up, and of the way down
  std::vector<double> allowed_;                // states of a finding
  std::size_t most_states_ = 0;
  double log_evidence_ = 0;
  bool lost_ = false, lost_from_start_ = false;
};

}  // namespace priory
