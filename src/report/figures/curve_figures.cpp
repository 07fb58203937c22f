// SPDX-License-Identifier: Apache-2.0
// Figures with two axes of numbers: ROC, precision and recall, reliability, the objective of EM.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "report/figures/figures.h"
#include "report/figures/svg.h"
#include "report/page_curves.h"

namespace priory {
namespace {

constexpr double kChartWidth = 360, kChartHeight = 340, kChartLeft = 56, kChartRight = 346, kChartTop = 16,
                 kChartBottom = 290;

const SvgStyle kCurve{Svg::kBlue, "none", 1.8, {}};
const SvgStyle kBase{Svg::kSoft, "none", 0.8, "3 3"};

struct Chart {
  Svg svg;
  SvgScale x, y;

  Chart(std::string_view title, std::string_view x_title, std::string_view y_title, SvgScale across,
        SvgScale up)
      : svg(kChartWidth, kChartHeight, title), x(across), y(up) {
    x.from = kChartLeft, x.to = kChartRight, y.from = kChartBottom, y.to = kChartTop;
    svg.left_axis(y, kChartLeft, y_title, kChartRight);
    svg.bottom_axis(x, kChartBottom, x_title);
  }
  SvgPoint at(double a, double b) const { return {x(a), y(b)}; }
};

// The class of a curve: the one asked for, the positive one of two, or the one with the most rows.
std::size_t class_of_curve(const Page& page, const std::string& asked) {
  const std::vector<std::string>& classes = page.measures->classes;
  if (!asked.empty()) {
    const auto found = std::ranges::find(classes, asked);
    if (found == classes.end())
      throw Error(ErrorKind::usage, fmt::format("there is no class '{}'", asked), {},
                  did_you_mean(asked, classes));
    return static_cast<std::size_t>(found - classes.begin());
  }
  if (page.evaluation->positive()) return *page.evaluation->positive();
  const auto& all = page.measures->per_class;
  return static_cast<std::size_t>(std::ranges::max_element(all, {}, &ClassMeasures::support) - all.begin());
}

void draw_bins(Chart& chart, const Evaluation& evaluation, std::string_view colour, bool filled) {
  std::vector<SvgPoint> way;
  double most = 0;
  const std::vector<ReliabilityBin> bins = reliability(evaluation);
  for (const ReliabilityBin& bin : bins) most = std::max(most, bin.weight);
  for (const ReliabilityBin& bin : bins)
    if (bin.weight > 0) way.push_back(chart.at(bin.confidence, bin.accuracy));
  chart.svg.polyline(way, {colour, "none", 0.9, filled ? "" : "4 3"});
  for (const ReliabilityBin& bin : bins)
    if (bin.weight > 0)
      chart.svg.circle(chart.at(bin.confidence, bin.accuracy), 2 + 6 * std::sqrt(bin.weight / most),
                       {colour, filled ? colour : "#ffffff", 1.2, {}});
}

}  // namespace

std::string svg_of_curve(const Page& page, const FigureOptions& options, bool roc) {
  constexpr std::size_t kPoints = 2000;
  const std::string_view name = roc ? "roc" : "precision-recall";
  if (page.evaluation == nullptr || page.measures == nullptr)
    lacks(name, "there are no rows to judge the model by", "name a file of rows whose class is known");
  const std::size_t of_class = class_of_curve(page, options.of_class);
  const Curve full = curve(*page.evaluation, of_class);
  const std::vector<CurvePoint> points = thinned(full, kPoints);
  const double share = full.positives / std::max(1.0, full.positives + full.negatives);
  Chart chart(fmt::format("{} of {}", roc ? "ROC curve" : "Precision and recall", full.label),
              roc ? "false positive rate" : "recall", roc ? "true positive rate" : "precision", {0, 1},
              {0, 1});
  chart.svg.line(chart.at(0, roc ? 0 : share), chart.at(1, roc ? 1 : share), kBase);
  std::vector<SvgPoint> way;
  if (roc) way.push_back(chart.at(0, 0));
  for (const CurvePoint& each : points) {
    way.push_back(roc ? chart.at(full.false_positive_rate(each), full.recall(each))
                      : chart.at(full.recall(each), Curve::precision(each)));
  }
  chart.svg.polyline(way, kCurve);
  const std::optional<double>& under = roc ? full.roc_auc : full.average_precision;
  const std::string area = under ? fmt::format("{:.4f}", *under) : "cannot be told";
  chart.svg.text({kChartRight - 6, kChartBottom - 10},
                 fmt::format("{}: {} {}", cut_label(full.label, 24), roc ? "AUC" : "average precision", area),
                 Anchor::end);
  return chart.svg.finished();
}

std::string svg_of_reliability(const Page& page) {
  if (page.evaluation == nullptr || page.measures == nullptr)
    lacks("reliability", "there are no rows to judge the model by",
          "name a file of rows whose class is known");
  Chart chart("Calibration", "mean posterior of the class predicted", "share of rows predicted rightly",
              {0, 1}, {0, 1});
  chart.svg.line(chart.at(0, 0), chart.at(1, 1), kBase);
  if (page.raw != nullptr) {
    draw_bins(chart, *page.raw, Svg::kOrange, false);
    chart.svg.text({kChartLeft + 10, kChartTop + 14}, "before calibration", Anchor::start, 11, Svg::kOrange);
    chart.svg.text({kChartLeft + 10, kChartTop + 30}, "after", Anchor::start, 11, Svg::kBlue);
  }
  draw_bins(chart, *page.evaluation, Svg::kBlue, true);
  return chart.svg.finished();
}

std::string svg_of_trace(const Page& page) {
  std::vector<double> steps;
  for (const double each : page.model.trace)
    if (std::isfinite(each)) steps.push_back(each);
  if (steps.size() < 2) lacks("trace", "the model was not learnt by EM");
  const auto [low, high] = std::ranges::minmax(steps);
  const double room = std::max((high - low) * 0.04, 1e-9);
  Chart chart("EM, step by step", "iteration", "objective", {0, static_cast<double>(steps.size() - 1)},
              {low - room, high + room});
  std::vector<SvgPoint> way;
  for (std::size_t k = 0; k < steps.size(); ++k) way.push_back(chart.at(static_cast<double>(k), steps[k]));
  chart.svg.polyline(way, kCurve);
  return chart.svg.finished();
}

}  // namespace priory
