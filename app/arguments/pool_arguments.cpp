// SPDX-License-Identifier: Apache-2.0
#include "arguments/pool_arguments.h"

#include <fmt/format.h>

#include "priory/pool.h"

namespace priory::app {

void PoolArguments::declare(Arguments& arguments) {
  arguments.flag(
      "--pool", wanted,
      "the mean of what several models say, weighed by rows left out: the most accurate answer, and "
      "not the shortest to explain; of the plain model and --candidates");
}

void PoolArguments::check(const TuneArguments& tuning, const DiscriminativeArguments& discriminative,
                          const std::string& calibration) const {
  if (!wanted) return;
  const auto refuse = [](const std::string& option, const std::string& why) {
    throw Error(ErrorKind::usage, fmt::format("--pool and {}: {}", option, why), {}, "give one of them");
  };
  if (tuning.choosing) refuse("--search", "one weighs several models, the other chooses one");
  if (tuning.plain) refuse("--plain", "one weighs several models, the other is one");
  if (discriminative.any()) refuse("--discriminative or --weights", "its members are generative");
  if (!calibration.empty()) refuse("--calibrate", "a pool ends with a temperature of its own");
}

Classifier PoolArguments::learn(const TrainingRows& source, const std::string& candidates) const {
  const std::vector<std::string> names =
      candidates.empty() ? std::vector<std::string>() : parse_list(candidates);
  LearntPool found = learn_pool(source, names, [](const std::string& work) { return progress(work); });
  for (const PoolShare& each : found.shares)
    note(fmt::format("weight {:.3f}, log loss {:.4f} alone: {}", each.weight, each.log_loss, each.name));
  note(fmt::format("the pool: log loss of unseen rows {:.4f}", found.log_loss));
  return std::move(found.model);
}

}  // namespace priory::app
