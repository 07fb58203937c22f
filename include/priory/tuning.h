// SPDX-License-Identifier: Apache-2.0
// Settings chosen by the data: each candidate is judged on rows that its model has not seen, without reading
// the file again except where the tokens change.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "priory/validation.h"

namespace priory {

struct Tuned {
  Plan plan;            // the best found
  TuningRecord record;  // all that was tried, in order
  LabelledRows rows;    // as the plan wants them
};

struct TuneOptions {
  std::string metric = "log_loss";  // a figure of an evaluation, or log_loss
  // Names of options that stay as they are: alpha, var-smoothing, family, tf, idf, length-norm, weight-norm,
  // ngrams, class-prior, prior-alpha.
  std::set<std::string> fixed;
  bool calibrated = false;  // log losses are what they will be after calibration: at the best temperature
  std::size_t most_rows = 20'000;  // to judge by, chosen by chance
  std::optional<std::string> positive;
  unsigned threads = 1;
};

// The rows as the tokens of a plan want them; asked for when these change.
using RowsOf = std::function<LabelledRows(const Plan&)>;
using OnTrial = std::function<void(const Trial&)>;

// One kind of setting after the other, each from where the last one ended: event model, weights of words,
// n-grams, smoothing (a grid, then steps of half its width), class prior.
Tuned tune(const Plan& start, const RowsOf& rows_of, const TuneOptions& options, const OnTrial& on_trial = {},
           const Tick& tick = {});

}  // namespace priory
