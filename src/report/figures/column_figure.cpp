// SPDX-License-Identifier: Apache-2.0
// A column in each class: histograms under the fitted density, bars beside the fitted probability; and the
// nomogram, in which every column is a line.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "report/figures/figures.h"
#include "report/figures/svg.h"

namespace priory {
namespace {

constexpr double kWidth = 420, kLeft = 116, kRight = 404, kRow = 62;

const SvgStyle kBars{"none", Svg::kBar, 0, {}};
const SvgStyle kFit{Svg::kOrange, "none", 1.6, {}};

void draw_legend(Svg& svg, const PageSpread& spread, double y) {
  if (!spread.observed.empty()) {
    svg.box({kLeft, y - 8}, 14, 9, kBars);
    svg.text({kLeft + 19, y}, "rows", Anchor::start, 10, Svg::kSoft);
  }
  if (spread.fitted.empty()) return;
  svg.line({kLeft + 60, y - 4}, {kLeft + 76, y - 4}, kFit);
  svg.text({kLeft + 81, y}, "model", Anchor::start, 10, Svg::kSoft);
}

// Shares for each unit of the axis, so that bars and curve have one scale.
std::vector<double> heights_of_bins(const PageSpread& spread, std::size_t c) {
  std::vector<double> out;
  for (std::size_t k = 0; c < spread.observed.size() && k < spread.observed[c].size(); ++k)
    out.push_back(spread.observed[c][k] / (spread.borders[k + 1] - spread.borders[k]));
  return out;
}

void draw_numbers(Svg& svg, const PageSpread& spread, std::size_t c, const SvgScale& x, double base) {
  const std::vector<double> bars = heights_of_bins(spread, c);
  const bool curve = c < spread.fitted.size();
  double top = 0;
  for (const double each : bars) top = std::max(top, each);
  if (curve)
    for (const double each : spread.fitted[c]) top = std::max(top, each);
  const SvgScale y{0, top > 0 ? top : 1, base, base - kRow + 12};
  for (std::size_t k = 0; k < bars.size(); ++k)
    svg.box({x(spread.borders[k]) + 0.4, y(bars[k])}, x(spread.borders[k + 1]) - x(spread.borders[k]) - 0.8,
            base - y(bars[k]), kBars);
  svg.line({kLeft, base}, {kRight, base}, {Svg::kLine, "none", 1, {}});
  if (!curve) return;
  std::vector<SvgPoint> way;
  for (std::size_t k = 0; k < spread.places.size(); ++k)
    way.emplace_back(x(spread.places[k]), y(spread.fitted[c][k]));
  svg.polyline(way, kFit);
}

std::string svg_of_numbers(const PageSpread& spread, const std::vector<std::string>& classes) {
  std::vector<double> ends = spread.borders;
  ends.insert(ends.end(), spread.places.begin(), spread.places.end());
  const auto [low, high] = std::ranges::minmax(ends);
  const SvgScale x{low, high, kLeft, kRight};
  const double bottom = 24 + kRow * static_cast<double>(classes.size());
  Svg svg(kWidth, bottom + 44, spread.column);
  draw_legend(svg, spread, 16);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const double base = 24 + kRow * static_cast<double>(c + 1);
    svg.text({kLeft - 8, base - 6}, cut_label(classes[c], 16), Anchor::end);
    draw_numbers(svg, spread, c, x, base);
  }
  svg.bottom_axis(x, bottom, cut_label(spread.column, 60));
  return svg.finished();
}

std::string svg_of_values(const PageSpread& spread, const std::vector<std::string>& classes) {
  constexpr double kBar = 15;
  const auto& shares = spread.observed.empty() ? spread.fitted : spread.observed;
  double most = 0;
  for (const auto* const table : {&spread.observed, &spread.fitted})
    for (const std::vector<double>& each : *table)
      for (const double share : each) most = std::max(most, share);
  const double block = kBar * static_cast<double>(spread.values.size()) + 26;
  const double bottom = 24 + block * static_cast<double>(classes.size());
  const SvgScale x{0, 100 * std::max(most, 1e-9), kLeft, kRight};
  Svg svg(kWidth, bottom + 44, spread.column);
  draw_legend(svg, spread, 16);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    double y = 24 + block * static_cast<double>(c);
    svg.text({kLeft, y + 14}, cut_label(classes[c], 40), Anchor::start, 11);
    y += 20;
    for (std::size_t v = 0; v < spread.values.size(); ++v, y += kBar) {
      svg.text({kLeft - 8, y + 10}, cut_label(spread.values[v], 17), Anchor::end, 10);
      svg.box({kLeft, y + 1}, x(100 * shares[c][v]) - kLeft, kBar - 3, kBars);
      if (spread.fitted.empty()) continue;
      const double at = x(100 * spread.fitted[c][v]);
      svg.line({at, y}, {at, y + kBar - 1}, {Svg::kOrange, "none", 2.4, {}});
    }
  }
  svg.bottom_axis(x, bottom, fmt::format("{}: percent of the class", cut_label(spread.column, 40)));
  return svg.finished();
}

constexpr double kCertain = 20;  // log odds beyond it are certain in every way that counts

