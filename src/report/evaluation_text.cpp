// SPDX-License-Identifier: Apache-2.0
// The measures for people: headline figures, a table of the classes, the confusion matrix.
#include <algorithm>
#include <numeric>

#include "report/display.h"
#include "report/evaluation_tables.h"

namespace priory {
namespace {

constexpr std::size_t kMostClasses = 40;
constexpr std::size_t kRoomForBars = 72;  // a narrower terminal would cut them, and a cut bar lies

std::vector<std::size_t> all_classes(const Measures& m) {
  std::vector<std::size_t> indices(m.per_class.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

// The classes with most support when there are too many to read, in the order of the report.
std::vector<std::size_t> classes_shown(const Measures& m) {
  std::vector<std::size_t> indices = all_classes(m);
  if (indices.size() <= kMostClasses) return indices;
  const auto more = [&](auto a, auto b) { return m.per_class[a].support > m.per_class[b].support; };
  std::stable_sort(indices.begin(), indices.end(), more);
  indices.resize(kMostClasses);
  std::sort(indices.begin(), indices.end());
  return indices;
}

std::string classes_text(const Measures& m, std::size_t width) {
  const std::vector<std::size_t> shown = classes_shown(m);
  std::string text = class_table(m, shown, width >= kRoomForBars).text(width);
  const std::size_t n_hidden = m.per_class.size() - shown.size();
  if (n_hidden > 0) text += plural(n_hidden, "smaller class is", "smaller classes are") + " not shown\n";
  return text;
}

template <class Render>
std::string joined(const std::vector<std::string>& lines, Render render) {
  std::string text;
  for (const std::string& line : lines) text += render(line) + "\n";
  return text;
}

}  // namespace

std::string to_text(const Measures& m, const TextStyle& style) {
  const auto fitting = [&](const std::string& line) { return truncated(line, style.width); };
  return joined(headlines(m, style.speller), fitting) + "\n" + figure_table(m).text(style.width) +
         spelt(resampling_note(m), style.speller) + "\n" + classes_text(m, style.width) + "\n" +
         confusion_text(m, style);
}

std::string to_markdown(const Measures& m, const Speller& speller) {
  const auto paragraph = [](const std::string& line) { return markdown_text(line) + "\n"; };
  return joined(headlines(m, speller), paragraph) + figure_table(m).markdown() + "\n" +
         spelt(resampling_note(m), speller) + class_table(m, all_classes(m), false).markdown() + "\n" +
         confusion_matrix(m, false, false).markdown();
}

}  // namespace priory
