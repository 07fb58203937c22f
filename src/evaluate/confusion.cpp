// SPDX-License-Identifier: Apache-2.0
#include "evaluate/confusion.h"

#include "evaluate/tallies.h"

namespace priory {
namespace {

Tallies tallies_of(const Confusion& counts) {
  Tallies tallies(counts.size());
  for (std::size_t a = 0; a < counts.size(); ++a) {
    tallies[a].right = counts[a][a];
    for (std::size_t p = 0; p < counts.size(); ++p) {
      tallies[a].actual += counts[a][p];
      tallies[p].predicted += counts[a][p];
    }
  }
  return tallies;
}

void measure_averages(const Tallies& tallies, Measures& measures) {
  const double beta = measures.beta.value_or(1);
  WeightedAverages macro, weighted;
  measures.per_class.reserve(tallies.size());
  for (std::size_t k = 0; k < tallies.size(); ++k) {
    const Averages of_class = averages_of(tallies[k], beta);
    const double support = in_rows(tallies[k].actual);
    measures.per_class.push_back({of_class, measures.classes[k], support});
    macro.add(of_class, 1);
    weighted.add(of_class, support);
  }
  measures.macro = macro.value();
  measures.weighted = weighted.value();
  measures.micro = averages_of(total_of(tallies), beta);
}

}  // namespace

double in_rows(std::uint64_t units) {
  return static_cast<double>(units) * 0x1p-24;
}

void measure_confusion(Confusion counts, Measures& measures) {
  const Tallies tallies = tallies_of(counts);
  const Tally total = total_of(tallies);
  measures.accuracy = ratio(total.right, total.actual);
  measures.losses.zero_one = ratio(total.actual - total.right, total.actual);
  measures.balanced_accuracy = balanced_accuracy(tallies);
  measures.matthews = matthews(tallies);
  measures.kappa = kappa(tallies);
  measure_averages(tallies, measures);
  measures.confusion.reserve(counts.size());
  for (std::vector<std::uint64_t>& row : counts) {
    auto& shown = measures.confusion.emplace_back();
    shown.reserve(row.size());
    for (const std::uint64_t units : row) shown.push_back(in_rows(units));
    row = std::vector<std::uint64_t>();  // gives its room back, for the next row shown
  }
}

}  // namespace priory
