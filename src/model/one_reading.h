// SPDX-License-Identifier: Apache-2.0
// Learning while the columns are looked at. What columns are is known when all rows have been read; mostly
// the first rows tell it, and then what was learnt by that guess in the same reading is the model.
#pragma once

#include <functional>
#include <optional>

#include "priory/classifier.h"

namespace priory {

// Learns by `guess`, then asks for the plan, which is known by then. Nothing if the two count different
// things, if rows did not fit the guess, if there is no plan yet, or if one reading is not enough.
std::optional<Classifier> train_by_guess(const Plan& guess, const OpenChunks& open,
                                         const std::function<std::optional<Plan>()>& plan,
                                         unsigned threads = 1, const Tick& tick = {});

}  // namespace priory
