// SPDX-License-Identifier: Apache-2.0
// The library distributions over what the families compute: their densities, estimates and draws.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "priory/family.h"

#include "core/log_space.h"
#include "core/random.h"
#include "family/binomial.h"
#include "family/gaussian.h"

namespace priory::distribution {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::data, what);
}

bool is_count(double x) {
  return x >= 0 && x == std::floor(x) && std::isfinite(x);
}

// Successes and all trials of the data, with those imagined, as a probability.
double mode(double successes, double trials, const BetaPrior& prior) {
  const double n = trials + (prior.a - 1) + (prior.b - 1);
  if (!(n > 0)) refuse("there is nothing to estimate a probability from");
  return std::clamp((successes + (prior.a - 1)) / n, 0.0, 1.0);
}

std::vector<double> mode(std::vector<double> counts, const DirichletPrior& prior) {
  if (counts.size() != prior.size())
    refuse(fmt::format("the prior is of {} values, the data of {}", prior.size(), counts.size()));
  for (std::size_t k = 0; k < counts.size(); ++k) counts[k] = std::max(0.0, counts[k] + prior[k] - 1);
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (!(n > 0)) refuse("there is nothing to estimate probabilities from");
  for (double& each : counts) each /= n;
  return counts;
}

template <class Draw>
auto drawn(std::size_t n, std::uint64_t seed, const Draw& draw) {
  Random random(seed);
  std::vector<decltype(draw(random))> out;
  out.reserve(n);
  while (out.size() < n) out.push_back(draw(random));
  return out;
}

double total(std::span<const double> data, double most) {
  double out = 0;
  for (const double x : data) {
    if (!is_count(x) || x > most) refuse(fmt::format("{} is no whole number from 0 to {}", x, most));
    out += x;
  }
  return out;
}

std::vector<double> logs(const std::vector<double>& p) {
  std::vector<double> out = p;
  for (double& each : out) each = std::log(each);
  return out;
}

}  // namespace

double Bernoulli::log_density(double x) const {
  return x == 1 ? std::log(p) : x == 0 ? std::log1p(-p) : kLogZero;
}

std::vector<double> Bernoulli::sample(std::size_t n, std::uint64_t seed) const {
  return drawn(n, seed, [&](Random& random) { return random.uniform() < p ? 1.0 : 0.0; });
}

Bernoulli Bernoulli::mle(std::span<const double> data) {
  return map(data, {});
}

Bernoulli Bernoulli::map(std::span<const double> data, const BetaPrior& prior) {
  return {mode(total(data, 1), static_cast<double>(data.size()), prior)};
}

double Binomial::log_density(double x) const {
  const double parameters[] = {p, trials};
  return is_count(x) ? priory::Binomial::Density(parameters)(x) : kLogZero;
}

std::vector<double> Binomial::sample(std::size_t n, std::uint64_t seed) const {
  const double parameters[] = {p, trials};
  return drawn(n, seed, [&](Random& random) { return priory::Binomial::sample(parameters, random); });
}

Binomial Binomial::mle(std::span<const double> data, double trials) {
  return map(data, trials, {});
}

Binomial Binomial::map(std::span<const double> data, double trials, const BetaPrior& prior) {
  return {trials, mode(total(data, trials), trials * static_cast<double>(data.size()), prior)};
}

double Categorical::log_density(std::uint32_t x) const {
  return x < p.size() ? std::log(p[x]) : kLogZero;
}

std::vector<std::uint32_t> Categorical::sample(std::size_t n, std::uint64_t seed) const {
  return drawn(n, seed, [choice = Choice(logs(p))](Random& random) { return choice(random); });
}

Categorical Categorical::mle(std::span<const std::uint32_t> data, std::size_t n_values) {
  return map(data, DirichletPrior(n_values, 1.0));
}

