// SPDX-License-Identifier: Apache-2.0
// What a network says of a row some of whose cells are missing: they are summed over, exactly. One belongs to
// one thread.
#pragma once

#include <vector>

#include "priory/network.h"

#include "model/network_view.h"

namespace priory {

class RowInference {
 public:
  explicit RowInference(const NetworkView& view) : view_(&view), tree_(view.network()) {}

  JunctionTree& tree() { return tree_; }
  // log P(class, evidence) of every class; without a target, log P(evidence).
  std::vector<double> log_joint(const Evidence& evidence, std::size_t n_classes);

 private:
  const NetworkView* view_;
  JunctionTree tree_;
};

// The values that a row has, as evidence for the variables of the network; columns of each part as they are
// scored. Values never seen are none.
Evidence evidence_of(const Classifier::State& state, const std::vector<std::vector<const Column*>>& columns,
                     std::size_t row);
// Whether a row lacks a column of some table.
bool lacks_some(const Classifier::State& state, const std::vector<std::vector<const Column*>>& columns,
                std::size_t row);

}  // namespace priory
