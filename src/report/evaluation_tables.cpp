// SPDX-License-Identifier: Apache-2.0
#include "report/evaluation_tables.h"

#include <cmath>
#include <fmt/format.h>

namespace priory {
namespace {

constexpr std::size_t kBarWidth = 16;
constexpr std::size_t kFewNames = 6;

// Eighths of a block, so that small differences show.
std::string bar(double share) {
  static constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::lround(share * 8 * static_cast<double>(kBarWidth)));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + kParts[eighths % 8];
}

std::string f_name(const Measures& m) {
  return m.beta ? fmt::format("F{:g}", *m.beta) : "F1";
}

// The first of many names.
std::string some_of(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (std::size_t k = 0; k < std::min(names.size(), kFewNames); ++k) shown.push_back(printable(names[k]));
  return fmt::format("{}{}", fmt::join(shown, ", "), names.size() > kFewNames ? ", …" : "");
}

std::string rejected_line(const Measures& m) {
  if (m.rejected == 0) return {};
  const auto all = static_cast<double>(m.rows + m.rejected);
  return fmt::format("{} more got no class: the figures are of the other {:.1f} %",
                     plural(m.rejected, "row", "rows"), 100 * static_cast<double>(m.rows) / all);
}

std::string unknown_line(const Measures& m) {
  const std::size_t n = m.classes.size() - m.n_known;
  if (n == 0) return {};
  std::vector<std::string> names;
  std::size_t rows = 0;
  for (std::size_t k = m.n_known; k < m.classes.size(); ++k)
    names.push_back(m.classes[k]), rows += m.per_class[k].rows;
  return fmt::format("{} of the data unknown to the model, {}: {}", plural(n, "class", "classes"),
                     plural(rows, "row", "rows"), some_of(names));
}

std::string unseen_line(const Measures& m) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < m.n_known; ++k) {
    if (m.per_class[k].rows == 0) names.push_back(m.classes[k]);
  }
  if (names.empty()) return {};
  return fmt::format("{} of the model without a row: {}", plural(names.size(), "class", "classes"),
                     some_of(names));
}

std::string threshold_line(const Measures& m) {
  if (!m.best_threshold) return {};
  const BestThreshold& best = *m.best_threshold;
  const std::string goal = best.goal == ThresholdGoal::f1       ? "the best F1"
                           : best.goal == ThresholdGoal::youden ? "the best Youden's J"
                                                                : "the least mean cost";
  return fmt::format("threshold {}: {}, {}; for predict ‹threshold›", number_text(best.threshold), goal,
                     figure(best.value));
}

void add_averages(TextTable& table, std::string name, const Averages& averages, double support, bool bars) {
  std::vector<std::string> cells = {std::move(name), figure(averages.precision), figure(averages.recall),
                                    figure(averages.f_beta), amount(support)};
  if (bars) cells.push_back(bar(averages.f_beta));
  table.add_row(std::move(cells));
}

}  // namespace

double share(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

std::string figure(double value) {
  // The exponential loss of a model that is too sure of itself has fifty digits.
  constexpr double kWide = 1e6;
  return std::abs(value) >= kWide && std::isfinite(value) ? fmt::format("{:.4e}", value)
                                                          : fixed_text(value, 4);
}

std::string figure(const std::optional<double>& value) {
  return value ? figure(*value) : "–";
}

std::string figure(const std::optional<Interval>& interval) {
  return interval ? figure(interval->low) + " – " + figure(interval->high) : "";
}

std::string amount(double weight) {
  return weight == std::floor(weight) ? fmt::format("{:.0f}", weight) : fmt::format("{:.2f}", weight);
}

std::string plural(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::vector<std::string> headlines(const Measures& m, const Speller& speller) {
  std::string text = plural(m.rows, "row", "rows") + ", " + plural(m.n_known, "class", "classes");
  if (m.positive) text += ", positive: " + printable(*m.positive);
  std::vector<std::string> lines = {text, rejected_line(m), unknown_line(m), unseen_line(m),
                                    spelt(threshold_line(m), speller)};
  std::erase(lines, "");
  return lines;
}

std::string resampling_note(const Measures& m) {
  if (!m.intervals || m.intervals->figures.empty()) return {};
  const Intervals& all = *m.intervals;
  if (all.score_resamples == 0)
    return "There are many rows: no intervals of areas and losses, unless ‹resamples› asks for them.\n";
  if (all.score_resamples == all.resamples) return {};
  return fmt::format(
      "There are many rows: intervals of areas and losses are of {} resamples, others of {}.\n",
      all.score_resamples, all.resamples);
}

TextTable figure_table(const Measures& m) {
  const bool sure = m.intervals && !m.intervals->figures.empty();
  std::vector<std::string> header = {"measure", "value"};
  if (sure) header.push_back(fmt::format("{:g}% interval", 100 * m.intervals->level));
  TextTable table(header);
  const auto add = [&](std::string label, const std::optional<double>& value, std::string_view name = {}) {
    std::vector<std::string> cells = {std::move(label), figure(value)};
    if (sure) cells.push_back(figure(m.intervals->find(name)));
    table.add_row(std::move(cells));
  };
  add("accuracy", m.accuracy, "accuracy");
  if (m.top_k) add(fmt::format("among the top {}", m.top_k->k), m.top_k->accuracy);
  add("balanced accuracy", m.balanced_accuracy, "balanced_accuracy");
  add("macro F1", m.macro.f1, "macro.f1");
  if (m.beta) add("macro " + f_name(m), m.macro.f_beta, "macro.f_beta");
  add("Matthews", m.matthews, "matthews");
  add("Cohen's kappa", m.kappa, "kappa");
  add("ROC AUC", m.roc_auc, "roc_auc");
  add("average precision", m.average_precision, "average_precision");
  add("log loss", m.log_loss, "log_loss");
  add("Brier score", m.brier, "brier");
  if (m.every_loss) add("hinge loss", m.losses.hinge), add("exponential loss", m.losses.exponential);
  add("calibration error", m.ece);
  return table;
}

TextTable class_table(const Measures& m, std::span<const std::size_t> classes, bool bars) {
  std::vector<std::string> header = {"class", "precision", "recall", f_name(m), "support"};
  if (bars) header.emplace_back();
  TextTable table(header);
  double total = 0;
  for (const ClassMeasures& one : m.per_class) total += one.support;
  for (const std::size_t k : classes)
    add_averages(table, m.per_class[k].label, m.per_class[k], m.per_class[k].support, bars);
  add_averages(table, "(macro mean)", m.macro, total, bars);
  add_averages(table, "(weighted mean)", m.weighted, total, bars);
  return table;
}

}  // namespace priory
