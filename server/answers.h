// SPDX-License-Identifier: Apache-2.0
// What a request says beside its rows, and predictions as JSON: the members that `priory predict --json`
// writes for a row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "priory/evaluation.h"

#include "json_value.h"
#include "model_host.h"

namespace priory::server {

// By names, from the query of the target ("?top=2&proba=1") or the members of a body.
class Options {
 public:
  void read_query(std::string_view query);
  // All members but those that hold rows.
  void read_body(const JsonValue& body);

  const JsonValue* find(std::string_view name) const;  // null: not given
  std::string text(std::string_view name) const;       // or empty
  double number(std::string_view name, double otherwise, double least, double most) const;
  bool truth(std::string_view name) const;
  // An Error of kind usage, with the nearest name, if others are given.
  void allow_only(const std::vector<std::string>& names) const;

 private:
  std::vector<std::pair<std::string, JsonValue>> given_;
};

std::string percent_decoded(std::string_view text);

// ‹threshold›, ‹positive›, ‹cost›, ‹reject›: as for `priory predict`, costs as {"actual": {"predicted": 1}}.
Decision decision_of(const Options& options, const std::vector<std::string>& classes);
// The model under ‹class_prior› and ‹raw›; nothing if neither is given.
std::optional<Classifier> adjusted(const Options& options, const Classifier& model);

// How a prediction is written: ‹top›, ‹proba›, ‹log_proba›.
class PredictionWriter {
 public:
  PredictionWriter(const Options& options, std::shared_ptr<const Labels> labels);
  // One object, without the end of the line. `unseen`: columns whose value the model has never met.
  void write(std::string& out, std::span<const double> log_posterior,
             const std::vector<std::string>& unseen = {}) const;
  bool is_for(const std::shared_ptr<const Labels>& labels) const { return labels == labels_; }

 private:
  void write_top(std::string& out, std::size_t best, std::span<const double> log_posterior) const;

  std::shared_ptr<const Labels> labels_;
  Decision decide_;
  std::size_t top_;
  bool proba_, log_proba_;
};

inline const std::vector<std::string> kPredictOptions = {
    "top", "proba", "log_proba", "threshold", "positive", "cost", "reject", "class_prior", "raw"};

}  // namespace priory::server
