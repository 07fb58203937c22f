// SPDX-License-Identifier: Apache-2.0
// Counts that are small on average are counted event by event. Large ones are found by transformed rejection
// (Hörmann, The transformed rejection method for generating Poisson random variables, 1993, algorithm PTRS;
// The generation of binomial random variates, 1993, algorithm BTRS), which takes some 1.2 tries for any size
// and mostly no logarithm. Neither approximates; the densities are written so that they keep their digits for
// large counts.
#include "core/random.h"

#include <algorithm>

#include "core/log_space.h"

namespace priory {
namespace {

constexpr double kFewEvents = 10;  // below it the hats do not cover the density

// A hat over the density of a count: k = floor((2 a / (0.5 - |u|) + b) u + centre) for u in [-0.5, 0.5), to
// be accepted with probability density(k) (a / (0.5 - |u|)^2 + b) / scale; at once for v <= `sure`, away from
// the tails.
struct Hat {
  double a, b, centre, scale, sure;
};

template <class LogDensity>
double under_hat(const Hat& hat, double most, const LogDensity& log_density, Random& random) {
  for (;;) {
    const double u = random.uniform() - 0.5, v = random.uniform(), to_tail = 0.5 - std::abs(u);
    const double k = std::floor((2 * hat.a / to_tail + hat.b) * u + hat.centre);
    if (to_tail >= 0.07 && v <= hat.sure) return k;
    if (k < 0 || k > most) continue;
    if (std::log(v * hat.scale / (hat.a / (to_tail * to_tail) + hat.b)) <= log_density(k)) return k;
  }
}

// Arrivals within the time `rate`, counted by the product of uniforms (Knuth).
double few_events(double rate, Random& random) {
  const double last = std::exp(-rate);
  double count = 0;
  for (double left = random.uniform(); left > last; left *= random.uniform()) ++count;
  return count;
}

double many_events(double rate, Random& random) {
  const double b = 0.931 + 2.53 * std::sqrt(rate), a = -0.059 + 0.02483 * b;
  const Hat hat = {a, b, rate + 0.43, 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)};
  const auto log_density = [&](double k) { return -deviance(k, rate) - log_factorial_rest(k); };
  return under_hat(hat, HUGE_VAL, log_density, random);
}

// From success to success: the trials between two are geometric. 0 < p <= 1/2.
double few_successes(double trials, double p, Random& random) {
  const double log_failure = std::log1p(-p);
  double count = -1;
  for (double at = 0; at <= trials; ++count)
    at += std::floor(std::log(1 - random.uniform()) / log_failure) + 1;
  return count;
}

double many_successes(double trials, double p, Random& random) {
  const double mean = trials * p, sd = std::sqrt(mean * (1 - p)), mode = std::floor((trials + 1) * p);
  const double b = 1.15 + 2.53 * sd, a = -0.0873 + 0.0248 * b + 0.01 * p;
  const Hat hat = {a, b, mean + 0.5, (2.83 + 5.1 / b) * sd, 0.92 - 4.2 / b};
  const auto log_weight = [&](double k) {  // of its density, what depends on k
    return -log_factorial_rest(k) - log_factorial_rest(trials - k) - deviance(k, mean) -
           deviance(trials - k, trials - mean);
  };
  const double at_mode = log_weight(mode);
  return under_hat(
      hat, trials, [&](double k) { return log_weight(k) - at_mode; }, random);
}

}  // namespace

double Random::poisson(double rate) {
  // As wide as the last digits of a double, or beyond them all.
  if (rate > 1e32) return std::min(rate, std::numeric_limits<double>::max());
  return rate < kFewEvents ? few_events(rate, *this) : many_events(rate, *this);
}

double Random::binomial(double trials, double p) {
  if (p > 0.5) return trials - binomial(trials, 1 - p);
  if (p == 0) return 0;
  return trials * p < kFewEvents ? few_successes(trials, p, *this) : many_successes(trials, p, *this);
}

// Marsaglia and Tsang, A simple method for generating gamma variables (2000): the cube of a normal number,
// accepted nearly always. A shape below 1 is that of one more, times a power of a uniform number.
double Random::log_gamma(double shape) {
  if (shape < 1) return log_gamma(shape + 1) + std::log(1 - uniform()) / shape;
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double z = normal(), root = 1 + c * z, v = root * root * root;
    if (root <= 0) continue;
    if (std::log(1 - uniform()) < 0.5 * z * z + d * (1 - v + std::log(v))) return std::log(d) + std::log(v);
  }
}

Choice::Choice(std::span<const double> log_prob) {
  double sum = 0;
  for (const double each : log_prob) sums_.push_back(sum += std::exp(each));
}

// A uniform number below 1 times the whole sum is below it also when rounded.
std::uint32_t Choice::operator()(Random& random) const {
  if (sums_.empty() || !(sums_.back() > 0)) return kNothing;
  const auto at = std::upper_bound(sums_.begin(), sums_.end(), random.uniform() * sums_.back());
  return static_cast<std::uint32_t>(at - sums_.begin());
}

}  // namespace priory
