// SPDX-License-Identifier: Apache-2.0
// Successive halving: all candidates are judged on few rows, the better half on twice as many, and so on. The
// rows of a round are those of the one before and more, so that candidates are compared row by row.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "priory/training.h"

#include "search/candidate.h"

namespace priory {

// What a candidate is judged by.
struct Standing {
  ScoredRows rows;
  // As the calibration makes them that it will have, each fitted without the row: where it was judged in
  // full.
  ScoredRows calibrated;
  CalibrationMethod method = CalibrationMethod::none;
  std::vector<double> loss;  // of each row, after calibration; empty where the metric is of all rows together
  double value = 0;          // of the metric, less is better
  double log_loss = 0, accuracy = 0;
};

struct Runner {
  PlanCandidate candidate;
  Standing standing;
};

// By a quick calibration where one will be; full: by the best of them, each judged on rows it was not fitted
// to.
Standing stand(ScoredRows rows, const std::vector<std::string>& classes, const TuneOptions& options,
               bool full = false);

// The mean of a - b, and its standard error; 0 where there are no losses of rows.
struct Lead {
  double mean = 0, error = 0;
};
Lead lead(const Standing& a, const Standing& b);

// Whether the first is better by more than the error; without losses of rows, better.
bool surely_better(const Standing& a, const Standing& b);

// Scores of the rows of several candidates, about `most` rows each, which will be `in_the_end` for those that
// stay; nothing for one that cannot be learnt.
using JudgeAll = std::function<std::vector<std::optional<ScoredRows>>(
    const std::vector<PlanCandidate>&, std::size_t most, std::size_t in_the_end)>;

class Race {
 public:
  Race(const std::vector<std::string>& classes, std::size_t n_rows, const TuneOptions& options,
       JudgeAll judge, OnTrial on_trial);

  // What is left after the last round, best first. Every candidate's last standing is told.
  std::vector<Runner> run(std::vector<PlanCandidate> candidates, std::size_t first_rows,
                          std::size_t finalists);
  // Judged on all rows.
  std::optional<Runner> judge(const PlanCandidate& candidate);

  const std::vector<Trial>& trials() const { return trials_; }

 private:
  std::vector<Runner> round(std::vector<PlanCandidate> candidates, std::size_t most);
  void tell(const Runner& runner);

  std::vector<std::string> classes_;
  std::size_t most_;
  const TuneOptions& options_;
  JudgeAll judge_;
  OnTrial on_trial_;
  std::vector<Trial> trials_;
};

// The simplest of those within the error of the first that is not worse in accuracy and log loss than any.
std::size_t choose(const std::vector<Runner>& runners);

}  // namespace priory
