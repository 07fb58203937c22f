// SPDX-License-Identifier: Apache-2.0
// The tables of a model as a network, made when it is first asked for. Any number of threads may ask.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "priory/network.h"

#include "learn/combining.h"
#include "model/scorer.h"

namespace priory {

struct NetworkView {
  explicit NetworkView(const Classifier::State& state);

  const Network& network() const;
  std::optional<std::size_t> class_variable() const {
    return target_.empty() ? std::nullopt : std::optional<std::size_t>(0);
  }
  // The variable that a part's last column is.
  std::size_t variable_of(std::size_t part) const { return variable_[part]; }
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

 private:
  Network made() const;
  ConditionalTable table_of(const PartModel& part) const;
  ConditionalTable class_table() const;
  std::size_t find(const std::string& column) const;

  std::string name_, target_;
  std::vector<std::string> classes_;
  std::vector<double> log_prior_;
  std::vector<PartModel> parts_;
  std::vector<std::size_t> variable_;  // of each part; kNone: it is no node of its own
  mutable std::once_flag once_;
  mutable std::optional<Network> network_;
};

}  // namespace priory
