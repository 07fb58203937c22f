// SPDX-License-Identifier: Apache-2.0
// Rows worth looking at: of every cell of the confusion matrix those the model was most sure of (and, of two
// classes, least: a threshold that moves meets these first), each with the reasons for its class. Which rows
// these are does not depend on threads or chunks.
#pragma once

#include <string>
#include <vector>

#include "priory/classifier.h"
#include "priory/decision.h"

namespace priory {

struct ExampleReason {
  Reason::Kind kind = Reason::Kind::value;
  std::string feature;
  std::string value;
  double log_odds = 0;  // of the predicted class against the other
};

struct Example {
  Place place;
  std::string actual;
  std::size_t predicted = 0;  // index of a class
  std::size_t against = 0;    // the class it is compared with: the actual one, or the next best
  double log_posterior = 0;   // of the class predicted, and
  double log_posterior_against = 0;
  double log_odds = 0;                 // the sum of all reasons
  std::vector<ExampleReason> reasons;  // the strongest first
  std::size_t n_more = 0;              // reasons left out, and
  double more = 0;                     // their sum
  std::vector<std::string> cells;      // as they stand in the file, those that were kept
};

struct ExampleOptions {
  std::size_t per_cell = 20;  // of the confusion matrix; of two classes from either end
  std::size_t most = 2500;    // of all cells: each gets one, then the mistakes their share, then the rest
  std::size_t reasons = 24;   // of a row
};

struct Examples {
  std::vector<std::string> columns;  // of `cells`
  std::vector<Example> rows;         // by actual class, predicted class, and certainty
};

// Opens the rows twice, to choose and to explain. They need their class and their place; short chunks and the
// columns to keep are the caller's choice.
Examples pick_examples(const Classifier& model, const OpenChunks& open, const Decision& decide = {},
                       const ExampleOptions& options = {}, unsigned threads = 1, const Tick& tick = {});

}  // namespace priory
