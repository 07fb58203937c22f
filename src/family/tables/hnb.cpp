// SPDX-License-Identifier: Apache-2.0
#include "family/tables/hnb.h"

#include <cmath>

#include "core/log_space.h"

namespace priory {
namespace {

constexpr std::array<Option, 4> kHnbOptions = {{kPairAlpha, kPairMEstimate, kPairBackOff, kTableBins}};

// The parameters by name. `given` has probabilities and not their logarithms; `column` is that of each value,
// and `weight` W, column by column.
struct HnbView {
  const Matrix& single;
  const Matrix& given;
  std::span<const double> column, weight;

  explicit HnbView(const Parameters& parameters)
      : single(parameters[0]), given(parameters[1]), column(parameters[2].data), weight(parameters[3].data) {}

  std::size_t n_values() const { return column.size(); }
  std::size_t n_columns() const { return single.rows - n_values(); }
  std::size_t column_of(std::uint32_t value) const {
    return value < n_values() ? static_cast<std::size_t>(column[value]) : value - n_values();
  }
  double weight_of(std::uint32_t x, std::uint32_t z) const {
    return weight[column_of(x) * n_columns() + column_of(z)];
  }
};

// log of what the value x adds, in every cell.
void hidden_log_p(const HnbView& view, std::span<const std::uint32_t> values, std::uint32_t x,
                  std::vector<double>& out) {
  const std::size_t n = view.single.cells;
  out.assign(n, 0.0);
  double total = 0;
  for (const std::uint32_t z : values) {
    if (z == x || z >= view.n_values()) continue;
    const double w = view.weight_of(x, z);
    const double* const p = &view.given.data[(z * view.single.rows + x) * n];
    for (std::size_t c = 0; c < n; ++c) out[c] += w * p[c];
    total += w;
  }
  for (std::size_t c = 0; c < n; ++c) out[c] = total > 0 ? std::log(out[c] / total) : view.single.at(x, c);
}

}  // namespace

FamilyInfo Hnb::info() const {
  return {"hnb",
          "",
          CellKind::codes,
          "columns with some values, each given the class and a mean of all the others",
          "sum_j log mean_i P(x_j | x_i)",
          kPairEstimator,
          kHnbOptions};
}

Parameters Hnb::of_counts(const PairCounted& counted, const Settings& settings,
                          const Context& context) const {
  const PairSmoothing smoothing(settings);
  Matrix single = log_single(counted, smoothing);
  Matrix given = log_given(counted, smoothing, single);
  given.name = "prob_given";
  for (double& each : given.data) each = std::exp(each);
  const std::size_t d = counted.n_columns();
  return parameters_of(
      std::move(single), std::move(given),
      hidden_list("column", {counted.column.begin(), counted.column.end()}),
      hidden_list("weight",
                  context.weights.size() == d * d ? context.weights : std::vector<double>(d * d, 1.0)));
}

void Hnb::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  const HnbView view(parameters);
  thread_local std::vector<double> log_p;
  for (std::size_t row = 0; row < out.n_rows; ++row) {
    const std::span<const std::uint32_t> values = values_of(columns[0]->bag, row);
    for (const std::uint32_t x : values) {
      hidden_log_p(view, values, x, log_p);
      for (std::size_t cell = 0; cell < log_p.size(); ++cell)
        out.data[cell * out.n_rows + row] += log_p[cell];
    }
  }
}

void Hnb::explain(Columns columns, std::size_t row, const Parameters& parameters,
                  const TakeReason& take) const {
  const HnbView view(parameters);
  const std::span<const std::uint32_t> values = values_of(columns[0]->bag, row);
  std::vector<double> log_p;
  for (const std::uint32_t x : values) {
    hidden_log_p(view, values, x, log_p);
    take(x, 1, log_p);
  }
}

}  // namespace priory
