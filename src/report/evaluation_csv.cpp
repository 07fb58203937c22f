// SPDX-License-Identifier: Apache-2.0
// Evaluations for spreadsheets and scripts: a line for each figure, a line for each point of a curve. Numbers
// have all their digits.
#include <algorithm>
#include <fmt/format.h>

#include "priory/requirement.h"

#include "report/evaluation_tables.h"

namespace priory {
namespace {

std::string digits(double value) {
  return fmt::format("{}", value);
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
    const auto interval = m.intervals ? m.intervals->find(each.name) : std::nullopt;
    table.add_row({measure, label, "", digits(each.value), interval ? digits(interval->low) : "",
                   interval ? digits(interval->high) : ""});
  }
  if (m.best_threshold) table.add_row({"threshold", "", "", digits(m.best_threshold->threshold), "", ""});
  add_confusion(table, m);
  return table.csv(delimiter);
}

std::string to_csv(const std::vector<Curve>& curves) {
  std::string text = csv_line({"class", "threshold", "tp", "fp", "tpr", "fpr", "precision"});
  for (const Curve& c : curves) {
    for (const CurvePoint& at : c.points) {
      text +=
          csv_line({c.label, digits(at.score), digits(at.true_positives), digits(at.false_positives),
                    digits(c.recall(at)), digits(c.false_positive_rate(at)), digits(Curve::precision(at))});
    }
  }
  return text;
}

}  // namespace priory
