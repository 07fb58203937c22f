// SPDX-License-Identifier: Apache-2.0
// Draws values or words by a table of log probabilities, values x cells, whose last row is of the unseen and
// is never drawn. The sums that a draw needs are made for a cell when it is first asked for.
#pragma once

#include <optional>
#include <vector>

#include "priory/chunk.h"

#include "core/random.h"
#include "exact/block.h"

namespace priory {

class Choices {
 public:
  explicit Choices(const Matrix& log_prob) : log_prob_(&log_prob), of_cell_(log_prob.cells) {}

  // kMissingCode if there are no values.
  std::uint32_t operator()(std::uint32_t cell, Random& random) {
    if (log_prob_->rows < 2) return kMissingCode;
    if (!of_cell_[cell]) of_cell_[cell] = made(cell);
    return (*of_cell_[cell])(random);
  }

 private:
  Choice made(std::uint32_t cell) const {
    std::vector<double> log_prob;
    for (std::size_t v = 0; v + 1 < log_prob_->rows; ++v) log_prob.push_back(log_prob_->at(v, cell));
    return Choice(log_prob);
  }

  const Matrix* log_prob_;
  std::vector<std::optional<Choice>> of_cell_;
};

}  // namespace priory
