// SPDX-License-Identifier: Apache-2.0
// Family::totals of statistics that change a few values at a time: values come and leave, and what is known
// of all of them together follows without a look at the others. The same numbers as a sum over all.
#pragma once

#include <vector>

#include "exact/block.h"

namespace priory {

class RunningTotals {
 public:
  virtual ~RunningTotals() = default;
  // The statistics of some values, as they are while these are among those summed up.
  virtual void add(const Block& some) = 0;
  virtual void subtract(const Block& some) = 0;
  // As Family::totals; of `part` only what is not of values is looked at.
  virtual std::vector<Sums> totals(const Block& part) const = 0;
};

}  // namespace priory
