// SPDX-License-Identifier: Apache-2.0
#include "family/mass.h"

#include <array>
#include <vector>

namespace priory {
namespace {

constexpr double kRun = 256;         // numbers at a time
constexpr double kNegligible = -45;  // of the log of a term beside the greatest
// From here on a double plus 1 may be the same double; the density of a few such numbers is that of the
// first.
constexpr double kLastWhole = 9007199254740992;

// Gauss and Legendre's points in (0, 1) and their weights, of 16 in (-1, 1): Abramowitz and Stegun,
// table 25.4.
constexpr std::array<double, 8> kPoints = {
    0.095012509837637440185, 0.281603550779258913230, 0.458016777657227386342, 0.617876244402643748447,
    0.755404408355003033895, 0.865631202387831743880, 0.944575023073232576078, 0.989400934991649932596};
constexpr std::array<double, 8> kWeights = {
    0.189450610455068496285, 0.182603415044923588867, 0.169156519395002538189, 0.149595988816576732081,
    0.124628971255533872052, 0.095158511682492784810, 0.062253523938647892863, 0.027152459411754094852};

double log_integral_of_piece(const LogDensity& log_density, double lo, double hi) {
  const double half = (hi - lo) / 2, middle = lo + half;
  std::vector<double> terms;
  for (std::size_t k = 0; k < kPoints.size(); ++k) {
    for (const double x : {middle - half * kPoints[k], middle + half * kPoints[k]})
      terms.push_back(std::log(half * kWeights[k]) + log_density(x));
  }
  return log_sum_exp(terms);
}

// Where pieces end: at the peak, and half, one, two, four ... deviations off.
std::vector<double> cuts_around(double peak, double deviation, double lo, double hi) {
  std::vector<double> out;
  const auto add = [&](double x) {
    if (x > lo && x < hi) out.push_back(x);
  };
  add(peak);
  const double reach = std::max(std::abs(lo - peak), std::abs(hi - peak));
  for (double off = deviation / 2; off < reach && std::isfinite(off) && off > 0; off *= 2)
    add(peak - off), add(peak + off);
  return out;
}

}  // namespace

double log_sum(const LogDensity& log_density, double middle, double first, double last) {
  if (first >= kLastWhole) return std::min(0.0, log_density(first) + std::log(last - first + 1));
  middle = std::clamp(middle, first, last);
  std::vector<double> terms;
  double greatest = kLogZero;
  const auto add = [&](double from, double to) {
    for (double x = from; x <= to; ++x) {
      terms.push_back(log_density(x));
      greatest = std::max(greatest, terms.back());
    }
  };
  for (double at = middle; at <= last; at += kRun) {
    add(at, std::min(at + kRun - 1, last));
    if (terms.back() <= greatest + kNegligible) break;
  }
  for (double end = middle - 1; end >= first; end -= kRun) {
    const std::size_t lowest = terms.size();
    add(std::max(first, end - kRun + 1), end);
    if (terms[lowest] <= greatest + kNegligible) break;
  }
  return std::min(0.0, log_sum_exp(terms));
}

double log_integral(const LogDensity& log_density, const Spread& at, const Domain& domain, double lo,
                    double hi) {
  const double deviation = std::sqrt(at.variance), period = domain.high - domain.low;
  std::vector<double> cuts = {lo, hi};
  for (const double turn : {-1.0, 0.0, 1.0}) {
    if (turn != 0 && !domain.wraps) continue;
    const auto around = cuts_around(at.mean + (turn == 0 ? 0 : turn * period), deviation, lo, hi);
    cuts.insert(cuts.end(), around.begin(), around.end());
  }
  std::sort(cuts.begin(), cuts.end());
  std::vector<double> terms;
  for (std::size_t k = 1; k < cuts.size(); ++k) {
    if (cuts[k - 1] < cuts[k]) terms.push_back(log_integral_of_piece(log_density, cuts[k - 1], cuts[k]));
  }
  return log_sum_exp(terms);
}

}  // namespace priory
