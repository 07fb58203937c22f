// SPDX-License-Identifier: Apache-2.0
// Of a part whose family estimates value by value: which values are in the model, how many, and their totals,
// kept up to date while rows come and go. In the cells of the model that the rows make, not in those of the
// statistics, so that every digit is that of its estimate.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "family/running_totals.h"
#include "learn/named_sums.h"

namespace priory {

class LiveTotals {
 public:
  LiveTotals(const PartPlan& plan, const Settings& settings) : plan_(&plan), settings_(settings) {}

  void drop() { running_ = nullptr; }  // they are found anew when they are asked for
  // Whether the model of the rows has a value.
  bool has(const PartSums& part, std::uint32_t value) const;
  // Before and after the sums of some values change.
  void subtract(const PartSums& part, std::span<const std::uint32_t> values,
                std::span<const std::uint32_t> cells);
  void add(const PartSums& part, std::span<const std::uint32_t> values, std::span<const std::uint32_t> cells);
  // The estimate of these values, which the model has, and of the unseen.
  Parameters estimate(const PartSums& part, std::span<const std::uint32_t> values,
                      std::span<const std::uint32_t> cells);

 private:
  Block select(const PartSums& part, std::span<const std::uint32_t> values,
               std::span<const std::uint32_t> cells);

  const PartPlan* plan_;
  Settings settings_;
  std::unique_ptr<RunningTotals> running_;  // null: to be found
  std::size_t n_values_ = 0;
  std::vector<std::uint32_t> some_;
};

}  // namespace priory
