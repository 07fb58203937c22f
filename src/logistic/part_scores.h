// SPDX-License-Identifier: Apache-2.0
// What each part of a model says of each row, by models that have not seen it: what the weights of parts are
// fitted to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "priory/folds.h"

namespace priory {

struct PartScores {
  std::size_t n_parts = 0, n_classes = 0;
  std::vector<double> prior;          // rows x classes
  std::vector<double> score;          // rows x parts x classes
  std::vector<std::uint32_t> actual;  // of each row
  std::vector<double> weight;

  std::size_t n_rows() const { return actual.size(); }
};

// Every row, or some by chance, by the model of the other folds. Rows of a class that this one has not say
// nothing.
PartScores unseen_scores(const LabelledRows& rows, const std::shared_ptr<const Plan>& plan, unsigned threads,
                         const Tick& tick);

PartScores summed(const PartScores& rows);  // all parts as one

}  // namespace priory
