// SPDX-License-Identifier: Apache-2.0
#include "query/g_test.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/incomplete_gamma.h"

namespace priory::query {
namespace {

using Values = std::vector<std::string>;

// The rows with one value of what is given.
struct Stratum {
  double n = 0;
  std::map<Values, double> left, right;
};

Values part_of(const ReplyRow& row, std::size_t begin, std::size_t end) {
  return {row.values.begin() + static_cast<std::ptrdiff_t>(begin),
          row.values.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace

IndependenceAnswer g_test(std::span<const ReplyRow> rows, std::size_t n_left, std::size_t n_right) {
  const auto left = [&](const ReplyRow& row) { return part_of(row, 0, n_left); };
  const auto right = [&](const ReplyRow& row) { return part_of(row, n_left, n_left + n_right); };
  const auto given = [&](const ReplyRow& row) { return part_of(row, n_left + n_right, row.values.size()); };
  std::map<Values, Stratum> strata;
  double n = 0;
  for (const ReplyRow& row : rows) {
    const double count = std::exp(row.log_joint);
    if (count == 0) continue;
    Stratum& at = strata[given(row)];
    at.n += count, at.left[left(row)] += count, at.right[right(row)] += count;
    n += count;
  }
  IndependenceAnswer out;
  for (const ReplyRow& row : rows) {
    const double count = std::exp(row.log_joint);
    if (count == 0) continue;
    const Stratum& at = strata[given(row)];
    out.statistic +=
        2 * count * (std::log(count / at.left.at(left(row))) - std::log(at.right.at(right(row)) / at.n));
  }
  out.statistic = std::max(out.statistic, 0.0);  // rounding
  for (const auto& [values, at] : strata)
    out.degrees_of_freedom += static_cast<double>((at.left.size() - 1) * (at.right.size() - 1));
  out.mutual_information = n > 0 ? out.statistic / (2 * n) : 0;
  if (out.degrees_of_freedom > 0)
    out.p_value = upper_incomplete_gamma(out.degrees_of_freedom / 2, out.statistic / 2);
  return out;
}

}  // namespace priory::query
