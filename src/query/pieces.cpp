// SPDX-License-Identifier: Apache-2.0
#include "query/pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/log_space.h"

namespace priory::query {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void add(const LogMass& more, LogMass& to) {
  for (std::size_t cell = 0; cell < to.size(); ++cell) {
    const double both[] = {to[cell], more[cell]};
    to[cell] = log_sum_exp(both);
  }
}

std::vector<double> cuts_of(std::span<const Test> tests) {
  std::vector<double> out;
  for (const Test& test : tests) {
    for (const Constant& each : test.constants) out.push_back(*each.number);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// A number strictly between two, if there is one.
std::optional<double> inside(double lo, double hi) {
  if (std::isinf(lo) && std::isinf(hi)) return 0;
  const double out = std::isinf(lo)   ? std::nextafter(hi, -kInfinity)
                     : std::isinf(hi) ? std::nextafter(lo, kInfinity)
                                      : lo + (hi - lo) / 2;
  return out > lo && out < hi && std::isfinite(out) ? std::optional(out) : std::nullopt;
}

}  // namespace

std::vector<ValuePiece> pieces_of_values(std::span<const Value> values, std::span<const LogMass> log_mass,
                                         std::span<const Test> tests) {
  std::map<std::vector<bool>, ValuePiece> pieces;
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::vector<bool> passed;
    for (const Test& test : tests) passed.push_back(holds(test, values[k]));
    const auto [at, is_new] = pieces.try_emplace(passed, ValuePiece{{values[k]}, log_mass[k]});
    if (!is_new) add(log_mass[k], at->second.log_mass);
  }
  std::vector<ValuePiece> out;
  out.reserve(pieces.size());
  for (auto& [passed, piece] : pieces) out.push_back(std::move(piece));
  return out;
}

std::vector<ValuePiece> pieces_of_numbers(const ModelColumn& column, std::span<const Test> tests,
                                          std::span<const double> row, std::size_t n_cells) {
  const bool whole = column.part->family->domain().whole;
  const auto mass = [&](double lo, double hi) {
    return interval_mass(*column.part, column.place, row, lo, hi, n_cells);
  };
  std::vector<ValuePiece> out;
  double lo = -kInfinity;
  for (const double cut : cuts_of(tests)) {
    if (const auto value = inside(lo, cut)) out.push_back({{Value::of(*value)}, mass(lo, cut)});
    out.push_back(
        {{Value::of(cut)}, whole ? count_mass(*column.part, cut, n_cells) : LogMass(n_cells, kLogZero)});
    lo = cut;
  }
  if (const auto value = inside(lo, kInfinity)) out.push_back({{Value::of(*value)}, mass(lo, kInfinity)});
  return out;
}

}  // namespace priory::query
