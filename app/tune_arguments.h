// SPDX-License-Identifier: Apache-2.0
// --tune, --metric and --tune-rows: settings chosen by rows left out.
#pragma once

#include "training_data.h"

namespace priory::app {

struct TuneArguments {
  bool choosing = false;
  std::string metric = "log_loss";
  std::size_t most_rows = TuneOptions().most_rows;

  void declare(Arguments& arguments);
  // Tells every trial. `given` are options that stay as they are.
  Tuned choose(const TrainingRows& source, const RowsOf& rows_of, const std::set<std::string>& given,
               bool calibrated, unsigned threads) const;
};

}  // namespace priory::app
