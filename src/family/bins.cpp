// SPDX-License-Identifier: Apache-2.0
#include "family/bins.h"

#include <array>
#include <mutex>
#include <numeric>

#include "core/log_space.h"
#include "family/choices.h"
#include "family/join_bins.h"
#include "family/left_out.h"
#include "kernels/table_scores.h"
#include "rows/bins.h"

namespace priory {
namespace {

constexpr Statistic kBinStatistics[] = {{"count", Per::bin, true}};

constexpr std::array<Option, 4> kBinOptions = {{
    {"bins", 256, 1, false, "at most so many bins a column, of equal frequency", 4096},
    {"join", 1, 0, false, "which neighbouring bins are one: none, mdl, or loo", 2, false, kJoinNames},
    {"bandwidth", 0, 0, false, "a smoothed histogram: counts spread over so many neighbouring bins", 1e6},
    {"alpha", 1, 0, false, "smoothing: 0 is maximum likelihood, 1 is Laplace's"},
}};

enum : std::size_t { kLogProb, kBorders, kLogDensity };

// A cell as its bins see it: what it has in each and altogether.
struct Histogram {
  std::vector<double> count;
  double total = 0;
};

// How counts are spread over neighbours: weights of distances 0, 1, ..., each source summing to one.
class Kernel {
 public:
  Kernel(double bandwidth, std::size_t n_bins) : n_(n_bins) {
    if (bandwidth <= 0) return;
    for (std::size_t d = 0; d < n_; ++d) {
      const double z = static_cast<double>(d) / bandwidth;
      if (const double w = std::exp(-z * z / 2); w > 1e-16) weight_.push_back(w);
    }
  }

  void add(std::size_t from, double count, std::vector<double>& to) const {
    if (weight_.empty()) return void(to[from] += count);
    const std::size_t reach = weight_.size() - 1;
    const std::size_t begin = from < reach ? 0 : from - reach, end = std::min(n_, from + reach + 1);
    double sum = 0;
    for (std::size_t k = begin; k < end; ++k) sum += at(from, k);
    for (std::size_t k = begin; k < end; ++k) to[k] += count * (at(from, k) / sum);
  }

 private:
  double at(std::size_t a, std::size_t b) const { return weight_[a < b ? b - a : a - b]; }

  std::size_t n_;
  std::vector<double> weight_;  // empty: counts stay where they are
};

Sums joined_counts(const Sums& fine, const Bins& bins) {
  const std::vector<std::uint32_t> map = joined_of(bins);
  Sums out(bins.joined.empty() ? bins.size() : bins.joined.size(), fine.cells());
  out.merge(fine, map, {});
  return out;
}

Histogram histogram(const Sums& joined, const Sums& total, std::size_t cell, const Kernel& kernel) {
  Histogram out{std::vector<double>(joined.rows()), total.value(0, cell)};
  for (std::size_t k = 0; k < joined.rows(); ++k) kernel.add(k, joined.value(k, cell), out.count);
  return out;
}

// log q of each bin; a cell with no row and no prior is uniform.
void fill_cell(const Histogram& from, double alpha, std::size_t cell, Parameters& out) {
  Matrix& log_prob = out[kLogProb];
  const auto n_bins = static_cast<double>(log_prob.rows);
  const double all = from.total + alpha * n_bins;
  for (std::size_t k = 0; k < log_prob.rows; ++k)
    log_prob.at(k, cell) = std::log(all > 0 ? (from.count[k] + alpha) / all : 1 / n_bins);
}

// What scores a number in each bin and cell.
void fill_density(Parameters& out) {
  const Matrix &log_prob = out[kLogProb], &borders = out[kBorders];
  for (std::size_t k = 0; k < log_prob.rows; ++k) {
    const double width = log_width(borders.at(k, 0), borders.at(k + 1, 0));
    for (std::size_t cell = 0; cell < log_prob.cells; ++cell)
      out[kLogDensity].at(k, cell) = log_prob.at(k, cell) - width;
  }
}

Parameters empty_parameters(const std::vector<double>& borders, std::size_t cells) {
  Matrix shown("borders", borders.size(), 1);
  shown.shared = true;
  std::copy(borders.begin(), borders.end(), shown.data.begin());
  return parameters_of(Matrix("log_prob", borders.size() - 1, cells), std::move(shown),
                       Matrix("log_density", borders.size() - 1, cells, false));
}

std::span<const double> borders_of(const Parameters& parameters) {
  return parameters[kBorders].data;
}

void find_bins(std::span<const double> x, std::span<const double> borders, std::vector<std::uint32_t>& out) {
  out.resize(x.size());
  for (std::size_t row = 0; row < x.size(); ++row)
    out[row] = std::isnan(x[row]) ? kMissingCode : bin_of(x[row], borders);
}

// One row less in one cell.
class LeftOutBins final : public LeftOut {
 public:
  LeftOutBins(const Sums& count, const Settings& settings)
      : count_(count), alpha_(settings["alpha"]), bandwidth_(settings["bandwidth"]) {}

