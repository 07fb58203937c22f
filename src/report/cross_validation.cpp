// SPDX-License-Identifier: Apache-2.0
// A cross-validation as text, Markdown, CSV and JSON: the folds, and all of them together.
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "priory/report.h"

namespace priory {
namespace {

struct FoldFigure {
  std::string_view name, key;
  double (*of)(const Measures&);
};

constexpr FoldFigure kFigures[] = {
    {"accuracy", "accuracy", [](const Measures& m) { return m.accuracy; }},
    {"macro F1", "f1_macro", [](const Measures& m) { return m.macro.f1; }},
    {"log loss", "log_loss", [](const Measures& m) { return m.log_loss; }},
    {"ROC AUC", "roc_auc", [](const Measures& m) { return m.roc_auc.value_or(std::nan("")); }},
};

// Over the folds; the standard deviation has n - 1 in it.
std::pair<double, double> mean_and_sd(const std::vector<FoldFigures>& folds, const FoldFigure& figure) {
  double n = 0, sum = 0, squares = 0;
  for (const FoldFigures& each : folds) {
    const double value = figure.of(each.measures);
    if (std::isnan(value)) continue;
    ++n, sum += value;
  }
  const double mean = n > 0 ? sum / n : std::nan("");
  for (const FoldFigures& each : folds) {
    const double off = figure.of(each.measures) - mean;
    if (!std::isnan(off)) squares += off * off;
  }
  return {mean, n > 1 ? std::sqrt(squares / (n - 1)) : std::nan("")};
}

std::string fold_figure(double value) {
  return std::isnan(value) ? "–" : fixed_text(value, 4);
}

TextTable fold_table(const CrossValidation& cv) {
  std::vector<std::string> header = {cv.repeat > 1 ? "repeat, fold" : "fold", "rows"};
  for (const FoldFigure& figure : kFigures) header.emplace_back(figure.name);
  TextTable table(header);
  for (const FoldFigures& each : cv.folds) {
    std::vector<std::string> cells = {
        cv.repeat > 1 ? fmt::format("{}, {}", each.repeat, each.fold) : fmt::format("{}", each.fold),
        fmt::format("{}", each.measures.rows)};
    for (const FoldFigure& figure : kFigures) cells.push_back(fold_figure(figure.of(each.measures)));
    table.add_row(std::move(cells));
  }
  std::vector<std::string> means = {"mean", ""}, sds = {"sd", ""};
  for (const FoldFigure& figure : kFigures) {
    const auto [mean, sd] = mean_and_sd(cv.folds, figure);
    means.push_back(fold_figure(mean)), sds.push_back(fold_figure(sd));
  }
  table.add_row(means);
  table.add_row(sds);
  return table;
}

void write_figure(JsonWriter& writer, std::string_view key, double value) {
  std::isnan(value) ? writer.member(key, nullptr) : writer.member(key, value);
}

void write_folds(JsonWriter& writer, const CrossValidation& cv) {
  writer.key("per_fold").begin_array();
  for (const FoldFigures& each : cv.folds) {
    writer.begin_object().member("repeat", each.repeat).member("fold", each.fold);
    writer.member("rows", each.measures.rows);
    for (const FoldFigure& figure : kFigures) write_figure(writer, figure.key, figure.of(each.measures));
    writer.end_object();
  }
  writer.end_array();
  for (const bool sd : {false, true}) {
    writer.key(sd ? "sd" : "mean").begin_object();
    for (const FoldFigure& figure : kFigures) {
      const auto both = mean_and_sd(cv.folds, figure);
      write_figure(writer, figure.key, sd ? both.second : both.first);
    }
    writer.end_object();
  }
}

std::string_view heading(const CrossValidation& cv) {
  return cv.folds.empty() ? "every row by the model of all others\n" : "all folds together\n";
}

}  // namespace

std::string to_json(const CrossValidation& cv) {
  std::ostringstream out;
  JsonWriter writer(out);
  writer.begin_object().member("schema", "priory.cv/1");
  if (cv.folds.empty())
    writer.member("folds", "n");
  else
    writer.member("folds", cv.folds.size() / cv.repeat);
  writer.member("repeat", cv.repeat).member("seed", cv.seed);
  write_folds(writer, cv);
  writer.key("evaluation");
  write_json(writer, cv.all);
  if (!cv.comparisons.empty()) {
    writer.key("comparisons").begin_array();
    for (const NamedComparison& each : cv.comparisons) write_json(writer, each);
    writer.end_array();
  }
  writer.end_object();
  return out.str();
}

std::string to_text(const CrossValidation& cv, const TextStyle& style) {
  std::string out;
  if (!cv.folds.empty()) out += fold_table(cv).text(style.width) + '\n';
  out += heading(cv);
  out += to_text(cv.all, style);
  return cv.comparisons.empty() ? out : out + '\n' + to_text(cv.comparisons, style);
}

std::string to_markdown(const CrossValidation& cv, const Speller& speller) {
  std::string out;
  if (!cv.folds.empty()) out += fold_table(cv).markdown() + '\n';
  out += heading(cv);
  out += '\n' + to_markdown(cv.all, speller);
  return cv.comparisons.empty() ? out : out + '\n' + to_markdown(cv.comparisons);
}

// A single fold has figures of its own.
std::string to_csv(const CrossValidation& cv, char delimiter) {
  return cv.folds.empty() ? to_csv(cv.all, delimiter) : fold_table(cv).csv(delimiter);
}

}  // namespace priory
