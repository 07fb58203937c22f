// SPDX-License-Identifier: Apache-2.0
// How many hidden classes: what is told of each number that is tried.
#pragma once

#include "em/start.h"

namespace priory {

// The best that starts without a prior come to.
double maximum_of_starts(const HiddenRows& rows, std::size_t k, const EmOptions& options, unsigned threads,
                         const OnStep& on_step, const Tick& tick);

// `most` is the log-likelihood at its maximum.
ClassesTried tried_of(const EmResult& fit, const EmProblem& problem, double most);

}  // namespace priory
