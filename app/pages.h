// SPDX-License-Identifier: Apache-2.0
// The page of a model, alone, beside rows or judged by rows: what `report` and `plot` draw from.
#pragma once

#include <functional>

#include "report.h"

namespace priory::app {

// A model of hidden classes, and rows.
struct Beside {
  const Classifier& model;
  const Table& table;
  const ReadCounts& counts;
};

// The page is valid during the call; of `judged` and `beside` at most one is not null.
using TakePage = std::function<void(Page& page, const Judged* judged, const Beside* beside)>;

struct PageArguments {
  std::string model_path;
  std::vector<std::string> data;
  BootstrapArguments bootstrap;
  ReadArguments read;
  DecisionArguments decision;
  PosteriorArguments posterior;

  void declare(Arguments& arguments, bool resamples);
  void make(const TakePage& take) const;

 private:
  void take_model(const Classifier& model, const TakePage& take) const;
  void take_beside(const Classifier& model, const Table& table, const TakePage& take) const;
};

// `raw` is filled where the model is calibrated, and must outlive the page.
Page page_of_judgement(const Judged& judged, const ReadArguments& read, std::optional<Evaluation>& raw);
PageData columns_of_rows(const Classifier& model, const Table& table, const std::vector<std::string>& files,
                         const ReadArguments& read, const ReadCounts& counts);

}  // namespace priory::app
