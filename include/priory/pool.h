// SPDX-License-Identifier: Apache-2.0
// A linear pool of models: p(class | row) is the mean of what several models say, weighed. Its plan has the
// parts of all of them (Plan::pool), so that it learns, forgets and merges as any other; the weights belong
// to the plan.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "priory/classifier.h"
#include "priory/folds.h"
#include "priory/training.h"

#pragma GCC visibility push(default)

namespace priory {

// What the rows left out say of a member that was offered.
struct PoolShare {
  std::string name;     // its structure, or the families of its parts
  double weight = 0;    // 0: it is not in the pool
  double log_loss = 0;  // alone, with its temperature
};

struct Pool {
  Plan plan;                // of the members that have a weight; nothing is left to decide
  Calibration calibration;  // one temperature at the end
  std::vector<PoolShare> shares;
  double log_loss = 0;  // of the rows left out
};

// Weighs models by rows that they have not seen: each row is judged by the models of the other folds, each
// model with a temperature; the weights are those under which the rows are likeliest, found by EM.
Pool fit_pool(std::span<const Plan> members, const std::function<LabelledRows(const Plan&)>& rows_of,
              unsigned threads = 1, const Tick& tick = {});

// Plans for a pool over the rows of a search: those of these candidates (see candidate_names), or, of none,
// of the ones that suit a table. Groups of numbers get a covariance that leans on that of all classes.
std::vector<Plan> pool_candidates(const SearchSpace& space, const std::vector<std::string>& names = {});

// The whole of it: candidates, weights, and the model of all rows.
struct LearntPool {
  Classifier model;
  std::vector<PoolShare> shares;
  double log_loss = 0;
};

LearntPool learn_pool(const TrainingRows& rows, const std::vector<std::string>& candidates = {},
                      const MakeTick& progress = {});

// Those of candidate_names that are ways for columns to depend on each other: what ‹structure› auto tries
// beside columns that do not.
std::vector<std::string> structure_names();

}  // namespace priory

#pragma GCC visibility pop
