// SPDX-License-Identifier: Apache-2.0
#include "report/figures/figures.h"

#include <fmt/format.h>

namespace priory {

void lacks(std::string_view figure, std::string_view what, std::string_view remedy) {
  throw Error(ErrorKind::usage, fmt::format("there is no figure '{}': {}", figure, what), {},
              std::string(remedy));
}

std::vector<std::string> figure_names() {
  return {"matrix", "roc", "precision-recall", "reliability", "column", "nomogram", "trace"};
}

std::string to_svg(const Page& page, const FigureOptions& options) {
  if (options.figure == "matrix") return svg_of_matrix(page);
  if (options.figure == "roc") return svg_of_curve(page, options, true);
  if (options.figure == "precision-recall") return svg_of_curve(page, options, false);
  if (options.figure == "reliability") return svg_of_reliability(page);
  if (options.figure == "column") return svg_of_column(page, options);
  if (options.figure == "nomogram") return svg_of_nomogram(page);
  if (options.figure == "trace") return svg_of_trace(page);
  throw Error(ErrorKind::usage, fmt::format("there is no figure '{}'", options.figure), {},
              did_you_mean(options.figure, figure_names()));
}

}  // namespace priory
