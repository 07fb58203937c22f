// SPDX-License-Identifier: Apache-2.0
// The figures of a page, each as an SVG by itself. A figure that the page has no data for is an Error of kind
// usage that says what is missing.
#pragma once

#include <string>

#include "priory/report.h"

namespace priory {

std::string svg_of_curve(const Page& page, const FigureOptions& options, bool roc);
std::string svg_of_reliability(const Page& page);
std::string svg_of_matrix(const Page& page);
std::string svg_of_column(const Page& page, const FigureOptions& options);
std::string svg_of_nomogram(const Page& page);
std::string svg_of_trace(const Page& page);

[[noreturn]] void lacks(std::string_view figure, std::string_view what, std::string_view remedy = {});

}  // namespace priory
