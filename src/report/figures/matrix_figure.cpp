// SPDX-License-Identifier: Apache-2.0
// The confusion matrix: a square for each two classes, shaded by the share of the actual class.
#include <cmath>
#include <fmt/format.h>

#include "report/figures/figures.h"
#include "report/figures/svg.h"

namespace priory {
namespace {

constexpr std::size_t kNumbersUpTo = 12, kMost = 120;

// A shade from white to a colour.
std::string shade(bool right, double share) {
  const double depth = std::sqrt(share) * 0.85;
  const auto mixed = [&](double colour) {
    return static_cast<int>(std::lround(255 + (colour - 255) * depth));
  };
  return right ? fmt::format("#{:02x}{:02x}{:02x}", mixed(0x1f), mixed(0x6f), mixed(0xb2))
               : fmt::format("#{:02x}{:02x}{:02x}", mixed(0xc2), mixed(0x5a), mixed(0x14));
}

}  // namespace

std::string svg_of_matrix(const Page& page) {
  if (page.measures == nullptr)
    lacks("matrix", "there are no rows to judge the model by", "name a file of rows whose class is known");
  const Measures& measures = *page.measures;
  const std::size_t n = measures.classes.size();
  if (n > kMost)
    lacks("matrix", fmt::format("a matrix of {} classes cannot be read (at most {})", n, kMost),
          "priory report can be searched");
  const bool numbers = n <= kNumbersUpTo;
  const double side = numbers ? 46 : 9, size = numbers ? 11 : 7, left = numbers ? 112 : 84,
               top = numbers ? 58 : 66;
  const double end = side * static_cast<double>(n);
  Svg svg(left + end + 12, top + end + 12, "Confusion matrix");
  for (std::size_t r = 0; r < n; ++r) {
    const double y = top + side * static_cast<double>(r), x = left + side * static_cast<double>(r);
    svg.text({left - 6, y + side / 2 + size / 3}, cut_label(measures.classes[r], 16), Anchor::end, size);
    if (numbers)
      svg.text({x + side / 2, top - 8}, cut_label(measures.classes[r], 8), Anchor::middle, size);
    else
      svg.text({x + side / 2 + size / 3, top - 5}, cut_label(measures.classes[r], 16), Anchor::start, size,
               Svg::kInk, -90);
    double total = 0;
    for (std::size_t c = 0; c < n; ++c) total += measures.confusion[r][c];
    for (std::size_t c = 0; c < n; ++c) {
      const double value = measures.confusion[r][c], share = total > 0 ? value / total : 0;
      const double at = left + side * static_cast<double>(c);
      svg.box({at, y}, side - 1, side - 1, {"none", shade(r == c, share), 0, {}});
      if (numbers && value > 0)
        svg.text({at + side / 2, y + side / 2 + 4}, tick_label(value), Anchor::middle, size,
                 share > 0.6 ? "#ffffff" : Svg::kInk);
    }
  }
  svg.text({left + end / 2, numbers ? 18.0 : 9.0}, "predicted", Anchor::middle, size, Svg::kSoft);
  svg.text({12, top + end / 2}, "actual", Anchor::middle, size, Svg::kSoft, -90);
  return svg.finished();
}

}  // namespace priory
