// SPDX-License-Identifier: Apache-2.0
#include "audit/drift_tests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/incomplete_gamma.h"

namespace priory {
namespace {

double sum_of(const std::vector<double>& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

double chi_squared_tail(double x, std::size_t degrees) {
  return degrees == 0 ? 1 : upper_incomplete_gamma(static_cast<double>(degrees) / 2, x / 2);
}

double term(double observed, double expected) {
  return observed > 0 ? 2 * observed * std::log(observed / expected) : 0;
}

}  // namespace

GTest g_test(const std::vector<double>& learnt, const std::vector<double>& now) {
  const double n_learnt = sum_of(learnt), n_now = sum_of(now), n = n_learnt + n_now;
  GTest out;
  out.of_value.resize(learnt.size());
  if (n_learnt <= 0 || n_now <= 0) return out;
  std::size_t n_values = 0;
  for (std::size_t v = 0; v < learnt.size(); ++v) {
    const double both = learnt[v] + now[v];
    if (both <= 0) continue;
    ++n_values;
    out.of_value[v] = term(learnt[v], both * n_learnt / n) + term(now[v], both * n_now / n);
    out.g += out.of_value[v];
  }
  out.g = std::max(0.0, out.g);
  out.degrees = n_values - 1;
  out.p_value = chi_squared_tail(out.g, out.degrees);
  return out;
}

double stability_index(const std::vector<double>& learnt, const std::vector<double>& now) {
  constexpr double kHalf = 0.5;
  const double more = kHalf * static_cast<double>(learnt.size());
  const double n_learnt = sum_of(learnt) + more, n_now = sum_of(now) + more;
  double out = 0;
  for (std::size_t v = 0; v < learnt.size(); ++v) {
    const double p = (learnt[v] + kHalf) / n_learnt, q = (now[v] + kHalf) / n_now;
    out += (q - p) * std::log(q / p);
  }
  return out;
}

GTest g_test(const Moments2& learnt, const Moments2& now) {
  GTest out;
  const double n = learnt.n + now.n;
  if (learnt.n < 2 || now.n < 2) return out;
  const double mean = (learnt.n * learnt.mean + now.n * now.mean) / n;
  const auto about = [&](const Moments2& of) { return of.n * (of.variance + std::pow(of.mean - mean, 2)); };
  const double both = (about(learnt) + about(now)) / n;
  if (both <= 0) return out;
  const auto part = [&](const Moments2& of) {
    return of.variance > 0 ? of.n * std::log(both / of.variance) : std::numeric_limits<double>::infinity();
  };
  out.g = std::max(0.0, part(learnt) + part(now));
  out.degrees = 2;
  out.p_value = chi_squared_tail(out.g, out.degrees);
  return out;
}

double stability_index(const Moments2& learnt, const Moments2& now) {
  const double a = learnt.variance, b = now.variance, between = std::pow(learnt.mean - now.mean, 2);
  if (a == b && between == 0) return 0;
  if (a <= 0 || b <= 0) return std::numeric_limits<double>::infinity();
  return ((a / b + b / a) / 2 - 1) + between * (1 / a + 1 / b) / 2;
}

}  // namespace priory
