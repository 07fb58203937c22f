// SPDX-License-Identifier: Apache-2.0
// The measures for people: headline figures, a table of the classes, the confusion matrix. Where the matrix
// would not fit, the most frequent confusions say what there is to see in it.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/evaluation.h"
#include "priory/report.h"

#include "report/display.h"

namespace priory {
namespace {

constexpr std::size_t kMostMatrixClasses = 12;
constexpr std::size_t kRoomForName = 8;  // beside the numbers of a matrix, to tell the classes apart
constexpr std::size_t kMostPairs = 12;
constexpr std::size_t kMostClasses = 40;
constexpr std::size_t kBarWidth = 16;
constexpr std::size_t kRoomForBars = 72;  // a narrower terminal would cut them, and a cut bar lies

std::string figure(double value) {
  return fmt::format("{:.4f}", value);
}

std::string figure(const std::optional<double>& value) {
  return value ? figure(*value) : "–";
}

// A sum of weights: whole numbers as such.
std::string amount(double weight) {
  return weight == std::floor(weight) ? fmt::format("{:.0f}", weight) : fmt::format("{:.2f}", weight);
}

// Eighths of a block, so that small differences show.
std::string bar(double share, std::size_t width) {
  if (width < kRoomForBars) return {};
  static constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::lround(share * 8 * static_cast<double>(kBarWidth)));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + kParts[eighths % 8];
}

std::string plural(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string headline(const Measures& m) {
  std::string text = plural(m.rows, "row", "rows") + ", " + plural(m.n_known, "class", "classes");
  if (m.positive) text += ", positive: " + printable(*m.positive);
  text += "\n";
  if (m.rejected > 0) {
    const auto answered = static_cast<double>(m.rows), all = static_cast<double>(m.rows + m.rejected);
    text += fmt::format("{} more without an answer: these are {:.1f} % of all\n", m.rejected,
                        100 * answered / all);
  }
  const std::size_t n_unknown = m.classes.size() - m.n_known;
  if (n_unknown > 0) text += plural(n_unknown, "class", "classes") + " of the data unknown to the model\n";
  return text;
}

std::string pair_of_figures(std::string_view left, std::string_view left_value, std::string_view right,
                            std::string_view right_value) {
  return fmt::format("  {:<18}{:>8}      {:<18}{:>8}\n", left, left_value, right, right_value);
}

std::string figures(const Measures& m) {
  return pair_of_figures("accuracy", figure(m.accuracy), "log loss", figure(m.log_loss)) +
         pair_of_figures("macro F1", figure(m.macro.f1), "Brier score", figure(m.brier)) +
         pair_of_figures("ROC AUC", figure(m.roc_auc), "calibration error", figure(m.ece)) +
         pair_of_figures("average precision", figure(m.average_precision), "hinge loss",
                         figure(m.losses.hinge));
}

void add_averages(TextTable& table, std::string name, const Averages& averages, double support,
                  std::size_t width) {
  table.add_row({std::move(name), figure(averages.precision), figure(averages.recall), figure(averages.f1),
                 amount(support), bar(averages.f1, width)});
}

// The classes with most support when there are too many to read, in the order of the report.
std::vector<std::size_t> classes_shown(const Measures& m) {
  std::vector<std::size_t> indices(m.per_class.size());
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
  if (indices.size() <= kMostClasses) return indices;
  const auto more = [&](auto a, auto b) { return m.per_class[a].support > m.per_class[b].support; };
  std::stable_sort(indices.begin(), indices.end(), more);
  indices.resize(kMostClasses);
  std::sort(indices.begin(), indices.end());
  return indices;
}

std::string class_table(const Measures& m, std::size_t width) {
  TextTable table({"class", "precision", "recall", "F1", "support", ""});
  double total = 0;
  for (const ClassMeasures& one : m.per_class) total += one.support;
  const std::vector<std::size_t> shown = classes_shown(m);
  for (const std::size_t k : shown) {
    add_averages(table, m.per_class[k].label, m.per_class[k], m.per_class[k].support, width);
  }
  add_averages(table, "(macro mean)", m.macro, total, width);
  add_averages(table, "(weighted mean)", m.weighted, total, width);
  std::string text = table.text(width);
  const std::size_t n_hidden = m.per_class.size() - shown.size();
  if (n_hidden > 0) text += plural(n_hidden, "smaller class is", "smaller classes are") + " not shown\n";
  return text;
}

// With the names of the classes at the head of the columns, or with their numbers where names would not fit.
// Classes the model does not know have no column: it would be empty.
TextTable confusion_matrix(const Measures& m, bool numbered) {
  const auto number = [](std::size_t k) { return fmt::format("{}", k + 1); };
  std::vector<std::string> header = {"actual \\ predicted"};
  for (std::size_t p = 0; p < m.n_known; ++p) header.push_back(numbered ? number(p) : m.classes[p]);
  TextTable table(header);
  for (std::size_t a = 0; a < m.classes.size(); ++a) {
    std::vector<std::string> row = {numbered ? number(a) + " " + m.classes[a] : m.classes[a]};
    for (std::size_t p = 0; p < m.n_known; ++p) row.push_back(amount(m.confusion[a][p]));
    table.add_row(std::move(row));
  }
  return table;
}

struct Mistake {
  std::size_t actual = 0, predicted = 0;
  double weight = 0;
};

std::vector<Mistake> mistakes_of(const Measures& m) {
  std::vector<Mistake> mistakes;
  for (std::size_t a = 0; a < m.classes.size(); ++a) {
    for (std::size_t p = 0; p < m.classes.size(); ++p) {
      if (a != p && m.confusion[a][p] > 0) mistakes.push_back({a, p, m.confusion[a][p]});
    }
  }
  const auto more = [](const Mistake& a, const Mistake& b) { return a.weight > b.weight; };
  std::stable_sort(mistakes.begin(), mistakes.end(), more);
  return mistakes;
}

std::string most_confused(const Measures& m, std::size_t width) {
  TextTable table({"actual", "predicted", "rows", "of its class", ""});
  std::vector<Mistake> mistakes = mistakes_of(m);
  if (mistakes.empty()) return "No row was given a wrong class.\n";
  if (mistakes.size() > kMostPairs) mistakes.resize(kMostPairs);
  for (const Mistake& one : mistakes) {
    const double share = one.weight / m.per_class[one.actual].support;
    table.add_row({m.classes[one.actual], m.classes[one.predicted], amount(one.weight),
                   fmt::format("{:.1f}%", 100 * share), bar(share, width)});
  }
  return "The most frequent confusions\n\n" + table.text(width);
}

std::string confusion_text(const Measures& m, std::size_t width) {
  if (m.classes.size() > kMostMatrixClasses) return most_confused(m, width);
  const TextTable named = confusion_matrix(m, false);
  if (named.full_width() <= width) return named.text(width);
  const TextTable numbered = confusion_matrix(m, true);
  return numbered.least_width() + kRoomForName <= width ? numbered.text(width) : most_confused(m, width);
}

}  // namespace

std::string to_text(const Measures& measures, std::size_t width) {
  return headline(measures) + "\n" + figures(measures) + "\n" + class_table(measures, width) + "\n" +
         confusion_text(measures, width);
}

}  // namespace priory
