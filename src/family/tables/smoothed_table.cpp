// SPDX-License-Identifier: Apache-2.0
#include "family/tables/smoothed_table.h"

#include <fmt/format.h>

#include "priory/error.h"

namespace priory {
namespace {

constexpr double kMostNumbers = 0x1p24;  // of a table: 128 megabytes

// Counts summed over the last of the conditions: z x values x cells to z' x values x cells.
Matrix without_last(const Matrix& count, std::size_t n_last, std::size_t n_values) {
  Matrix out("", count.rows / n_last, count.cells);
  for (std::size_t row = 0; row < count.rows; ++row) {
    const std::size_t z = row / n_values / n_last, x = row % n_values;
    for (std::size_t cell = 0; cell < count.cells; ++cell)
      out.at(z * n_values + x, cell) += count.at(row, cell);
  }
  return out;
}

// Of the values of x alone: neither class nor conditions.
SmoothedTable shortest(const Matrix& count, std::size_t n_values) {
  SmoothedTable out{n_values, Matrix("", n_values + 1, count.cells)};
  std::vector<double> of_value(n_values + 1);
  double total = 0;
  for (std::size_t x = 0; x < n_values; ++x) {
    for (std::size_t cell = 0; cell < count.cells; ++cell)
      of_value[x] += count.at(x, cell), total += count.at(x, cell);
  }
  for (std::size_t x = 0; x <= n_values; ++x) {
    for (std::size_t cell = 0; cell < count.cells; ++cell)
      out.p.at(x, cell) = (of_value[x] + 1) / (total + static_cast<double>(n_values));
  }
  return out;
}

// `n_last`: how many values the condition has that `below` is without.
SmoothedTable smoothed(const Matrix& count, const SmoothedTable& below, std::size_t n_last, double alpha,
                       double back_off) {
  const std::size_t n_values = below.n_values, n_z = count.rows / n_values;
  SmoothedTable out{n_values, Matrix("", n_z * (n_values + 1), count.cells)};
  for (std::size_t z = 0; z < n_z; ++z) {
    for (std::size_t cell = 0; cell < count.cells; ++cell) {
      double n = alpha * static_cast<double>(n_values) + back_off;
      for (std::size_t x = 0; x < n_values; ++x) n += count.at(z * n_values + x, cell);
      for (std::size_t x = 0; x <= n_values; ++x) {
        const double met = x < n_values ? count.at(z * n_values + x, cell) : 0;
        const double shorter = below.at(z / n_last, x, cell);
        out.p.at(z * (n_values + 1) + x, cell) = n > 0 ? (met + alpha + back_off * shorter) / n : shorter;
      }
    }
  }
  return out;
}

}  // namespace

Matrix dense_counts(const Sums& count, const Combinations& known) {
  const double n = known.n_cells() * static_cast<double>(count.cells());
  if (n > kMostNumbers)
    throw Error(ErrorKind::data,
                fmt::format("a conditional table of {:.6g} probabilities is too large (the most is {:.6g})",
                            n, kMostNumbers),
                {}, "take a structure with fewer parents, or leave out columns with many values (‹ignore›)");
  Matrix out("log_prob", static_cast<std::size_t>(known.n_cells()), count.cells());
  for (std::size_t v = 0; v < count.rows(); ++v) {
    for (std::size_t cell = 0; known.cell[v] != kNoCell && cell < count.cells(); ++cell)
      out.at(static_cast<std::size_t>(known.cell[v]), cell) = count.value(v, cell);
  }
  return out;
}

std::vector<SmoothedTable> backed_off(const Matrix& count, std::span<const double> sizes, double alpha,
                                      double back_off) {
  const auto n_values = static_cast<std::size_t>(sizes.back());
  if (sizes.size() == 1) return {smoothed(count, shortest(count, n_values), 1, alpha, back_off)};
  const auto n_last = static_cast<std::size_t>(sizes[sizes.size() - 2]);
  std::vector<double> fewer(sizes.begin(), sizes.end() - 2);
  fewer.push_back(sizes.back());
  std::vector<SmoothedTable> out = backed_off(without_last(count, n_last, n_values), fewer, alpha, back_off);
  out.push_back(smoothed(count, out.back(), n_last, alpha, back_off));
  return out;
}

}  // namespace priory
