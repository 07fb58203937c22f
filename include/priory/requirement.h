// SPDX-License-Identifier: Apache-2.0
// The figures of an evaluation by name, and gates for pipelines: 'roc_auc>=.85, recall[spam]>.9'.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "priory/comparison.h"
#include "priory/evaluation.h"

namespace priory {

struct Figure {
  std::string name;
  std::optional<double> value;  // none: undefined
};

// accuracy, balanced_accuracy, matthews, kappa, macro.f1, ..., log_loss, brier, roc_auc, ..., then those of
// each class: precision[CLASS], recall[CLASS], f1[CLASS], support[CLASS]. For two classes also precision,
// recall and f1, those of the positive class.
std::vector<Figure> figures(const Measures& measures);
// Of each difference, second minus first: accuracy, accuracy.low and accuracy.high, its interval, ...; and
// p_value, McNemar's.
std::vector<Figure> figures(const Comparison& comparison);

enum class Relation { at_least, at_most, above, below };

struct Requirement {
  std::string text;  // as it was given
  std::string name;
  Relation relation = Relation::at_least;
  double bound = 0;
};

// Several are separated by commas (not those within brackets). An Error of kind usage for what is none.
std::vector<Requirement> parse_requirements(std::string_view text);

// A sentence for each requirement that is not met: which, the figure, and by how much it fails. auc, ap and
// mcc are short for roc_auc, average_precision and matthews. An Error of kind usage, with the nearest name,
// for a figure that there is not.
std::vector<std::string> failures(std::span<const Requirement> requirements, std::span<const Figure> figures);

}  // namespace priory
