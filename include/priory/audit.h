// SPDX-License-Identifier: Apache-2.0
// Labels worth a second look: rows that a model of all the others gives another class, and rows that are
// alike but labelled differently.
//
//   const Audit found = audit(rows, table);
//   for (const SuspectLabel& each : found.suspects) ... each.place, each.label, each.likelier
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "priory/training.h"

#pragma GCC visibility push(default)

namespace priory {

// A row whose label the model without it finds improbable.
struct SuspectLabel {
  std::size_t row = 0;  // from 1, in the order of the rows
  Place place;
  std::string label, likelier;  // its own, and the most probable one
  double log_odds = 0;          // of the likelier one against its own, by the model without the row
  double probability = 0;       // of its own label, there
  std::vector<std::string> cells = {};
};

// Rows alike with different labels. Alike: equal cells, or of texts nearly the same words.
struct AlikeRows {
  std::vector<std::size_t> rows;  // from 1, in order
  std::vector<std::string> labels;
  std::vector<std::string> cells;  // of the first
  bool equal = true;               // all of them, in every cell
};

struct AuditOptions {
  std::size_t most = 100;  // suspects that are listed, and groups of rows alike
  double similar = 0.8;    // share of words that texts have in common to be alike (Jaccard); 1: equal ones
  unsigned threads = 1;
  MakeTick progress = {};
};

struct Audit {
  std::string target;
  std::vector<std::string> columns;  // of the cells
  std::size_t n_rows = 0;
  std::size_t n_suspects = 0;          // rows whose own label is not the most probable one
  std::vector<SuspectLabel> suspects;  // the worst first
  std::size_t n_alike = 0;             // groups
  std::vector<AlikeRows> alike;        // the largest first
};

// `rows` are those of the table. They are read three times: a pipe is kept.
Audit audit(const TrainingRows& rows, const Table& table, const AuditOptions& options = {});

}  // namespace priory

#pragma GCC visibility pop
