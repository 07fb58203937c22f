// SPDX-License-Identifier: Apache-2.0
// The confusion matrix, as a heat map where there is colour. Where it would not fit, the most frequent
// confusions say what there is to see in it.
#include <algorithm>
#include <fmt/format.h>

#include "report/evaluation_tables.h"

namespace priory {
namespace {

constexpr std::size_t kMostMatrixClasses = 12;
constexpr std::size_t kRoomForName = 8;  // beside the numbers of a matrix, to tell the classes apart
constexpr std::size_t kMostPairs = 12;

struct Mistake {
  std::size_t actual = 0, predicted = 0;
  double weight = 0;
};

std::vector<Mistake> mistakes_of(const Measures& m) {
  std::vector<Mistake> mistakes;
  for (std::size_t a = 0; a < m.classes.size(); ++a) {
    for (std::size_t p = 0; p < m.classes.size(); ++p) {
      if (a != p && m.confusion[a][p] > 0) mistakes.push_back({a, p, m.confusion[a][p]});
    }
  }
  const auto more = [](const Mistake& a, const Mistake& b) { return a.weight > b.weight; };
  std::stable_sort(mistakes.begin(), mistakes.end(), more);
  return mistakes;
}

std::string most_confused(const Measures& m, std::size_t width) {
  TextTable table({"actual", "predicted", "rows", "of its class"});
  std::vector<Mistake> mistakes = mistakes_of(m);
  if (mistakes.empty()) return "No row was given a wrong class.\n";
  if (mistakes.size() > kMostPairs) mistakes.resize(kMostPairs);
  for (const Mistake& one : mistakes) {
    table.add_row({m.classes[one.actual], m.classes[one.predicted], amount(one.weight),
                   fixed_text(100 * share(one.weight, m.per_class[one.actual].support), 1) + "%"});
  }
  return "The most frequent confusions\n\n" + table.text(width);
}

}  // namespace

// Classes the model does not know have no column: it would be empty.
TextTable confusion_matrix(const Measures& m, bool numbered, bool normalised) {
  const auto number = [](std::size_t k) { return fmt::format("{}", k + 1); };
  std::vector<std::string> header = {"actual \\ predicted"};
  for (std::size_t p = 0; p < m.n_known; ++p) header.push_back(numbered ? number(p) : m.classes[p]);
  TextTable table(header);
  for (std::size_t a = 0; a < m.classes.size(); ++a) {
    const auto of_class = [&](std::size_t p) { return share(m.confusion[a][p], m.per_class[a].support); };
    std::vector<std::string> row = {numbered ? number(a) + " " + m.classes[a] : m.classes[a]};
    for (std::size_t p = 0; p < m.n_known; ++p)
      row.push_back(normalised ? fmt::format("{:.3f}", of_class(p)) : amount(m.confusion[a][p]));
    table.add_row(std::move(row));
    for (std::size_t p = 0; p < m.n_known; ++p) table.shade(p + 1, a == p ? of_class(p) : -of_class(p));
  }
  return table;
}

std::string confusion_text(const Measures& m, const TextStyle& style) {
  if (m.classes.size() > kMostMatrixClasses) return most_confused(m, style.width);
  const TextTable named = confusion_matrix(m, false, style.normalised);
  if (named.full_width() <= style.width) return named.text(style.width, style.colour);
  const TextTable numbered = confusion_matrix(m, true, style.normalised);
  return numbered.least_width() + kRoomForName <= style.width ? numbered.text(style.width, style.colour)
                                                              : most_confused(m, style.width);
}

}  // namespace priory
