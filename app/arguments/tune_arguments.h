// SPDX-License-Identifier: Apache-2.0
// --search (or --tune) and what goes with it: a model chosen by rows left out.
#pragma once

#include "training_data.h"

namespace priory::app {

struct TuneArguments {
  bool choosing = false, plain = false;
  std::string metric = "log_loss", candidates;
  std::size_t most_rows = TuneOptions().most_rows, most_trials = 0;

  void declare(Arguments& arguments);
  void declare_choice(Arguments& arguments);  // without what says whether to search
  void check() const;
  // --structure auto is a search among the structures.
  void take_structure(PlanArguments& shape);
  // Verbs that are not told to search do so where the options leave a choice (`may`), without --plain.
  void settle(bool may, const MemoryArguments& memory);
  void settle_for(const TrainingRows& rows);  // nor where they are too many
  bool asked = false;
  std::string unsearched;  // why nothing is searched though it may
  SearchSpace space(const TrainingRows& source, const RowsOf& rows_of) const;
  TuneOptions options(const std::set<std::string>& given, const std::vector<CalibrationMethod>& calibrations,
                      unsigned threads) const;
  // Tells what was chosen, and how good it is. `given` are options that stay as they are.
  Tuned choose(const TrainingRows& source, const RowsOf& rows_of, const std::set<std::string>& given,
               const std::vector<CalibrationMethod>& calibrations, unsigned threads) const;
  void say(const Tuned& tuned) const;
};

}  // namespace priory::app
