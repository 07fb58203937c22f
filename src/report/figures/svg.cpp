// SPDX-License-Identifier: Apache-2.0
#include "report/figures/svg.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "priory/report.h"

namespace priory {
namespace {

// Text that XML may hold: no markup, and no control characters, which `printable` has written as escapes.
std::string xml_text(std::string_view words) {
  std::string out;
  for (const char each : printable(words)) {
    if (each == '<')
      out += "&lt;";
    else if (each == '>')
      out += "&gt;";
    else if (each == '&')
      out += "&amp;";
    else if (each == '"')
      out += "&quot;";
    else
      out += each;
  }
  return out;
}

std::string place(double x) {
  return fmt::format("{:.6g}", std::round(x * 100) / 100 + 0.0);
}

}  // namespace

std::vector<double> axis_ticks(double low, double high, std::size_t about) {
  const double rough = (high - low) / static_cast<double>(about);
  if (!(rough > 0) || !std::isfinite(rough)) return {};
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / power;
  const double step = power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
  std::vector<double> out;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k) out.push_back(k * step);
  return out;
}

std::string tick_label(double x) {
  if (std::abs(x) < 1e-12) return "0";
  if (std::abs(x) >= 1e12 || std::abs(x) < 1e-4) return fmt::format("{:.3g}", x);
  std::string digits = fmt::format("{:.6g}", std::abs(x));
  if (std::abs(x) >= 1000) digits = fmt::format("{:.0f}", std::abs(x));
  for (std::size_t at = std::min(digits.find('.'), digits.size()); at > 3;) digits.insert(at -= 3, ",");
  return (x < 0 ? "\xE2\x88\x92" : "") + digits;
}

std::string cut_label(std::string_view text, std::size_t most) {
  return truncated(printable(text), most);
}

Svg::Svg(double width, double height, std::string_view title)
    : out_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
          "font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n<title>{2}</title>\n"
          "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
          place(width), place(height), xml_text(title))) {}

void Svg::shape(std::string_view name, const std::string& places, const SvgStyle& style) {
  out_ += fmt::format("<{} {} stroke=\"{}\" fill=\"{}\"", name, places, style.stroke, style.fill);
  if (style.stroke != "none") out_ += fmt::format(" stroke-width=\"{}\"", place(style.width));
  if (!style.dash.empty()) out_ += fmt::format(" stroke-dasharray=\"{}\"", style.dash);
  out_ += "/>\n";
}

void Svg::line(SvgPoint a, SvgPoint b, const SvgStyle& style) {
  shape("line",
        fmt::format("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", place(a.first), place(a.second),
                    place(b.first), place(b.second)),
        style);
}

void Svg::polyline(const std::vector<SvgPoint>& points, const SvgStyle& style) {
  std::string places;
  for (const auto& [x, y] : points)
    places += fmt::format("{}{},{}", places.empty() ? "" : " ", place(x), place(y));
  shape("polyline", fmt::format("points=\"{}\" stroke-linejoin=\"round\"", places), style);
}

void Svg::box(SvgPoint corner, double width, double height, const SvgStyle& style) {
  shape("rect",
        fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", place(corner.first), place(corner.second),
                    place(std::max(width, 0.0)), place(std::max(height, 0.0))),
        style);
}

void Svg::circle(SvgPoint centre, double radius, const SvgStyle& style) {
  shape("circle",
        fmt::format("cx=\"{}\" cy=\"{}\" r=\"{}\"", place(centre.first), place(centre.second), place(radius)),
        style);
}

void Svg::text(SvgPoint at, std::string_view words, Anchor anchor, double size, std::string_view fill,
               double turn) {
  const auto* const side = anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
  const std::string turned = turn == 0 ? ""
                                       : fmt::format(" transform=\"rotate({} {} {})\"", place(turn),
                                                     place(at.first), place(at.second));
  out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n",
                      place(at.first), place(at.second), side, place(size), fill, turned, xml_text(words));
}

void Svg::bottom_axis(const SvgScale& x, double y, std::string_view title) {
  const SvgStyle soft{kSoft, "none", 1, {}};
  line({x.from, y}, {x.to, y}, soft);
  for (const double each : axis_ticks(x.low, x.high)) {
    line({x(each), y}, {x(each), y + 4}, soft);
    text({x(each), y + 16}, tick_label(each), Anchor::middle, 10, kSoft);
  }
  if (!title.empty()) text({(x.from + x.to) / 2, y + 33}, title, Anchor::middle, 11, kInk);
}

void Svg::left_axis(const SvgScale& y, double x, std::string_view title, double right_end) {
  for (const double each : axis_ticks(y.low, y.high)) {
    line({x, y(each)}, {right_end, y(each)}, {kLine, "none", 0.6, {}});
    text({x - 6, y(each) + 3.5}, tick_label(each), Anchor::end, 10, kSoft);
  }
  line({x, y.from}, {x, y.to}, {kSoft, "none", 1, {}});
  if (!title.empty()) text({14, (y.from + y.to) / 2}, title, Anchor::middle, 11, kInk, -90);
}

}  // namespace priory
