// SPDX-License-Identifier: Apache-2.0
// How sure the figures of an evaluation are, and whether two models differ: percentile intervals of the
// bootstrap, and McNemar's test. A resample draws as many rows as there are, with replacement; a row keeps
// its weight. The rows are put in an order of their own before drawing, so that the same seed gives the same
// bits for any order of the rows, any shards and any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "priory/evaluation.h"
#include "priory/interval.h"

namespace priory {

struct BootstrapOptions {
  // 0: none. When not given, 1000; less where that would be slow, but then 200 or none for the figures that
  // depend on scores: see Intervals.
  std::optional<std::size_t> resamples;
  std::uint64_t seed = 1;
  double level = 0.95;
  std::optional<double> beta;  // `intervals` has those of F-beta too
  unsigned threads = 1;        // never changes a result
};

Intervals intervals(const Evaluation& evaluation, const BootstrapOptions& options = {});

// Are the two models' mistakes on the same rows equally many? Rows count once, whatever their weight; those
// without weight do not count.
struct McNemar {
  std::size_t first_only = 0;   // rows that the first model alone gets right
  std::size_t second_only = 0;  // rows that the second alone gets right
  bool exact = true;            // by the binomial distribution: for fewer than 25 such rows
  double statistic = 0;         // else chi square with continuity correction (Edwards 1948)
  double p_value = 1;           // of two sides
};

McNemar mcnemar(std::size_t first_only, std::size_t second_only);

// Second minus first.
struct Difference {
  std::string name;
  double first = 0, second = 0;
  double difference = 0;             // may be infinite, or NaN where both are
  std::optional<Interval> interval;  // of the difference
};

struct Comparison {
  std::size_t rows = 0;
  McNemar mcnemar;
  std::vector<Difference> differences;  // accuracy, macro.f1, log_loss, brier, roc_auc, average_precision
  double level = 0.95;
  std::size_t resamples = 0;
  std::uint64_t seed = 1;
};

// Of two evaluations whose rows are the same in the same order, as `evaluate` gives them for one source: an
// Error of kind usage if their numbers, true classes or weights differ.
Comparison compare(const Evaluation& first, const Evaluation& second, const BootstrapOptions& options = {});

}  // namespace priory
