// SPDX-License-Identifier: Apache-2.0
// The figures of a resample, from how often each group of rows was drawn. Sums are plain: they are made in
// the order of the groups, which is the same for the same rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "priory/evaluation.h"

#include "evaluate/bootstrap/row_groups.h"
#include "evaluate/tallies.h"

namespace priory {

// The weights of groups, made so small that no resample can overflow, which only absurd weights would.
std::vector<std::uint64_t> resample_weights(const ScoredRows& rows, const RowGroups& groups);

// What follows from the confusion matrix; see `names`.
class CountFigures {
 public:
  CountFigures(const Evaluation& evaluation, const RowGroups& groups, bool per_class,
               std::optional<double> beta = {});
  const std::vector<std::string>& names() const { return names_; }
  std::vector<double> operator()(std::span<const std::uint64_t> counts) const;

 private:
  struct Group {
    std::uint64_t weight = 0;
    std::uint32_t actual = 0, predicted = 0;  // places in Measures::classes
  };

  std::vector<Group> groups_;
  void add_names(const std::string& before, const std::string& after);
  void add(const Averages& averages, std::vector<double>& out) const;

  std::size_t n_classes_;
  std::vector<std::string> names_;
  bool per_class_;
  std::optional<double> beta_;
};

// log_loss, brier, roc_auc and average_precision; NaN where a resample leaves them undefined.
class ScoreFigures {
 public:
  ScoreFigures(const Evaluation& evaluation, const RowGroups& groups);
  static std::vector<std::string> names();
  std::vector<double> operator()(std::span<const std::uint64_t> counts) const;

 private:
  struct Place {  // in the ranking of a class
    std::uint32_t group = 0;
    bool positive = false;
    bool last = false;  // of equal scores
  };
  using Places = std::vector<Place>;

  Places ranked(const Evaluation& evaluation, const RowGroups& groups, std::size_t k) const;

  std::vector<std::uint64_t> weights_;
  std::vector<double> log_loss_, squared_;
  std::vector<Places> rankings_;
  double brier_share_;
};

}  // namespace priory