  Parameters estimate(const LeftOutRow& row, const Context& context) const override {
    std::call_once(once_, [&] { prepare(*context.bins); });
    const Sums& own = row.own->sums[0];
    for (std::size_t cell = 0; cell < own.cells(); ++cell) {
      for (std::size_t k = 0; k < own.rows(); ++k)
        if (!own.zero(k, cell)) return without(*context.bins, cell, own);
    }
    return all_;
  }

 private:
  void prepare(const Bins& bins) const {
    joined_ = joined_counts(count_, bins);
    total_ = count_.total();
    all_ = empty_parameters(bins.wider().borders, count_.cells());
    map_ = joined_of(bins);
    const Kernel kernel(bandwidth_, joined_.rows());
    for (std::size_t cell = 0; cell < count_.cells(); ++cell)
      fill_cell(histogram(joined_, total_, cell, kernel), alpha_, cell, all_);
    fill_density(all_);
  }

  // Exact differences, so that the digits are those of the other rows.
  Parameters without(const Bins& bins, std::size_t cell, const Sums& own) const {
    const std::uint32_t cells[] = {static_cast<std::uint32_t>(cell)};
    Sums rest = joined_.select(first_codes(joined_.rows()), cells);
    rest.subtract(own.select(first_codes(own.rows()), cells), map_, {});
    Parameters one = empty_parameters(bins.wider().borders, 1), out = all_;
    const Kernel kernel(bandwidth_, rest.rows());
    fill_cell(histogram(rest, rest.total(), 0, kernel), alpha_, 0, one);
    fill_density(one);
    for (const std::size_t m : {kLogProb, kLogDensity}) {
      for (std::size_t bin = 0; bin < rest.rows(); ++bin) out[m].at(bin, cell) = one[m].at(bin, 0);
    }
    return out;
  }

  const Sums& count_;
  double alpha_, bandwidth_;
  mutable std::once_flag once_;
  mutable Sums joined_, total_;
  mutable std::vector<std::uint32_t> map_;
  mutable Parameters all_;
};

}  // namespace

FamilyInfo BinsFamily::info() const {
  return {"bins",
          "",
          CellKind::reals,
          "a column of numbers of any shape, a histogram in each class",
          "log q[k] - log w[k], x in bin k of width w[k]",
          "q[k] = (count[k] + alpha) / (n + alpha K)",
          kBinOptions};
}

std::span<const Statistic> BinsFamily::statistics() const {
  return kBinStatistics;
}

void BinsFamily::accumulate(Columns columns, const Cells& cells, Block& statistics) const {
  thread_local std::vector<std::uint32_t> codes;
  find_bins(columns[0]->reals, columns[0]->bins->borders, codes);
  Sums& count = statistics.sums[0];
  if (!cells.hard.empty() && cells.weight.empty()) return count.count(codes, cells.hard);
  if (!cells.hard.empty()) {
    for (std::size_t row = 0; row < codes.size(); ++row)
      if (codes[row] != kMissingCode) count.add(codes[row], cells.hard[row], cells.weight[row]);
    return;
  }
  // Soft weights have so few bits that sums of them are exact in a double.
  const WeightedCells weighted(cells, codes.size());
  for (std::size_t cell = 0; cell < cells.count; ++cell) {
    std::vector<double> sums(count.rows());
    const double* const weight = weighted.soft() + cell * codes.size();
    for (std::size_t row = 0; row < codes.size(); ++row)
      if (codes[row] != kMissingCode) sums[codes[row]] += weight[row];
    for (std::size_t k = 0; k < sums.size(); ++k)
      if (sums[k] != 0) count.add(k, cell, sums[k]);
  }
}

Parameters BinsFamily::estimate(const Block& statistics, const Settings& settings,
                                const Context& context) const {
  const Bins& bins = *context.bins;
  const Sums joined = joined_counts(statistics.sums[0], bins), total = statistics.sums[0].total();
  Parameters out = empty_parameters(bins.wider().borders, joined.cells());
  const Kernel kernel(settings["bandwidth"], joined.rows());
  for (std::size_t cell = 0; cell < joined.cells(); ++cell)
    fill_cell(histogram(joined, total, cell, kernel), settings["alpha"], cell, out);
  fill_density(out);
  return out;
}

Parameters BinsFamily::complete(Parameters shown) const {
  const Matrix& log_prob = shown[kLogProb];
  shown.emplace_back("log_density", log_prob.rows, log_prob.cells, false);
  fill_density(shown);
  return shown;
}

void BinsFamily::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  const Piece piece{columns, &parameters, nullptr};
  score_all({&piece, 1}, out);
}