Categorical Categorical::map(std::span<const std::uint32_t> data, const DirichletPrior& prior) {
  std::vector<double> counts(prior.size());
  for (const std::uint32_t x : data) {
    if (x >= counts.size()) refuse(fmt::format("{} is none of the {} values", x, counts.size()));
    ++counts[x];
  }
  return {mode(std::move(counts), prior)};
}

// log n! - sum of log x! + sum of x log p.
double Multinomial::log_density(std::span<const double> counts) const {
  if (counts.size() != p.size() || !std::all_of(counts.begin(), counts.end(), is_count)) return kLogZero;
  if (std::accumulate(counts.begin(), counts.end(), 0.0) != static_cast<double>(trials)) return kLogZero;
  double out = log_factorial(static_cast<double>(trials));
  for (std::size_t k = 0; k < p.size(); ++k)
    out += times_log(counts[k], std::log(p[k])) - log_factorial(counts[k]);
  return out;
}

// Value after value: binomial among the draws that are left, with its share of what is left.
std::vector<std::vector<double>> Multinomial::sample(std::size_t n, std::uint64_t seed) const {
  return drawn(n, seed, [&](Random& random) {
    std::vector<double> out;
    double left = static_cast<double>(trials), rest = std::accumulate(p.begin(), p.end(), 0.0);
    for (const double each : p) {
      const bool last = out.size() + 1 == p.size();
      out.push_back(last ? left : left == 0 ? 0 : random.binomial(left, std::min(1.0, each / rest)));
      left -= out.back(), rest = std::max(rest - each, 0.0);
    }
    return out;
  });
}

Multinomial Multinomial::mle(std::span<const std::vector<double>> data) {
  return map(data, DirichletPrior(data.empty() ? 0 : data[0].size(), 1.0));
}

Multinomial Multinomial::map(std::span<const std::vector<double>> data, const DirichletPrior& prior) {
  std::vector<double> counts(prior.size());
  for (const std::vector<double>& row : data) {
    if (row.size() != counts.size()) refuse("the rows have different numbers of counts");
    total(row, HUGE_VAL);
    for (std::size_t k = 0; k < row.size(); ++k) counts[k] += row[k];
  }
  const double trials = data.empty() ? 1 : std::accumulate(data[0].begin(), data[0].end(), 0.0);
  return {static_cast<std::size_t>(trials), mode(std::move(counts), prior)};
}

double Gaussian::log_density(double x) const {
  const double parameters[] = {mean, variance};
  return priory::Gaussian::Density(parameters)(x);
}

std::vector<double> Gaussian::sample(std::size_t n, std::uint64_t seed) const {
  const double parameters[] = {mean, variance};
  return drawn(n, seed, [&](Random& random) { return priory::Gaussian::sample(parameters, random); });
}

namespace {

Gaussian estimate(std::span<const double> data, const Settings& settings) {
  if (data.empty() && settings["prior-strength"] == 0) refuse("there is nothing to estimate a mean from");
  Moments<2> moments;
  for (const double x : data) {
    if (!std::isfinite(x)) refuse(fmt::format("{} is no finite number", x));
    moments.n = moments.n + Exact(1.0);
    moments.sum[0] = moments.sum[0] + Exact(x);
    moments.sum[1] = moments.sum[1] + Exact(x) * Exact(x);
  }
  const auto [mean, variance] = priory::Gaussian::estimate(moments, moments, settings, {});
  return {mean, variance};
}

Settings without_smoothing() {
  Settings out(priory::Gaussian::kOptions);
  out.set("var-smoothing", 0);
  return out;
}

}  // namespace

Gaussian Gaussian::mle(std::span<const double> data) {
  return estimate(data, without_smoothing());
}

Gaussian Gaussian::map(std::span<const double> data, const NormalInverseGammaPrior& prior) {
  Settings settings = without_smoothing();
  settings.set("prior-mean", prior.mean), settings.set("prior-strength", prior.strength);
  settings.set("prior-shape", prior.shape), settings.set("prior-scale", prior.scale);
  return estimate(data, settings);
}

}  // namespace priory::distribution
