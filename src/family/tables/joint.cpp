// SPDX-License-Identifier: Apache-2.0
#include "family/tables/joint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "family/tables/combinations.h"

namespace priory {
namespace {

constexpr Statistic kJointStatistics[] = {{"count", Per::value, true}};
constexpr std::array<Option, 1> kJointOptions = {{
    {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
}};

// The parameters by name. The last row of `log_prob` is that of every combination not met.
struct JointView {
  const Matrix& log_prob;
  std::span<const double> sizes;
  std::span<const double> cell;  // of every combination

  explicit JointView(const Parameters& parameters)
      : log_prob(parameters[0]), sizes(parameters[1].data), cell(parameters[2].data) {}

  double n_cells() const { return n_cells_of(sizes); }
  double n_met() const {
    return static_cast<double>(cell.size()) - static_cast<double>(std::ranges::count(cell, kNoCell));
  }
  std::span<const double> unmet() const { return log_prob.row(log_prob.rows - 1); }
};

bool fits(double cell, const RowCodes& codes, std::span<const double> sizes) {
  return cell != kNoCell && all_values(cell, sizes, [&](std::size_t j, std::uint32_t value) {
           return codes.missing(j) || codes[j] == value;
         });
}

// What a row with missing cells can be: combinations met, and how many that were not.
struct Possible {
  std::vector<std::uint32_t> met;
  double n_unmet = 1;

  void find(const JointView& view, const RowCodes& codes) {
    bool known = true;
    met.clear(), n_unmet = 1;
    for (std::size_t j = 0; j < codes.size(); ++j) {
      if (codes.missing(j)) n_unmet *= view.sizes[j];
      known = known && !codes.unseen(j, view.sizes);
    }
    for (std::uint32_t v = 0; known && v < view.cell.size(); ++v) {
      if (fits(view.cell[v], codes, view.sizes)) met.push_back(v);
    }
    n_unmet -= static_cast<double>(met.size());
  }

  // The log probabilities of all of them in a cell; those not met together are the last.
  void log_prob(const JointView& view, std::size_t cell, std::vector<double>& out) const {
    out.clear();
    for (const std::uint32_t v : met) out.push_back(view.log_prob.at(v, cell));
    out.push_back(n_unmet > 0 ? view.unmet()[cell] + std::log(n_unmet) : kLogZero);
  }
};

// Of what is impossible in either cell, nothing speaks for one of them.
double log_ratio(double a, double b) {
  return a == b ? 0 : a - b;
}

bool all_missing(const RowCodes& codes) {
  for (std::size_t j = 0; j < codes.size(); ++j) {
    if (!codes.missing(j)) return false;
  }
  return true;
}

// log p of a row with missing cells, in every cell; nothing of one without any. Valid until the next call in
// the same thread.
std::span<const double> summed_over(const JointView& view, const RowCodes& codes) {
  thread_local std::vector<double> out, terms;  // kept: scoring a row allocates nothing
  thread_local Possible possible;
  out.assign(view.log_prob.cells, 0);
  if (all_missing(codes)) return out;
  possible.find(view, codes);
  for (std::size_t cell = 0; cell < out.size(); ++cell) {
    possible.log_prob(view, cell, terms);
    out[cell] = log_sum_exp(terms);
  }
  return out;
}

void write_codes(double cell, std::span<const double> sizes, std::span<Column> out) {
  each_value(cell, sizes, [&](std::size_t j, std::uint32_t value) { out[j].codes.push_back(value); });
}

// Draws cells of the table: first a combination met or none of them, then one of those not met.
class CellChoice {
 public:
  CellChoice(const JointView& view, std::size_t cell, const std::set<double>& met)
      : view_(&view), met_(&met), choice_(weights(view, cell)) {}

  double operator()(Random& random) const {
    const std::uint32_t v = choice_(random);
    if (v < view_->cell.size()) return view_->cell[v];
    for (;;) {
      const auto cell = static_cast<double>(random.below(static_cast<std::uint64_t>(view_->n_cells())));
      if (!met_->contains(cell)) return cell;
    }
  }

 private:
  static std::vector<double> weights(const JointView& view, std::size_t cell) {
    std::vector<double> out;
    for (std::size_t v = 0; v < view.cell.size(); ++v)
      out.push_back(view.cell[v] == kNoCell ? kLogZero : view.log_prob.at(v, cell));
    const double unmet = view.n_cells() - view.n_met();
    out.push_back(unmet > 0 ? view.unmet()[cell] + std::log(unmet) : kLogZero);
    return out;
  }

  const JointView* view_;
  const std::set<double>* met_;
  Choice choice_;
};

}  // namespace

void count_combinations(Columns columns, const Cells& cells, Sums& count) {
  const std::span<const std::uint32_t> codes = columns[0]->codes;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (codes[row] == kMissingCode) continue;
    cells.visit(row, codes.size(), [&](std::uint32_t cell, double w) { count.add(codes[row], cell, w); });
  }
}

FamilyInfo Joint::info() const {
  return {"joint",
          "",
          CellKind::codes,
          "columns with some values, each combination of them with its probability in each class",
          "log t[x], x a combination of values",
          "t[x] = (count[x] + alpha) / (n + alpha V), V the number of all combinations",
          kJointOptions};
}

std::span<const Statistic> Joint::statistics() const {
  return kJointStatistics;
}

void Joint::accumulate(Columns columns, const Cells& cells, Block& statistics) const {
  count_combinations(columns, cells, statistics.sums[0]);
}

// Each cell's weight of a row with missing columns is shared out among the combinations it can be. Shares are
// on a grid so that their sums take few words.
void Joint::accumulate_expected(Columns columns, const Cells& cells, const Parameters& parameters,
                                Block& statistics) const {
  constexpr double kGrid = 0x1p52;
  const JointView view(parameters);
  Sums& count = statistics.sums[0];
  const std::size_t n_rows = columns[1]->codes.size();
  std::vector<double> terms;
  Possible possible;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::uint32_t code = columns[0]->codes[row];
    const RowCodes codes{columns.subspan(1), row};
    if (code != kMissingCode && (code >= view.cell.size() || view.cell[code] != kNoCell)) {
      cells.visit(row, n_rows, [&](std::uint32_t cell, double w) {
        if (code < view.cell.size()) count.add(code, cell, w);
      });
      continue;
    }
    if (all_missing(codes)) continue;
    possible.find(view, codes);
    cells.visit(row, n_rows, [&](std::uint32_t cell, double w) {
      possible.log_prob(view, cell, terms);
      double total = log_sum_exp(terms);
      if (total == kLogZero) {  // none of them has any weight yet: all alike
        std::fill(terms.begin(), terms.end(), 0.0);
        total = std::log(static_cast<double>(possible.met.size()));
      }
      for (std::size_t k = 0; k < possible.met.size(); ++k)
        count.add(possible.met[k], cell, std::nearbyint(w * std::exp(terms[k] - total) * kGrid) / kGrid);
    });
  }
}

