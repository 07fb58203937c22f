// SPDX-License-Identifier: Apache-2.0
// Counts stay integers until the last division.
#include "evaluate/confusion.h"

#include <cmath>

namespace priory {
namespace {

// For one class: rows that are right, rows that have it, rows that were given it.
struct Tally {
  std::uint64_t right = 0, actual = 0, predicted = 0;
};

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double in_rows(std::uint64_t units) {
  return std::ldexp(static_cast<double>(units), -24);
}

Averages averages_of(const Tally& tally) {
  const double precision = ratio(tally.right, tally.predicted), recall = ratio(tally.right, tally.actual);
  const double sum = static_cast<double>(tally.actual) + static_cast<double>(tally.predicted);
  return {precision, recall, sum == 0 ? 0 : 2 * static_cast<double>(tally.right) / sum};
}

std::vector<Tally> tallies_of(const Confusion& counts) {
  std::vector<Tally> tallies(counts.size());
  for (std::size_t a = 0; a < counts.size(); ++a) {
    tallies[a].right = counts[a][a];
    for (std::size_t p = 0; p < counts.size(); ++p) {
      tallies[a].actual += counts[a][p];
      tallies[p].predicted += counts[a][p];
    }
  }
  return tallies;
}

Tally total_of(const std::vector<Tally>& tallies) {
  Tally total;
  for (const Tally& t : tallies) {
    total.right += t.right;
    total.actual += t.actual;
    total.predicted += t.predicted;
  }
  return total;
}

// Means over classes: summed first and divided last, so that ten times 1 has the mean 1.
class WeightedAverages {
 public:
  void add(const Averages& of_class, double weight) {
    sum_.precision += weight * of_class.precision;
    sum_.recall += weight * of_class.recall;
    sum_.f1 += weight * of_class.f1;
    weight_ += weight;
  }

  Averages value() const {
    if (weight_ == 0) return {};
    return {sum_.precision / weight_, sum_.recall / weight_, sum_.f1 / weight_};
  }

 private:
  Averages sum_;
  double weight_ = 0;
};

}  // namespace

void measure_confusion(const Confusion& counts, Measures& measures) {
  const std::vector<Tally> tallies = tallies_of(counts);
  const Tally total = total_of(tallies);
  measures.accuracy = ratio(total.right, total.actual);
  measures.losses.zero_one = ratio(total.actual - total.right, total.actual);
  measures.micro = averages_of(total);
  WeightedAverages macro, weighted;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const Averages of_class = averages_of(tallies[k]);
    const double support = in_rows(tallies[k].actual);
    measures.per_class.push_back({of_class, measures.classes[k], support});
    macro.add(of_class, 1);
    weighted.add(of_class, support);
    auto& row = measures.confusion.emplace_back();
    for (const std::uint64_t units : counts[k]) row.push_back(in_rows(units));
  }
  measures.macro = macro.value();
  measures.weighted = weighted.value();
}

}  // namespace priory
