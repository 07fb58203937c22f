// SPDX-License-Identifier: Apache-2.0
// The tables of an evaluation, as the terminal and Markdown show them.
#pragma once

#include <string>
#include <string_view>

#include "priory/evaluation.h"
#include "priory/report.h"

namespace priory {

double share(double part, double whole);  // 0 of nothing
std::string figure(double value);         // four digits
std::string figure(const std::optional<double>& value);
std::string figure(const std::optional<Interval>& interval);  // "0.1234 – 0.5678", or nothing
std::string amount(double weight);                            // a sum of weights: whole numbers as such
std::string plural(std::size_t n, std::string_view one, std::string_view many);
// Rows and classes, who does not know whom, and the threshold: lines without their ends.
std::vector<std::string> headlines(const Measures& measures, const Speller& speller);
std::string resampling_note(const Measures& measures);  // which intervals are missing or rough, and why

// Measure, value, interval.
TextTable figure_table(const Measures& measures);
// Class, precision, recall, F, support; with bars if they fit.
TextTable class_table(const Measures& measures, std::span<const std::size_t> classes, bool bars);

std::string confusion_text(const Measures& measures, const TextStyle& style);
// With the names of the classes at the head of the columns, or with their numbers.
TextTable confusion_matrix(const Measures& measures, bool numbered, bool normalised);

}  // namespace priory
