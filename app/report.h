// SPDX-License-Identifier: Apache-2.0
// The report of a judgement, for the verbs that judge.
#pragma once

#include "arguments/evaluation_arguments.h"

namespace priory::app {

// A model judged by rows. The table is read again.
struct Judged {
  const Classifier& model;
  const std::string& model_path;
  const Table& table;
  const std::vector<std::string>& data;
  const Decision& decide;
  std::optional<double> threshold;  // of the decision
  const Evaluation& evaluation;     // decided so
  const Measures& measures;
  const ReadCounts& counts;
};

// --report-rows
struct ReportArguments {
  std::string path;  // of the HTML file; - is stdout
  std::size_t rows = 20;

  void declare(Arguments& arguments);
  void write(const Judged& judged, const ReadArguments& read) const;
};

}  // namespace priory::app
