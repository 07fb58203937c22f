// SPDX-License-Identifier: Apache-2.0
// A drawing as SVG: lines, boxes, texts and axes on a white sheet, in sizes for a column of a paper. What it
// is given to write may hold any bytes: nothing of it becomes markup.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace priory {

using SvgPoint = std::pair<double, double>;

// From numbers to places on the sheet.
struct SvgScale {
  double low = 0, high = 1;  // numbers
  double from = 0, to = 1;   // places
  double operator()(double x) const { return from + (x - low) / (high - low) * (to - from); }
};

std::vector<double> axis_ticks(double low, double high, std::size_t about = 5);  // 1, 2, 5, 10, ... in order
std::string tick_label(double x);                                                // 103,412, 0.05

struct SvgStyle {
  std::string_view stroke = "none", fill = "none";
  double width = 1;
  std::string_view dash = {};
};

enum class Anchor { start, middle, end };

class Svg {
 public:
  static constexpr std::string_view kBlue = "#1f6fb2", kOrange = "#c25a14", kInk = "#1d2025",
                                    kSoft = "#5d6570", kLine = "#d8d8d2", kBar = "#a9c8e2";

  Svg(double width, double height, std::string_view title);
  void line(SvgPoint a, SvgPoint b, const SvgStyle& style);
  void polyline(const std::vector<SvgPoint>& points, const SvgStyle& style);
  void box(SvgPoint corner, double width, double height, const SvgStyle& style);
  void circle(SvgPoint centre, double radius, const SvgStyle& style);
  void text(SvgPoint at, std::string_view words, Anchor anchor = Anchor::start, double size = 11,
            std::string_view fill = kInk, double turn = 0);
  // An axis below or left of a chart, with its title.
  void bottom_axis(const SvgScale& x, double y, std::string_view title);
  void left_axis(const SvgScale& y, double x, std::string_view title, double right_end);
  std::string finished() const { return out_ + "</svg>\n"; }

 private:
  void shape(std::string_view name, const std::string& places, const SvgStyle& style);
  std::string out_;
};

// At most so many characters, the last being … when something was left out.
std::string cut_label(std::string_view text, std::size_t most);

}  // namespace priory
