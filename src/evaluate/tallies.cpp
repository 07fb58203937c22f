// SPDX-License-Identifier: Apache-2.0
// Matthews' coefficient for any number of classes: Gorodkin, Comparing two K-category assignments by a
// K-category correlation coefficient, 2004. Kappa: Cohen 1960.
#include "evaluate/tallies.h"

#include <algorithm>
#include <cmath>

namespace priory {
namespace {

__extension__ using Wide = unsigned __int128;

// Sum over classes of a * b: at most 2^126, as the sums of either are at most 2^63.
template <class A, class B>
Wide dot(std::span<const Tally> tallies, A a, B b) {
  Wide sum = 0;
  for (const Tally& t : tallies) sum += static_cast<Wide>(t.*a) * (t.*b);
  return sum;
}

Wide square(std::uint64_t x) {
  return static_cast<Wide>(x) * x;
}

double difference(Wide a, Wide b) {
  return a >= b ? static_cast<double>(a - b) : -static_cast<double>(b - a);
}

}  // namespace

Tally total_of(std::span<const Tally> tallies) {
  Tally total;
  for (const Tally& t : tallies) {
    total.right += t.right;
    total.actual += t.actual;
    total.predicted += t.predicted;
  }
  return total;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// F = (1 + b^2) TP / (b^2 actual + predicted): the weighted harmonic mean without dividing by zero.
Averages averages_of(const Tally& tally, double beta) {
  const auto right = static_cast<double>(tally.right), actual = static_cast<double>(tally.actual),
             predicted = static_cast<double>(tally.predicted), square = beta * beta;
  const auto f = [&](double b) { return right == 0 ? 0 : (1 + b) * right / (b * actual + predicted); };
  return {ratio(tally.right, tally.predicted), ratio(tally.right, tally.actual), f(1), f(square)};
}

double balanced_accuracy(std::span<const Tally> tallies) {
  double sum = 0, n = 0;
  for (const Tally& t : tallies) {
    if (t.actual > 0) sum += ratio(t.right, t.actual), ++n;
  }
  return n == 0 ? 0 : sum / n;
}

double matthews(std::span<const Tally> tallies) {
  const Tally total = total_of(tallies);
  const double covariance = difference(static_cast<Wide>(total.right) * total.actual,
                                       dot(tallies, &Tally::actual, &Tally::predicted));
  const Wide all = square(total.actual);
  const double of_truth = difference(all, dot(tallies, &Tally::actual, &Tally::actual));
  const double of_answer = difference(all, dot(tallies, &Tally::predicted, &Tally::predicted));
  if (of_truth == 0 || of_answer == 0) return 0;
  return std::clamp(covariance / std::sqrt(of_truth * of_answer), -1.0, 1.0);  // rounding may lead beyond
}

// (observed - by chance) / (1 - by chance), all times the squared number of rows.
double kappa(std::span<const Tally> tallies) {
  const Tally total = total_of(tallies);
  const Wide chance = dot(tallies, &Tally::actual, &Tally::predicted);
  const double most = difference(square(total.actual), chance);
  return most == 0 ? 0 : difference(static_cast<Wide>(total.right) * total.actual, chance) / most;
}

void WeightedAverages::add(const Averages& of_class, double weight) {
  sum_.precision += weight * of_class.precision;
  sum_.recall += weight * of_class.recall;
  sum_.f1 += weight * of_class.f1;
  sum_.f_beta += weight * of_class.f_beta;
  weight_ += weight;
}

Averages WeightedAverages::value() const {
  if (weight_ == 0) return {};
  return {sum_.precision / weight_, sum_.recall / weight_, sum_.f1 / weight_, sum_.f_beta / weight_};
}

}  // namespace priory
