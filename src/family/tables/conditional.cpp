// SPDX-License-Identifier: Apache-2.0
#include "family/tables/conditional.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "family/tables/combinations.h"
#include "family/tables/joint.h"
#include "family/tables/smoothed_table.h"
#include "family/tables/value_pairs.h"

namespace priory {
namespace {

constexpr Statistic kStatistics[] = {{"count", Per::value, true}};
constexpr std::array<Option, 3> kOptions = {{
    {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
    {"back-off", 0, 0, false, "so many imaginary rows, shared out as the table with one condition less says"},
    kTableBins,
}};
// The parameters by name: those of a value never seen are of each configuration of the columns given.
struct TableView {
  const Matrix& log_prob;
  std::span<const double> sizes;
  const Matrix& unseen;

  explicit TableView(const Parameters& parameters)
      : log_prob(parameters[0]), sizes(parameters[1].data), unseen(parameters[2]) {}
};

// Where a row is in the table: a cell of it; a value never seen, of a configuration that was; or no row of
// it.
struct TablePlace {
  enum class Kind { cell, unseen, nothing, unknown };
  Kind kind = Kind::cell;
  std::size_t at = 0;

  TablePlace(const TableView& view, const RowCodes& codes) {
    for (std::size_t j = 0; j < codes.size(); ++j) {
      if (codes.missing(j)) {
        kind = Kind::nothing;
        return;
      }
      const bool last = j + 1 == codes.size();
      const bool unseen = codes.unseen(j, view.sizes);
      if (unseen && !last) kind = Kind::unknown;
      if (unseen && last && kind == Kind::cell)
        kind = Kind::unseen;
      else if (!unseen)
        at = at * static_cast<std::size_t>(view.sizes[j]) + codes[j];
    }
  }
};

// log p in every cell; empty where the row says nothing. Columns given that were never seen leave all values
// as likely.
std::span<const double> log_p_of(const TableView& view, const RowCodes& codes, std::vector<double>& own) {
  if (view.log_prob.rows == 0) return {};  // a column that was always missing
  const TablePlace place(view, codes);
  if (place.kind == TablePlace::Kind::cell) return view.log_prob.row(place.at);
  if (place.kind == TablePlace::Kind::unseen) return view.unseen.row(place.at);
  if (place.kind == TablePlace::Kind::nothing) return {};
  own.assign(view.log_prob.cells, -std::log(view.sizes.back()));
  return own;
}

}  // namespace

FamilyInfo Conditional::info() const {
  return {"table",
          "",
          CellKind::codes,
          "a column with some values given others and the class: the last of those of its part",
          "log t[z][x], z the values of the columns before x",
          "t[z][x] = (count[z, x] + alpha + b s[x]) / (count[z] + alpha V + b), s the table with one "
          "condition less",
          kOptions};
}

FamilyInfo ClassConditional::info() const {
  return {"table-class",
          "",
          CellKind::codes,
          "the class given columns with some values, in place of its prior",
          "log t[z][class], z the values of the columns",
          "t[z][c] = (count[z, c] + alpha) / (count[z] + alpha K)",
          std::span(kOptions).first(1)};
}

std::span<const Statistic> Conditional::statistics() const {
  return kStatistics;
}

void Conditional::accumulate(Columns columns, const Cells& cells, Block& statistics) const {
  count_combinations(columns, cells, statistics.sums[0]);
}

Parameters Conditional::estimate(const Block& statistics, const Settings& settings,
                                 const Context& context) const {
  const Combinations& known = *context.combinations;
  const double alpha = settings["alpha"];
  Matrix out = dense_counts(statistics.sums[0], known);
  const auto n_values = static_cast<std::size_t>(known.sizes.back());
  Matrix unseen("unseen", static_cast<std::size_t>(known.n_configurations()), out.cells, false);
  if (settings["back-off"] > 0 && out.rows > 0) {
    const SmoothedTable table = backed_off(out, known.sizes, settings["alpha"], settings["back-off"]).back();
    for (std::size_t z = 0; z < unseen.rows; ++z) {
      for (std::size_t cell = 0; cell < out.cells; ++cell) {
        for (std::size_t x = 0; x < n_values; ++x)
          out.at(z * n_values + x, cell) = std::log(table.at(z, x, cell));
        unseen.at(z, cell) = std::log(table.at(z, n_values, cell));
      }
    }
    return parameters_of(std::move(out), hidden_list("sizes", known.sizes), std::move(unseen));
  }
  for (std::size_t z = 0; z < unseen.rows; ++z) {
    for (std::size_t cell = 0; cell < out.cells; ++cell) {
      double n = alpha * known.sizes.back();
      for (std::size_t x = 0; x < n_values; ++x) n += out.at(z * n_values + x, cell);
      for (std::size_t x = 0; x < n_values; ++x) {
        double& p = out.at(z * n_values + x, cell);
        p = std::log(n > 0 ? (p + alpha) / n : 1 / known.sizes.back());
      }
      unseen.at(z, cell) = n > 0 ? std::log(alpha / n) : kLogZero;
    }
  }
  return parameters_of(std::move(out), hidden_list("sizes", known.sizes), std::move(unseen));
}

Parameters ClassConditional::estimate(const Block& statistics, const Settings& settings,
                                      const Context& context) const {
  const double alpha = settings["alpha"];
  Matrix out = dense_counts(statistics.sums[0], *context.combinations);
  const auto n_cells = static_cast<double>(out.cells);
  for (std::size_t z = 0; z < out.rows; ++z) {
    double n = alpha * n_cells;
    for (const double count : out.row(z)) n += count;
    for (std::size_t cell = 0; cell < out.cells; ++cell)
      out.at(z, cell) = std::log(n > 0 ? (out.at(z, cell) + alpha) / n : 1 / n_cells);
  }
  const auto n_configurations = static_cast<std::size_t>(context.combinations->n_configurations());
  Matrix unseen("unseen", n_configurations, out.cells, false);
  std::fill(unseen.data.begin(), unseen.data.end(), -std::log(n_cells));
  return parameters_of(std::move(out), hidden_list("sizes", context.combinations->sizes), std::move(unseen));
}

void Conditional::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  const TableView view(parameters);
  thread_local std::vector<double> own;  // kept: scoring a row allocates nothing
  for (std::size_t row = 0; row < out.n_rows; ++row) {
    const std::span<const double> log_p = log_p_of(view, {columns.subspan(1), row}, own);
    for (std::size_t cell = 0; cell < log_p.size(); ++cell) out.data[cell * out.n_rows + row] += log_p[cell];
  }
}

void Conditional::explain(Columns columns, std::size_t row, const Parameters& parameters,
                          const TakeReason& take) const {
  const TableView view(parameters);
  const RowCodes codes{columns.subspan(1), row};
  const TablePlace place(view, codes);
  std::vector<double> own;
  const std::span<const double> log_p = log_p_of(view, codes, own);
  const bool cell = place.kind == TablePlace::Kind::cell;
  if (!log_p.empty()) take(cell ? static_cast<std::uint32_t>(place.at) : kWholePart, 1, log_p);
}

LinearForm Conditional::linear(const Parameters& parameters) const {
  const Matrix& table = parameters[0];
  LinearForm out;
  for (std::uint32_t v = 0; v < table.rows; ++v) out.terms.push_back({v, 1, table.at(v, 1) - table.at(v, 0)});
  return out;
}

void Conditional::sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
                         Random& random, std::span<Column> out) const {
  const TableView view(parameters);
  const auto n_values = static_cast<std::size_t>(view.sizes.back());
  std::map<std::pair<std::size_t, std::uint32_t>, Choice> choices;
  std::vector<double> log_prob(n_values);
  for (const std::uint32_t cell : cells) {
    std::size_t z = 0;
    const std::size_t row = out.back().codes.size();
    bool known = n_values > 0;  // a column without values has none to draw, and tells its children nothing
    for (std::size_t j = 0; j + 1 < out.size(); ++j) {
      known = known && out[j].codes[row] != kMissingCode;
      z = z * static_cast<std::size_t>(view.sizes[j]) + out[j].codes[row];
    }
    if (!known) {
      out.back().codes.push_back(kMissingCode);
      continue;
    }
    auto at = choices.find({z, cell});
    if (at == choices.end()) {
      for (std::size_t x = 0; x < n_values; ++x) log_prob[x] = view.log_prob.at(z * n_values + x, cell);
      at = choices.emplace(std::pair(z, cell), Choice(log_prob)).first;
    }
    out.back().codes.push_back(at->second(random));
  }
}

void ClassConditional::sample(const Parameters&, const Drawing&, std::span<const std::uint32_t>, Random&,
                              std::span<Column>) const {}

double Conditional::free_parameters(const Shape& shape, std::size_t cells) const {
  if (shape.values == 0) return 0;
  const double values = shape.sizes.back();
  return static_cast<double>(cells) * static_cast<double>(shape.values) / values * (values - 1);
}

double ClassConditional::free_parameters(const Shape& shape, std::size_t cells) const {
  return static_cast<double>(shape.values) * static_cast<double>(cells - 1);
}

double Conditional::log_prior(const Parameters& parameters, const Settings& settings) const {
  return times_sum(settings["alpha"], parameters[0].data);
}

}  // namespace priory