Parameters Joint::estimate(const Block& statistics, const Settings& settings, const Context& context) const {
  const Sums& count = statistics.sums[0];
  const Combinations& known = *context.combinations;
  const double alpha = settings["alpha"], n_cells = known.n_cells();
  const double uniform = n_cells > 0 ? -std::log(n_cells) : 0;  // no cells: columns that were always missing
  std::vector<std::uint32_t> met, cells;
  for (std::uint32_t v = 0; v < known.cell.size(); ++v) {
    if (known.cell[v] != kNoCell) met.push_back(v);
  }
  for (std::uint32_t cell = 0; cell < count.cells(); ++cell) cells.push_back(cell);
  const Sums total = count.select(met, cells).total();
  Matrix out("log_prob", count.rows() + 1, count.cells());
  for (std::size_t cell = 0; cell < count.cells(); ++cell) {
    const double n = total.value(0, cell) + alpha * n_cells;
    for (std::size_t v = 0; v < count.rows(); ++v)
      out.at(v, cell) = known.cell[v] == kNoCell ? kLogZero
                        : n > 0                  ? std::log((count.value(v, cell) + alpha) / n)
                                                 : uniform;
    out.at(count.rows(), cell) = n > 0 ? std::log(alpha / n) : uniform;
  }
  return parameters_of(std::move(out), hidden_list("sizes", known.sizes), hidden_list("cell", known.cell));
}

