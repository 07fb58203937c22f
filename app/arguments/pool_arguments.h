// SPDX-License-Identifier: Apache-2.0
// --pool: the mean of what several models say, weighed by rows left out.
#pragma once

#include "arguments/discriminative_arguments.h"
#include "arguments/tune_arguments.h"

namespace priory::app {

struct PoolArguments {
  bool wanted = false;

  void declare(Arguments& arguments);
  void check(const TuneArguments& tuning, const DiscriminativeArguments& discriminative,
             const std::string& calibration) const;
  // Of the plain model and `candidates`, or those that suit a table. Tells what each weighs.
  Classifier learn(const TrainingRows& source, const std::string& candidates) const;
};

}  // namespace priory::app
