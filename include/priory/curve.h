// SPDX-License-Identifier: Apache-2.0
// What an evaluation looks like over all thresholds: the ROC and precision-recall curve of one class against
// the rest, the best threshold for two classes, and how far confidence can be believed. All are functions of
// the rows alone, not of their order.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "priory/evaluation.h"

namespace priory {

// The rows whose score is at least `score`, by weight. For two classes the score is the log odds of the
// positive one, else its log posterior.
struct CurvePoint {
  double score = 0;
  double true_positives = 0;
  double false_positives = 0;
};

// Every distinct score is a point, from the highest down. Before them stands a point of score +inf that no
// row reaches: the curve begins at (0, 0) and ends with all rows.
struct Curve {
  std::string label;  // the positive class
  double positives = 0, negatives = 0;
  std::vector<CurvePoint> points;
  std::optional<double> roc_auc;            // none without both a positive and a negative
  std::optional<double> average_precision;  // none without a positive

  double recall(const CurvePoint& at) const;               // the true positive rate; 0 without positives
  double false_positive_rate(const CurvePoint& at) const;  // 0 without negatives
  static double precision(const CurvePoint& at);           // 1 where nothing is called positive
};

Curve curve(const Evaluation& evaluation, std::size_t class_index);  // of the model's classes
// Of the positive class when there are two; else of each class of the model.
std::vector<Curve> curves(const Evaluation& evaluation);

// Rows whose class was predicted with a posterior in (low, high], the first bin with 0 too.
struct ReliabilityBin {
  double low = 0, high = 0;
  double weight = 0;      // of its rows
  double confidence = 0;  // their mean posterior of the class predicted; 0 without rows
  double accuracy = 0;    // how often that class was right; 0 without rows
};

// Bins of equal width; Measures::ece is the mean of |confidence - accuracy| over 15 of them, by weight.
std::vector<ReliabilityBin> reliability(const Evaluation& evaluation, std::size_t n_bins = 15);

// Two classes: the threshold for Decision::by_threshold. cost[actual][predicted] in the order of the classes
// is for the goal of that name. Rows of classes that the model does not know are negatives, and cost nothing.
BestThreshold best_threshold(const Evaluation& evaluation, ThresholdGoal goal,
                             const std::vector<std::vector<double>>& cost = {});

}  // namespace priory