void Joint::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  const JointView view(parameters);
  for (std::size_t row = 0; row < out.n_rows; ++row) {
    const std::uint32_t code = columns[0]->codes[row];
    if (code == kMissingCode) {
      const std::span<const double> log_p = summed_over(view, {columns.subspan(1), row});
      for (std::size_t cell = 0; cell < out.n_cells; ++cell) out.of(cell)[row] += log_p[cell];
      continue;
    }
    const std::span<const double> log_p = view.log_prob.row(code);
    for (std::size_t cell = 0; cell < out.n_cells; ++cell) out.data[cell * out.n_rows + row] += log_p[cell];
  }
}

void Joint::explain(Columns columns, std::size_t row, const Parameters& parameters,
                    const TakeReason& take) const {
  const JointView view(parameters);
  const std::uint32_t code = columns[0]->codes[row];
  const RowCodes codes{columns.subspan(1), row};
  if (code != kMissingCode)
    take(code, 1, view.log_prob.row(code));
  else if (!all_missing(codes))
    take(kWholePart, 1, summed_over(view, codes));
}

// Of indicators of the combinations; the bias is what one not met adds. Rows without missing cells only.
LinearForm Joint::linear(const Parameters& parameters) const {
  const JointView view(parameters);
  const bool bounded = view.n_cells() > view.n_met() && std::isfinite(view.unmet()[0]);
  LinearForm out{bounded ? view.unmet()[1] - view.unmet()[0] : 0, {}};
  for (std::uint32_t v = 0; v < view.cell.size(); ++v) {
    if (view.cell[v] != kNoCell)
      out.terms.push_back({v, 1, log_ratio(view.log_prob.at(v, 1), view.log_prob.at(v, 0)) - out.bias});
  }
  return out;
}

void Joint::sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
                   Random& random, std::span<Column> out) const {
  const JointView view(parameters);
  if (view.n_cells() == 0) {  // a column without values: every row misses it
    for (Column& column : out) column.codes.assign(cells.size(), kMissingCode);
    return;
  }
  const std::set<double> met(view.cell.begin(), view.cell.end());
  std::vector<CellChoice> choices;
  for (std::size_t cell = 0; cell < view.log_prob.cells; ++cell) choices.emplace_back(view, cell, met);
  for (const std::uint32_t cell : cells) write_codes(choices[cell](random), view.sizes, out);
}

double Joint::free_parameters(const Shape& shape, std::size_t cells) const {
  return shape.values == 0 ? 0 : static_cast<double>(cells) * (static_cast<double>(shape.values) - 1);
}

double Joint::log_prior(const Parameters& parameters, const Settings& settings) const {
  const JointView view(parameters);
  const double alpha = settings["alpha"], unmet = view.n_cells() - view.n_met();
  double out = 0;
  for (std::size_t cell = 0; alpha > 0 && cell < view.log_prob.cells; ++cell) {
    for (std::size_t v = 0; v < view.cell.size(); ++v) {
      if (view.cell[v] != kNoCell) out += alpha * view.log_prob.at(v, cell);
    }
    if (unmet > 0) out += alpha * unmet * view.unmet()[cell];
  }
  return out;
}

}  // namespace priory
