// SPDX-License-Identifier: Apache-2.0
// Collecting the rows and merging collections; measures.cpp turns them into figures.
#include "priory/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "priory/error.h"

#include "rows/weights.h"

namespace priory {
namespace {

constexpr std::uint64_t kMostUnits = std::uint64_t{1} << 63;

std::uint64_t units_of(double weight) {
  if (const std::optional<double> checked = checked_weight(weight))
    return static_cast<std::uint64_t>(*checked * kWeightGrid);
  throw Error(ErrorKind::data, "a row's weight is " + std::to_string(weight), {}, kWeightRemedy);
}

template <class Value>
void append(std::vector<Value>& into, const std::vector<Value>& from) {
  into.insert(into.end(), from.begin(), from.end());
}

}  // namespace

Evaluation::Evaluation(const std::vector<std::string>& classes, const std::optional<std::string>& positive) {
  for (const std::string& label : classes) labels_.insert(label);
  if (labels_.size() != classes.size()) throw Error(ErrorKind::usage, "a class is named twice");
  if (classes.empty()) throw Error(ErrorKind::usage, "an evaluation needs the classes of the model");
  rows_.n_classes = classes.size();
  if (classes.size() == 2 || positive) positive_ = positive_class(classes, positive.value_or(""));
}

void Evaluation::add(std::string_view actual, std::span<const double> log_posterior, std::size_t predicted,
                     double weight) {
  if (predicted == Decision::kNone) {
    ++rejected_;
    return;
  }
  check(log_posterior, predicted);
  const std::uint64_t units = units_of(weight);
  admit(units);
  rows_.actual.push_back(labels_.insert(actual));
  rows_.predicted.push_back(static_cast<std::uint32_t>(predicted));
  rows_.weight.push_back(units);
  rows_.log_posterior.insert(rows_.log_posterior.end(), log_posterior.begin(), log_posterior.end());
}

void Evaluation::check(std::span<const double> log_posterior, std::size_t predicted) const {
  if (log_posterior.size() != rows_.n_classes || predicted >= rows_.n_classes) {
    throw Error(ErrorKind::usage, "scores and predicted class do not fit the " +
                                      std::to_string(rows_.n_classes) + " classes of the evaluation");
  }
  const auto improper = [](double score) { return !(score < std::numeric_limits<double>::infinity()); };
  if (std::any_of(log_posterior.begin(), log_posterior.end(), improper)) {
    throw Error(ErrorKind::usage, "a log posterior is not a number or infinitely large");
  }
}

void Evaluation::admit(std::uint64_t units) {
  if (units > kMostUnits - total_weight_) {
    throw Error(ErrorKind::data, "the weights of the rows add up to more than 2^39", {},
                "divide them all by the same number");
  }
  total_weight_ += units;
}

void Evaluation::merge(const Evaluation& other) {
  if (&other == this) return merge(Evaluation(other));
  const auto known = [](const Evaluation& e) {
    return std::span(e.labels_.strings()).first(e.rows_.n_classes);
  };
  if (!std::ranges::equal(known(*this), known(other)) || positive_ != other.positive_) {
    throw Error(ErrorKind::usage, "evaluations of different classes do not merge");
  }
  admit(other.total_weight_);
  rejected_ += other.rejected_;
  std::vector<std::uint32_t> code;
  for (const std::string_view label : other.labels_.strings()) code.push_back(labels_.insert(label));
  for (const std::uint32_t actual : other.rows_.actual) rows_.actual.push_back(code[actual]);
  append(rows_.predicted, other.rows_.predicted);
  append(rows_.weight, other.rows_.weight);
  append(rows_.log_posterior, other.rows_.log_posterior);
}

}  // namespace priory
