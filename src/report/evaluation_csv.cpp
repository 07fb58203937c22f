// SPDX-License-Identifier: Apache-2.0
// Evaluations for spreadsheets and scripts: a line for each figure, a line for each point of a curve. Numbers
// have all their digits.
#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "priory/evaluation.h"

#include "report/evaluation_tables.h"

namespace priory {
namespace {

std::string digits(double value) {
  return number_text(value);
}

std::string digits(const std::optional<double>& value) {
  return value ? digits(*value) : "";
}

// "recall[spam]" is the recall of the class spam.
std::pair<std::string, std::string> measure_and_class(const std::string& name) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string::npos) return {name, ""};
  return {name.substr(0, bracket), name.substr(bracket + 1, name.size() - bracket - 2)};
}

// Precision, recall and F without a class are those of the positive one.
std::optional<Interval> interval_of(const Measures& m, const std::string& name) {
  if (!m.intervals) return {};
  const auto found = m.intervals->find(name);
  return found || !m.positive ? found : m.intervals->find(name + "[" + *m.positive + "]");
}

void add_confusion(TextTable& table, const Measures& m) {
  for (std::size_t a = 0; a < m.classes.size(); ++a) {
    for (std::size_t p = 0; p < m.n_known; ++p) {
      const double weight = m.confusion[a][p], of_class = share(weight, m.per_class[a].support);
      table.add_row({"confusion", m.classes[a], m.classes[p], digits(weight), "", ""});
      table.add_row({"confusion_share", m.classes[a], m.classes[p], digits(of_class), "", ""});
    }
  }
}

}  // namespace

std::string to_csv(const Measures& m, char delimiter) {
  TextTable table({"measure", "class", "predicted", "value", "low", "high"});
  for (const Figure& each : figures(m)) {
    const auto [measure, label] = measure_and_class(each.name);
    const auto interval = interval_of(m, each.name);
    table.add_row({measure, label, "", digits(each.value), interval ? digits(interval->low) : "",
                   interval ? digits(interval->high) : ""});
  }
  if (m.best_threshold) table.add_row({"threshold", "", "", digits(m.best_threshold->threshold), "", ""});
  add_confusion(table, m);
  return table.csv(delimiter);
}

void write_curves(std::ostream& out, const Evaluation& evaluation) {
  out << csv_line({"class", "threshold", "tp", "fp", "tpr", "fpr", "precision"});
  for (std::size_t k = 0; k < evaluation.rows().n_classes; ++k) {
    if (evaluation.positive().value_or(k) != k) continue;
    const Curve c = curve(evaluation, k);
    for (const CurvePoint& at : c.points) {
      out << csv_line({c.label, digits(at.score), digits(at.true_positives), digits(at.false_positives),
                       digits(c.recall(at)), digits(c.false_positive_rate(at)),
                       digits(Curve::precision(at))});
    }
  }
}

}  // namespace priory
