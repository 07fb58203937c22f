// SPDX-License-Identifier: Apache-2.0
#include "plan/make_bins.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace priory {
namespace {

constexpr double kFarthest = std::numeric_limits<double>::max();

// Halfway between two numbers, above the first. Not "0.15000000000000002". Borders of whole numbers lie
// between two of them.
double border_between(double a, double b, bool whole) {
  const double middle = std::midpoint(a, b);
  if (whole) return std::floor(middle) + 0.5;
  const std::string text = fmt::format("{:.15g}", middle);
  double plain = middle;
  std::from_chars(text.data(), text.data() + text.size(), plain);
  if (plain > a && plain <= b) return plain;
  return middle > a ? middle : b;
}

// As far beyond the outermost number as the border next to it is before it, and beyond it in any case.
double end_below(double number, double border, bool whole) {
  const double end = whole ? number - 0.5 : number - (border - number);
  return std::isfinite(end) && end < number ? end : std::nextafter(number, -kFarthest);
}

double end_above(double number, double border, bool whole) {
  const double end = whole ? number + 0.5 : number + (number - border);
  return std::isfinite(end) && end > number ? end : std::nextafter(number, kFarthest);
}

// Which of the boundaries 1 .. n-1 between n weights are nearest to the quantiles.
std::vector<std::size_t> quantiles(std::span<const double> weight, std::size_t n, double offset) {
  std::vector<double> below(weight.size() + 1);
  std::partial_sum(weight.begin(), weight.end(), below.begin() + 1);
  std::vector<std::size_t> out;
  for (std::size_t j = 1; j < n + (offset > 0 ? 1 : 0); ++j) {
    const double at = (static_cast<double>(j) - offset) / static_cast<double>(n) * below.back();
    const auto above = static_cast<std::size_t>(std::ranges::lower_bound(below, at) - below.begin());
    const std::size_t nearest = above > 0 && at - below[above - 1] <= below[above] - at ? above - 1 : above;
    const bool inside = nearest > 0 && nearest < weight.size();
    if (inside && (out.empty() || out.back() < nearest)) out.push_back(nearest);
  }
  return out;
}

bool all_whole(std::span<const NumberCount> numbers) {
  return std::ranges::all_of(numbers, [](const NumberCount& each) {
    return std::abs(each.value) < 0x1p50 && each.value == std::trunc(each.value);
  });
}

// The numbers cut where `cuts` say: before numbers[cut].
Bins cut(std::span<const NumberCount> numbers, const std::vector<std::size_t>& cuts) {
  const bool whole = all_whole(numbers);
  const auto border = [&](const NumberCount& a, const NumberCount& b) {
    return border_between(a.value, b.value, whole);
  };
  const NumberCount *first = numbers.data(), *last = first + numbers.size() - 1;
  const double low = first == last ? first->value + 0.5 : border(first[0], first[1]);
  const double high = first == last ? last->value - 0.5 : border(last[-1], last[0]);
  Bins out{{end_below(first->value, low, whole)}, {}};
  for (const std::size_t at : cuts) out.borders.push_back(border(numbers[at - 1], numbers[at]));
  out.borders.push_back(end_above(last->value, high, whole));
  out.borders.erase(std::unique(out.borders.begin(), out.borders.end()), out.borders.end());
  return out;
}

Bins fine_bins(const ColumnProfile& column, std::size_t most) {
  const std::vector<NumberCount>& numbers = column.numbers;
  if (numbers.empty()) return {{0, 1}, {}};
  std::vector<std::size_t> cuts(numbers.size() - 1);
  std::iota(cuts.begin(), cuts.end(), std::size_t{1});
  if (numbers.size() <= most) return cut(numbers, cuts);
  std::vector<double> weight;
  weight.reserve(numbers.size());
  for (const NumberCount& each : numbers) weight.push_back(static_cast<double>(each.count));
  return cut(numbers, quantiles(weight, most, 0));
}

}  // namespace

std::vector<double> weights_in(const Bins& bins, const ColumnProfile& column) {
  std::vector<double> out(bins.size());
  for (const NumberCount& each : column.numbers)
    out[bins.find(each.value)] += static_cast<double>(each.count);
  return out;
}

Bins coarser(const Bins& fine, std::span<const double> weight, std::size_t n, double offset) {
  Bins out{{fine.borders.front()}, {}};
  for (const std::size_t at : quantiles(weight, n, offset)) out.borders.push_back(fine.borders[at]);
  out.borders.push_back(fine.borders.back());
  return out;
}

Bins bins_of(const ColumnProfile& column, std::size_t most) {
  Bins fine = fine_bins(column, std::max(most, kFineBins));
  return fine.size() <= most ? fine : coarser(fine, weights_in(fine, column), most);
}

void join_by_frequency(Bins& bins, const ColumnProfile& column, std::size_t n) {
  const Bins wide = coarser(bins, weights_in(bins, column), n);
  bins.joined.clear();
  for (std::size_t k = 0; k < wide.size(); ++k) bins.joined.push_back(bins.find(wide.borders[k]));
}

bool takes_bins(const ColumnProfile& column) {
  return column.n_numbers > 0 && column.n_numbers == column.n_present() && column.declared_values.empty();
}

void declare_bins(PartPlan& part) {
  if (part.kind != CellKind::codes) return;
  for (std::size_t j = 0; j < part.bins.size(); ++j) {
    if (!part.binned(j)) continue;
    if (part.declared_of.size() == part.columns.size())
      part.declared_of[j] = part.bins[j].labels();
    else
      part.declared = part.bins[j].labels(), part.in_order = true;
  }
}

}  // namespace priory
