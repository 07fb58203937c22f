// SPDX-License-Identifier: Apache-2.0
// Today's rows against those a model has learnt, column by column, and how often its classes come among them.
// A model keeps sums, not rows: values and words are compared by their counts, numbers by their moments.
//
//   const Drift found = drift(load("mail.priory"), Table::open({"today.csv"}));
//   for (const ColumnDrift& each : found.columns) ... each.column, each.psi, each.level
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "priory/training.h"

#pragma GCC visibility push(default)

namespace priory {

class TextTable;

// A value of a column, a word of a text, or a bin of numbers.
struct ValueDrift {
  std::string value;
  double learnt = 0, now = 0;  // shares of all values that are there
  double g = 0;                // what it adds to the statistic
};

enum class DriftLevel { none, some, much };
template <>
inline constexpr std::array kNames<DriftLevel> = std::to_array<std::string_view>({"none", "some", "much"});

struct ColumnDrift {
  std::string column;
  std::string kind;                            // values, words, bins or numbers
  double n_learnt = 0, n_now = 0;              // values, words or numbers that are there
  double missing_learnt = 0, missing_now = 0;  // shares of rows; of words 0
  double unseen = 0;                           // share of those now whose value was never learnt

  // The likelihood-ratio (G) test that both come from one distribution. Of numbers: from one normal
  // distribution. Words with an expected count below 5 are one.
  double g = 0;
  std::size_t degrees = 0;
  double p_value = 1;
  // The population stability index: the sum of (now - learnt) log(now / learnt), half a count added to each;
  // of numbers, the same of normal distributions with their moments (Jeffreys' divergence).
  double psi = 0;
  double psi_by_chance = 0;             // what it is on average where nothing has changed
  DriftLevel level = DriftLevel::none;  // beyond chance: below 0.1 none, up to 0.25 some

  std::vector<ValueDrift> values;                                                // the most different first
  std::optional<double> mean_learnt, mean_now, deviation_learnt, deviation_now;  // of numbers
};

struct ClassDrift {
  std::string label;
  double learnt = 0, estimated = 0;  // rates; the latter by EM: see estimate_rates
};

struct DriftOptions {
  std::size_t most_values = 20;  // that are listed of a column
  bool skip_bad_rows = false;
  unsigned threads = 1;
  Tick tick = {};
};

struct Drift {
  double n_learnt = 0, n_now = 0;    // rows
  std::vector<ColumnDrift> columns;  // the most drifted first
  std::vector<ClassDrift> classes;   // none where the class is hidden
  ReadCounts counts;
};

// The rows need no class, and one that they have is ignored. They are read twice: a pipe is kept. An Error of
// kind data if there is no row.
Drift drift(const Classifier& model, const Data& rows, const DriftOptions& options = {});

// Schema priory.drift/1; the columns, the values of one, and the classes as tables, numbers with all their
// digits or for people.
std::string to_json(const Drift& drift);
TextTable drift_table(const Drift& drift, bool people = false);
TextTable drift_table(const ColumnDrift& column, bool people = false);
TextTable class_drift_table(const Drift& drift, bool people = false);

}  // namespace priory

#pragma GCC visibility pop
