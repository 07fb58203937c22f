// SPDX-License-Identifier: Apache-2.0
// Rows that are counted while somebody else reads them.
#pragma once

#include <memory>

#include "priory/training.h"

namespace priory {

// Each decoder counts for itself, from `zero` on, and is merged into `total` when it ends. `total` must
// outlive it.
std::unique_ptr<Source<Chunk>> watched(std::unique_ptr<Source<Chunk>> rows, UnseenCells zero,
                                       UnseenCells& total);

}  // namespace priory
