// SPDX-License-Identifier: Apache-2.0
// Some of the rows of a source that numbers them, in their order.
#pragma once

#include <memory>
#include <vector>

#include "priory/training.h"

namespace priory {

// Those whose number has true; reads as often as it is opened.
OpenChunks some_rows(const OpenChunks& open, std::vector<bool> wanted);

// Kept for many readings, as all the rows are. `plan` is one they were kept by.
LabelledRows some_rows(const LabelledRows& rows, const Plan& plan, std::vector<bool> wanted,
                       unsigned threads);

}  // namespace priory