// The log odds at the ends of a line, and where its values are. A line that goes on has an arrow.
void draw_axis(Svg& svg, const PageAxis& axis, const SvgScale& x, double y) {
  auto [low, high] = std::ranges::minmax(axis.log_odds);
  for (const double end : {low, high}) {
    if (std::abs(end) <= kCertain) continue;
    const double tip = x(std::clamp(end, -kCertain, kCertain)), back = end > 0 ? -6 : 6;
    svg.polyline({{tip + back, y - 4}, {tip, y}, {tip + back, y + 4}}, {Svg::kInk, "none", 1, {}});
  }
  low = std::clamp(low, -kCertain, kCertain), high = std::clamp(high, -kCertain, kCertain);
  svg.text({8, y + 4}, cut_label(axis.column, 24), Anchor::start, 11);
  svg.line({x(low), y}, {x(high), y}, {Svg::kInk, "none", 1, {}});
  double free_above = -1e9, free_below = -1e9;
  const auto mark = [&](double log_odds, const std::string& label) {
    const double at = x(log_odds), half = 2.9 * static_cast<double>(label.size()) + 2;
    const bool above = at - half > free_above, below = !above && at - half > free_below;
    svg.line({at, y}, {at, y + (above || !below ? -5 : 5)}, {Svg::kInk, "none", 1, {}});
    if (!above && !below) return;
    (above ? free_above : free_below) = at + half;
    svg.text({at, above ? y - 8 : y + 15}, label, Anchor::middle, 9, Svg::kSoft);
  };
  std::vector<std::pair<double, std::string>> marks;
  if (!axis.values.empty()) {
    for (std::size_t k = 0; k < axis.values.size(); ++k)
      marks.emplace_back(axis.log_odds[k], cut_label(axis.values[k], 16));
  } else {
    for (const double tick : axis_ticks(axis.numbers.front(), axis.numbers.back(), 6)) {
      const auto above = std::ranges::lower_bound(axis.numbers, tick);
      const auto k = static_cast<std::size_t>(std::min(above, axis.numbers.end() - 1) - axis.numbers.begin());
      const double width = k == 0 ? 1 : axis.numbers[k] - axis.numbers[k - 1];
      const double share = k == 0 ? 0 : (tick - axis.numbers[k - 1]) / width;
      const double before = axis.log_odds[k == 0 ? 0 : k - 1];
      marks.emplace_back(before + share * (axis.log_odds[k] - before), tick_label(tick));
    }
  }
  std::ranges::sort(marks);
  for (const auto& [log_odds, label] : marks)
    if (std::abs(log_odds) <= kCertain) mark(log_odds, label);
}

}  // namespace

std::string svg_of_column(const Page& page, const FigureOptions& options) {
  const std::vector<PageSpread>& all = page.model.spreads.columns;
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const PageSpread& each : all) names.push_back(each.column);
  const auto found =
      options.column.empty() ? all.begin() : std::ranges::find(all, options.column, &PageSpread::column);
  if (all.empty()) lacks("column", "the model has no column of numbers or values");
  if (found == all.end())
    throw Error(ErrorKind::usage, fmt::format("the model has no column '{}' to draw", options.column), {},
                did_you_mean(options.column, names));
  std::vector<std::string> classes;
  for (const std::size_t c : page.model.spreads.classes) classes.push_back(page.model.classes[c]);
  return found->values.empty() ? svg_of_numbers(*found, classes) : svg_of_values(*found, classes);
}

std::string svg_of_nomogram(const Page& page) {
  if (!page.model.nomogram)
    lacks("nomogram", "it is of two classes and of columns that are parts of their own, no texts");
  std::vector<PageAxis> axes = page.model.nomogram->axes;
  std::erase_if(axes, [](const PageAxis& axis) { return axis.log_odds.empty(); });
  const auto reach = [](const PageAxis& axis) {
    const auto [low, high] = std::ranges::minmax(axis.log_odds);
    return high - low;
  };
  std::ranges::stable_sort(axes, [&](const PageAxis& a, const PageAxis& b) { return reach(a) > reach(b); });
  double low = 0, high = 0;
  for (const PageAxis& axis : axes) {
    const auto [least, most] = std::ranges::minmax(axis.log_odds);
    low = std::max(-kCertain, std::min(low, least)), high = std::min(kCertain, std::max(high, most));
  }
  const SvgScale x{low, high > low ? high : low + 1, 170, 704};
  const double bottom = 30 + 40 * static_cast<double>(axes.size());
  Svg svg(720, bottom + 48, "Nomogram");
  svg.line({x(0), 14}, {x(0), bottom}, {Svg::kSoft, "none", 0.8, "3 3"});
  for (std::size_t k = 0; k < axes.size(); ++k) draw_axis(svg, axes[k], x, 34 + 40 * static_cast<double>(k));
  svg.bottom_axis(x, bottom,
                  fmt::format("log-odds of {} against {}", cut_label(page.model.nomogram->positive, 24),
                              cut_label(page.model.nomogram->negative, 24)));
  return svg.finished();
}

}  // namespace priory
