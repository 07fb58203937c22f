// SPDX-License-Identifier: Apache-2.0
#include "evaluate/sigmoid_fit.h"

#include <algorithm>
#include <cmath>

#include "core/log_space.h"

namespace priory {
namespace {

// How much surer of its first class than of its second a model is at most for the least sure quarter of the
// rows; 0 where that cannot be said.
double quarter_lead(const ScoredRows& rows, const std::vector<std::size_t>& of) {
  std::vector<double> leads;
  leads.reserve(of.size());
  for (const std::size_t row : of) {
    double first = kLogZero, second = kLogZero;
    for (const double each : rows.scores(row)) {
      second = std::max(second, std::min(first, each));
      first = std::max(first, each);
    }
    if (second > kLogZero) leads.push_back(first - second);
  }
  if (leads.empty()) return 0;
  const auto at = leads.begin() + static_cast<long>(leads.size() / 4);
  std::nth_element(leads.begin(), at, leads.end());
  return *at;
}

// slope and bias make the log likelihood largest in turn: the slope by Newton's steps, the bias of a class by
// what it lacks of its rows. Both are concave.
class SigmoidFit {
 public:
  SigmoidFit(const ScoredRows& rows, const std::vector<std::size_t>& of, bool with_bias)
      : rows_(rows),
        of_(of),
        thought_of_(quarter_lead(rows, of)),
        bias_(with_bias ? rows.n_classes : 0),
        p_(rows.n_classes) {}

  Calibration operator()(const Calibration* start) {
    slope_ = start != nullptr ? start->slope : first_slope();
    if (start != nullptr && start->bias.size() == bias_.size()) bias_ = start->bias;
    double before = -HUGE_VAL;
    for (int round = 0; round < kMostRounds; ++round) {
      if (!bias_.empty()) balance();
      const double now = step();
      if (now - before <= kTolerance) break;
      before = now;
    }
    Calibration out;
    out.method = bias_.empty() ? CalibrationMethod::temperature : CalibrationMethod::sigmoid;
    out.slope = slope_, out.bias = bias_;
    return out;
  }

 private:
  static constexpr int kMostRounds = 50;
  static constexpr double kTolerance = 1e-5;  // of the mean log likelihood
  // Scores of a model with normalised weights lie within 1e-6 of each other, and want slopes as large.
  static constexpr double kLeastSlope = 1e-12, kMostSlope = 1e12;

  // Scores that hardly differ are spread to one unit: from slope 1 no step would change the likelihood by
  // more than the tolerance.
  double first_slope() {
    constexpr double kSpread = 0.1;
    slope_ = 0, step();
    return spread_ > 0 && spread_ < kSpread ? std::clamp(1 / spread_, kLeastSlope, kMostSlope) : 1;
  }

  // Returns the logarithm of the probability of the true class.
  double predict(std::size_t row) {
    const std::span<const double> scores = rows_.scores(row);
    for (std::size_t c = 0; c < p_.size(); ++c)
      p_[c] = scores[c] == kLogZero ? kLogZero : slope_ * scores[c] + (bias_.empty() ? 0 : bias_[c]);
    const double truth = p_[rows_.actual[row]];
    const double largest = *std::ranges::max_element(p_);
    constexpr double kNothing = -40;  // less than half an ulp of the sum
    double sum = 0;
    for (double& each : p_) {
      each = each - largest < kNothing ? 0 : std::exp(each - largest);
      sum += each;
    }
    for (double& each : p_) each /= sum;
    return truth - largest - std::log(sum);
  }

  // Half a row of each class keeps the bias of a class without rows in bounds.
  void balance() {
    std::vector<double> expected(p_.size(), 0.5 * kUnit), actual(p_.size(), 0.5 * kUnit);
    for (const std::size_t row : of_) {
      predict(row);
      const auto weight = static_cast<double>(rows_.weight[row]);
      for (std::size_t c = 0; c < p_.size(); ++c) expected[c] += weight * p_[c];
      actual[rows_.actual[row]] += weight;
    }
    for (std::size_t c = 0; c < p_.size(); ++c) bias_[c] += std::log(actual[c] / expected[c]);
  }

  // The slope of the likelihood is the score of the truth less its expectation, and falls by the variance.
  // Returns the mean log likelihood before the step.
  double step() {
    double first = 0, second = 0, likelihood = 0, total = 0;
    for (const std::size_t row : of_) {
      const double log_p = predict(row);
      const std::span<const double> scores = rows_.scores(row);
      const auto weight = static_cast<double>(rows_.weight[row]);
      const double truth =
          scores[rows_.actual[row]];  // scores less this: the variance of close ones is exact
      double mean = 0, square = 0;
      for (std::size_t c = 0; c < p_.size(); ++c) {
        if (p_[c] == 0) continue;
        const double ahead = scores[c] - truth;
        mean += p_[c] * ahead, square += p_[c] * ahead * ahead;
      }
      likelihood += weight * log_p, total += weight;
      first -= weight * mean;
      second += weight * std::max(square - mean * mean, 0.0);
    }
    spread_ = std::sqrt(second / total);
    const double sure = slope_ * thought_of_, wrong = 1 / (1 + std::exp(-sure));
    likelihood -= kUnit * (sure + std::log1p(std::exp(-sure)));
    first -= kUnit * thought_of_ * wrong;
    second += kUnit * thought_of_ * thought_of_ * wrong * (1 - wrong);
    const double most = 2 * slope_, least = slope_ / 2;  // far from the top Newton goes too far
    const double to = second > 0 ? slope_ + first / second : (first > 0 ? most : slope_);
    slope_ = std::clamp(std::clamp(to, least, most), kLeastSlope, kMostSlope);
    return likelihood / total;
  }

  static constexpr double kUnit = 1 << 24;  // of weights
  const ScoredRows& rows_;
  const std::vector<std::size_t>& of_;
  double thought_of_;  // the lead of the row that is thought of
  double slope_ = 1;
  double spread_ = 0;  // of a row's scores, by the probabilities of the last step
  std::vector<double> bias_, p_;
};

}  // namespace

Calibration fit_sigmoid(const ScoredRows& rows, const std::vector<std::size_t>& of, bool with_bias,
                        const Calibration* start) {
  return SigmoidFit(rows, of, with_bias)(start);
}

}  // namespace priory
