// SPDX-License-Identifier: Apache-2.0
// One start of EM, carried to its end: a fold that shares rows out, an estimate, and again, until the
// objective stands still.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/log_space.h"
#include "em/start.h"

namespace priory {

// What one start came to.
struct EmRun {
  ModelState model;
  std::optional<CellSums> counted;  // of which the model is the estimate; none before the first M-step
  double log_likelihood = kLogZero, objective = kLogZero;
  std::size_t number = 0;  // of the start
  std::size_t iterations = 0;
  bool converged = false, stopped = false, interrupted = false, collapsed = false;
  bool as_given = false;  // no step was made: the model is the start itself
};

class Climb {
 public:
  // `seeder` gives a class that has died a new seed; null: such a class is only reported.
  Climb(const EmProblem& problem, const EmOptions& options, std::size_t number, Seeder* seeder,
        EmReport& report, const OnStep& on_step)
      : problem_(problem),
        options_(options),
        number_(number),
        seeder_(seeder),
        report_(report),
        on_step_(on_step) {}

  EmRun operator()(ModelState start);

 private:
  void check_start() const;
  std::string name_of(std::uint32_t cell) const;
  void warm(double beta);
  void climb(double beta, std::size_t most);
  double judge(const Expectation& expected);
  bool is_done(double gain, const CellSums& counted);
  void step(const CellSums& counted);
  void revive(std::uint32_t cell, const std::string& why);

  const EmProblem& problem_;
  const EmOptions& options_;
  std::size_t number_;
  Seeder* seeder_;
  EmReport& report_;
  const OnStep& on_step_;
  EmRun run_;
  std::optional<double> last_;
  double smoothing_gain_ = 0, noise_ = 0;
  std::size_t seeds_ = 0;
  bool reported_ = false;
};

}  // namespace priory