void BinsFamily::score_all(std::span<const Piece> pieces, LogScores& out) const {
  thread_local std::vector<std::vector<std::uint32_t>> codes;  // kept: scoring a row allocates nothing
  thread_local std::vector<CodeScore> scores;
  if (codes.size() < pieces.size()) codes.resize(pieces.size());
  scores.clear();
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    find_bins(pieces[k].columns[0]->reals, borders_of(*pieces[k].parameters), codes[k]);
    scores.push_back({codes[k], (*pieces[k].parameters)[kLogDensity].data.data()});
  }
  score_codes(scores, out.n_rows, out.n_cells, out.data.data());
}

std::unique_ptr<LeftOut> BinsFamily::left_out(const Block& statistics, const Settings& settings) const {
  return std::make_unique<LeftOutBins>(statistics.sums[0], settings);
}

void BinsFamily::explain(Columns columns, std::size_t row, const Parameters& parameters,
                         const TakeReason& take) const {
  const double x = columns[0]->reals[row];
  if (!std::isnan(x)) take(kWholePart, x, parameters[kLogDensity].row(bin_of(x, borders_of(parameters))));
}

// Of the bins: how wide they are is the same for both cells.
LinearForm BinsFamily::linear(const Parameters& parameters) const {
  LinearForm out;
  const Matrix& table = parameters[kLogProb];
  for (std::uint32_t k = 0; k < table.rows; ++k) out.terms.push_back({k, 1, table.at(k, 1) - table.at(k, 0)});
  return out;
}

void BinsFamily::sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
                        Random& random, std::span<Column> out) const {
  const std::span<const double> borders = borders_of(parameters);
  const Matrix& log_prob = parameters[kLogProb];
  const bool whole = of_whole_numbers(borders);
  std::vector<std::optional<Choice>> choices(log_prob.cells);
  for (const std::uint32_t cell : cells) {
    std::vector<double> of_cell;
    for (std::size_t k = 0; !choices[cell] && k < log_prob.rows; ++k) of_cell.push_back(log_prob.at(k, cell));
    if (!choices[cell]) choices[cell].emplace(of_cell);
    const std::uint32_t k = (*choices[cell])(random);
    const double x = std::lerp(borders[k], borders[k + 1], random.uniform());
    out[0].reals.push_back(whole ? std::clamp(std::nearbyint(x), borders[k] + 0.5, borders[k + 1] - 0.5) : x);
  }
}

double BinsFamily::free_parameters(const Shape& shape, std::size_t cells) const {
  return shape.bins == 0 ? 0 : static_cast<double>((shape.bins - 1) * cells);
}

double BinsFamily::log_prior(const Parameters& parameters, const Settings& settings) const {
  return times_sum(settings["alpha"], parameters[kLogProb].data);
}

std::optional<Spread> BinsFamily::spread(const Parameters& parameters, std::size_t cell, std::size_t) const {
  const std::span<const double> borders = borders_of(parameters);
  const Matrix& log_prob = parameters[kLogProb];
  const bool whole = of_whole_numbers(borders);
  Spread out;
  for (std::size_t k = 0; k < log_prob.rows; ++k)
    out.mean += std::exp(log_prob.at(k, cell)) * std::midpoint(borders[k], borders[k + 1]);
  for (std::size_t k = 0; k < log_prob.rows; ++k) {
    const double from_mean = std::midpoint(borders[k], borders[k + 1]) - out.mean;
    const double half = borders[k + 1] / 2 - borders[k] / 2, unit = whole ? 0.25 : 0;
    out.variance += std::exp(log_prob.at(k, cell)) * (from_mean * from_mean + (half * half - unit) / 3);
  }
  return out;
}

std::optional<double> BinsFamily::log_mass(const Parameters& parameters, std::size_t cell, std::size_t,
                                           std::span<const double>, double lo, double hi) const {
  const std::span<const double> borders = borders_of(parameters);
  if (of_whole_numbers(borders)) lo = std::floor(lo) + 0.5, hi = std::ceil(hi) - 0.5;
  std::vector<double> terms;
  for (std::size_t k = 0; k + 1 < borders.size(); ++k) {
    const double low = std::max(lo, borders[k]), high = std::min(hi, borders[k + 1]);
    if (low < high) terms.push_back(parameters[kLogDensity].at(k, cell) + log_width(low, high));
  }
  return terms.empty() ? kLogZero : log_sum_exp(terms);
}

Domain BinsFamily::support(const Parameters& parameters, std::size_t) const {
  const std::span<const double> borders = borders_of(parameters);
  return {.low = borders.front(), .high = borders.back(), .whole = of_whole_numbers(borders)};
}

}  // namespace priory
