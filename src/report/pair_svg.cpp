// SPDX-License-Identifier: Apache-2.0
// Learning curves of the pair as a picture of its own: accuracy beside log loss over the logarithm of the
// rows, with bands of their intervals. It holds numbers and fixed words, nothing of the data.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "priory/report.h"

namespace priory {
namespace {

constexpr double kWidth = 420, kHeight = 300, kLeft = 56, kRight = 24, kTop = 34, kBottom = 44;

struct PairCurve {
  const char* name;
  const char* colour;  // told apart by every kind of colour vision
  const char* dash;
  PairSide PairPoint::*side;
};
constexpr std::array<PairCurve, 3> kPairCurves = {
    {{"generative", "#0072b2", "none", &PairPoint::generative},
     {"discriminative", "#d55e00", "6 3", &PairPoint::discriminative},
     {"between", "#009e73", "2 2", &PairPoint::between}}};

// What of the curves can be drawn.
double finite_or(double value, double otherwise) {
  return std::isfinite(value) ? value : otherwise;
}

class PairPanel {
 public:
  PairPanel(const Pair& pair, RepeatedFigure PairSide::*figure, std::string title, double offset)
      : figure_(figure), title_(std::move(title)), offset_(offset) {
    for (const PairPoint& at : pair.points) {
      if (at.trouble.empty()) points_.push_back(&at);
    }
    low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
    for (const PairPoint* at : points_) {
      for (const PairCurve& curve : kPairCurves) {
        const RepeatedFigure& f = at->*curve.side.*figure;
        if (!std::isfinite(f.mean)) continue;
        low_ = std::min(low_, finite_or(f.low, f.mean)), high_ = std::max(high_, finite_or(f.high, f.mean));
      }
    }
    if (!(low_ < high_)) low_ = finite_or(low_, 0) - 0.5, high_ = low_ + 1;
    const double room = 0.04 * (high_ - low_);
    low_ -= room, high_ += room;
  }

  std::string draw() const {
    if (points_.empty()) return "";
    std::string out = frame();
    for (const PairCurve& curve : kPairCurves) out += band(curve);
    for (const PairCurve& curve : kPairCurves) out += line(curve);
    return out;
  }

 private:
  double x(const PairPoint& at) const {
    const double first = std::log(static_cast<double>(points_.front()->rows));
    const double last = std::log(static_cast<double>(points_.back()->rows));
    const double share =
        last > first ? (std::log(static_cast<double>(at.rows)) - first) / (last - first) : 0.5;
    return offset_ + kLeft + share * (kWidth - kLeft - kRight);
  }
  double y(double value) const {
    return kHeight - kBottom - (value - low_) / (high_ - low_) * (kHeight - kTop - kBottom);
  }

  // Round steps, about five.
  double step() const {
    const double rough = (high_ - low_) / 5, ten = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0}) {
      if (times * ten >= rough) return times * ten;
    }
    return 10 * ten;
  }

  std::string frame() const {
    const double left = offset_ + kLeft, right = offset_ + kWidth - kRight, bottom = kHeight - kBottom;
    std::string out = fmt::format("<text x=\"{:.1f}\" y=\"20\" class=\"title\">{}</text>\n", left, title_);
    for (double v = std::ceil(low_ / step()) * step(); v <= high_; v += step())
      out += fmt::format(
          "<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
          "class=\"left\">{:.3g}</text>\n",
          left, y(v), right, left - 6, y(v) + 4, std::abs(v) < step() / 2 ? 0 : v);
    double last = -std::numeric_limits<double>::infinity();
    for (const PairPoint* at : points_) {
      if (x(*at) - last < 44) continue;
      last = x(*at);
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"below\">{}</text>\n", last, bottom + 18,
                         at->rows);
    }
    out += fmt::format("<path class=\"axis\" d=\"M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}\"/>", left, kTop, bottom,
                       right);
    return out + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"below\">rows to learn from</text>\n",
                             (left + right) / 2, kHeight - 8);
  }

  std::string band(const PairCurve& curve) const {
    std::string over, under;
    for (const PairPoint* at : points_) {
      const RepeatedFigure& f = at->*curve.side.*figure_;
      if (!std::isfinite(f.low) || !std::isfinite(f.high)) return "";
      over += fmt::format("{}{:.1f} {:.1f}", over.empty() ? "M" : "L", x(*at), y(f.high));
      under.insert(0, fmt::format("L{:.1f} {:.1f}", x(*at), y(f.low)));
    }
    return fmt::format("<path d=\"{}{}Z\" fill=\"{}\" opacity=\"0.12\"/>\n", over, under, curve.colour);
  }

  std::string line(const PairCurve& curve) const {
    std::string path, dots;
    for (const PairPoint* at : points_) {
      const double value = (at->*curve.side.*figure_).mean;
      if (!std::isfinite(value)) continue;
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(*at), y(value));
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>", x(*at), y(value),
                          curve.colour);
    }
    return fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-dasharray=\"{}\"/>{}\n", path,
        curve.colour, curve.dash, dots);
  }

  RepeatedFigure PairSide::*figure_;
  std::string title_;
  double offset_;
  std::vector<const PairPoint*> points_;
  double low_ = 0, high_ = 1;
};

std::string pair_legend() {
  std::string out;
  double x = kLeft;
  for (const PairCurve& curve : kPairCurves) {
    out += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}h26\" stroke=\"{2}\" stroke-width=\"1.8\" stroke-dasharray=\"{3}\"/>"
        "<text x=\"{4:.1f}\" y=\"{5:.1f}\">{6}</text>\n",
        x, kHeight + 12, curve.colour, curve.dash, x + 32, kHeight + 16, curve.name);
    x += 150;
  }
  return out;
}

}  // namespace

std::string to_svg(const Pair& pair) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
      "aria-label=\"Accuracy and log loss by the rows learnt from\">\n"
      "<style>text{{font:12px sans-serif;fill:#333}}.title{{font-weight:bold}}.left{{text-anchor:end}}"
      ".below{{text-anchor:middle}}.grid{{stroke:#ddd}}.axis{{stroke:#666;fill:none}}</style>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n",
      2 * kWidth, kHeight + 30);
  out += PairPanel(pair, &PairSide::accuracy, "accuracy", 0).draw();
  out += PairPanel(pair, &PairSide::log_loss, "log loss", kWidth).draw();
  return out + pair_legend() + "</svg>\n";
}

}  // namespace priory
