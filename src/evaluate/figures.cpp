// SPDX-License-Identifier: Apache-2.0
// One list of names for gates, intervals and tables.
#include <cmath>

#include "priory/evaluation.h"

namespace priory {
namespace {

void add_averages(std::vector<Figure>& out, const std::string& before, const std::string& after,
                  const Averages& averages, bool with_beta) {
  out.push_back({before + "precision" + after, averages.precision});
  out.push_back({before + "recall" + after, averages.recall});
  out.push_back({before + "f1" + after, averages.f1});
  if (with_beta) out.push_back({before + "f_beta" + after, averages.f_beta});
}

}  // namespace

std::vector<Figure> figures(const Measures& m) {
  const bool with_beta = m.beta.has_value();
  std::vector<Figure> out = {{"accuracy", m.accuracy},
                             {"balanced_accuracy", m.balanced_accuracy},
                             {"matthews", m.matthews},
                             {"kappa", m.kappa}};
  if (m.positive) {  // without a class they are the positive one's, as is usual for two
    for (const ClassMeasures& one : m.per_class) {
      if (one.label == *m.positive) add_averages(out, "", "", one, with_beta);
    }
  }
  if (m.top_k) out.push_back({"top_k", m.top_k->accuracy});
  add_averages(out, "macro.", "", m.macro, with_beta);
  add_averages(out, "weighted.", "", m.weighted, with_beta);
  add_averages(out, "micro.", "", m.micro, with_beta);
  const std::vector<Figure> of_scores = {{"roc_auc", m.roc_auc},
                                         {"average_precision", m.average_precision},
                                         {"log_loss", m.log_loss},
                                         {"brier", m.brier},
                                         {"zero_one", m.losses.zero_one},
                                         {"squared", m.losses.squared},
                                         {"hinge", m.losses.hinge},
                                         {"exponential", m.losses.exponential},
                                         {"ece", m.ece},
                                         {"rows", static_cast<double>(m.rows)}};
  out.insert(out.end(), of_scores.begin(), of_scores.end());
  for (const ClassMeasures& one : m.per_class) {
    add_averages(out, "", "[" + one.label + "]", one, with_beta);
    out.push_back({"support[" + one.label + "]", one.support});
  }
  return out;
}

std::vector<Figure> figures(const Comparison& comparison) {
  std::vector<Figure> out;
  const auto defined = [](double x) { return std::isnan(x) ? std::nullopt : std::optional(x); };
  for (const Difference& each : comparison.differences) {
    out.push_back({each.name, defined(each.difference)});
    if (!each.interval) continue;
    out.push_back({each.name + ".low", each.interval->low});
    out.push_back({each.name + ".high", each.interval->high});
  }
  out.push_back({"p_value", comparison.mcnemar.p_value});
  return out;
}

}  // namespace priory
