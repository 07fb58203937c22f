// SPDX-License-Identifier: Apache-2.0
#include "family/tables/aode.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/log_space.h"
#include "family/choices.h"

namespace priory {
namespace {

constexpr std::array<Option, 6> kAodeOptions = {{
    kPairAlpha,
    kPairMEstimate,
    kPairBackOff,
    {"frequency-limit", 0, 0, false, "a value of fewer rows is nothing that others depend on"},
    {"joint-prior", 0, 0, true, "the class and a value are smoothed as one table, as Weka does"},
    kTableBins,
}};

// The parameters by name. `parent` has log P(x_i | c) as the density has it, `log_weight` log w_i of each
// value, and of one that is no x_i minus infinity.
struct AodeView {
  const Matrix& single;
  const Matrix& given;
  const Matrix& parent;
  std::span<const double> log_weight, sizes;
  std::span<const double> shift;  // of each cell, where a row has no x_i

  explicit AodeView(const Parameters& parameters)
      : single(parameters[0]),
        given(parameters[1]),
        parent(parameters[2]),
        log_weight(parameters[3].data),
        sizes(parameters[4].data),
        shift(parameters[5].data) {}

  std::size_t n_values() const { return parent.rows; }
  std::size_t n_cells() const { return single.cells; }
  const double* row_given(std::uint32_t z) const { return given.data.data() + z * single.rows * n_cells(); }
};

// Scores rows one after the other; the cells of a row are few, so that they are the innermost loop.
struct AodeScratch {
  std::vector<double> of_parent, log_weight, sum, most;
};

class AodeScorer {
 public:
  AodeScorer(const AodeView& view, AodeScratch& scratch)
      : view_(view),
        of_parent_(scratch.of_parent),
        log_weight_(scratch.log_weight),
        sum_(scratch.sum),
        most_(scratch.most) {
    sum_.resize(view.n_cells()), most_.resize(view.n_cells());
  }

  // log p of a row in every cell.
  std::span<const double> operator()(std::span<const std::uint32_t> values) {
    n_parents_ = 0, log_weight_.clear();
    if (of_parent_.size() < values.size() * view_.n_cells())
      of_parent_.resize(values.size() * view_.n_cells());
    for (const std::uint32_t z : values) {
      if (z < view_.n_values() && view_.log_weight[z] > kLogZero) add_parent(z, values);
    }
    n_parents_ == 0 ? add_singles(values) : add_up();
    return sum_;
  }

 private:
  // Two cells are most common, and short enough for the compiler to keep them in a register.
  void add_parent(std::uint32_t z, std::span<const std::uint32_t> values) {
    double* const to = &of_parent_[n_parents_ * view_.n_cells()];
    view_.n_cells() == 2 ? add_given<2>(z, values, to) : add_given<0>(z, values, to);
    ++n_parents_;
    log_weight_.push_back(view_.log_weight[z]);
  }

  template <std::size_t kCells>
  void add_given(std::uint32_t z, std::span<const std::uint32_t> values, double* out) const {
    const std::size_t n = kCells > 0 ? kCells : view_.n_cells();
    const double* const first = &view_.parent.data[z * n];
    const double* const given = view_.row_given(z);
    if constexpr (kCells > 0) {
      std::array<double, kCells> sum;
      std::copy(first, first + kCells, sum.begin());
      for (const std::uint32_t x : values) {  // what is given itself is 0 there
        for (std::size_t c = 0; c < kCells; ++c) sum[c] += given[x * kCells + c];
      }
      std::copy(sum.begin(), sum.end(), out);
    } else {
      std::copy(first, first + n, out);
      for (const std::uint32_t x : values) {
        for (std::size_t c = 0; c < n; ++c) out[c] += given[x * n + c];
      }
    }
  }

  void add_singles(std::span<const std::uint32_t> values) {
    std::copy(view_.shift.begin(), view_.shift.end(), sum_.begin());
    for (const std::uint32_t x : values) {
      for (std::size_t c = 0; c < sum_.size(); ++c) sum_[c] += view_.single.data[x * sum_.size() + c];
    }
  }

  // The logarithm of the weighted mean of what the parents say.
  void add_up() {
    const std::size_t n = view_.n_cells();
    for (std::size_t i = 0; i < n_parents_; ++i) {
      for (std::size_t c = 0; c < n; ++c) {
        double& each = of_parent_[i * n + c];
        each += log_weight_[i];
        if (i == 0 || each > most_[c]) most_[c] = each;
      }
    }
    double weight = 0;
    for (const double each : log_weight_) weight += std::exp(each);
    std::fill(sum_.begin(), sum_.end(), 0.0);
    for (std::size_t i = 0; i < n_parents_; ++i) {
      for (std::size_t c = 0; c < n; ++c) {
        if (most_[c] > kLogZero) sum_[c] += std::exp(of_parent_[i * n + c] - most_[c]);
      }
    }
    for (std::size_t c = 0; c < n; ++c)
      sum_[c] = most_[c] > kLogZero ? most_[c] + std::log(sum_[c] / weight) : kLogZero;
  }

  const AodeView& view_;
  std::size_t n_parents_ = 0;
  std::vector<double>&of_parent_, &log_weight_, &sum_, &most_;
};

// log P(c, x) / P(c), the two smoothed as one table.
double joint_over_class(const PairCounted& counted, const PairSmoothing& smoothing, const Context& context,
                        std::size_t v, std::size_t cell, double single) {
  const std::size_t c = counted.n_cells, j = counted.column[v];
  double n = 0, rows = 0;
  for (std::size_t k = 0; k < c; ++k) n += counted.total[j * c + k], rows += context.cell_count[k];
  const double of_class = context.cell_count[cell] / rows;
  if (!(of_class > 0)) return std::log(single);
  const double joint = smoothing(counted.one[v * c + cell], n, of_class * single,
                                 static_cast<double>(c) * counted.n_values[j]);
  return std::log(joint / of_class);
}

Matrix parents_of(const PairCounted& counted, const Settings& settings, const Context& context,
                  const Matrix& single) {
  Matrix out("parent", counted.size(), counted.n_cells, false);
  const PairSmoothing smoothing(settings);
  const bool joint = settings["joint-prior"] != 0 && !context.cell_count.empty();
  for (std::size_t v = 0; v < out.rows; ++v) {
    for (std::size_t c = 0; c < out.cells; ++c)
      out.at(v, c) = joint ? joint_over_class(counted, smoothing, context, v, c, std::exp(single.at(v, c)))
                           : single.at(v, c);
  }
  return out;
}

std::vector<double> parent_weights(const PairCounted& counted, double frequency_limit) {
  std::vector<double> out;
  for (std::size_t v = 0; v < counted.size(); ++v) {
    double n = 0;
    for (std::size_t c = 0; c < counted.n_cells; ++c) n += counted.one[v * counted.n_cells + c];
    out.push_back(n < frequency_limit ? kLogZero : 0);
  }
  return out;
}

// log of the smoothed probability of each cell over the plain one: 0 unless the two are smoothed together.
Matrix shifts_of(std::size_t n_cells, const Settings& settings, const Context& context) {
  Matrix out("shift", 1, n_cells, false);
  if (settings["joint-prior"] == 0 || context.cell_count.empty()) return out;
  const PairSmoothing smoothing(settings);
  double rows = 0;
  for (std::size_t c = 0; c < n_cells; ++c) rows += context.cell_count[c];
  for (std::size_t c = 0; c < n_cells; ++c) {
    const double n = context.cell_count[c];
    if (n > 0)
      out.at(0, c) = std::log(smoothing(n, rows, n / rows, static_cast<double>(n_cells)) / (n / rows));
  }
  return out;
}

// The values of one column, drawn by their log probabilities: of a value z of another, or alone.
class AodeDraw {
 public:
  explicit AodeDraw(const AodeView& view) : view_(view) {
    first_.push_back(0);
    for (const double size : view.sizes) first_.push_back(first_.back() + static_cast<std::uint32_t>(size));
  }

  void operator()(std::uint32_t cell, Random& random, std::span<Column> out) {
    std::vector<std::uint32_t> row(out.size(), kMissingCode);
    const auto parent = static_cast<std::size_t>(random.below(out.size()));
    const bool has_values = first_[parent + 1] > first_[parent];
    if (has_values) row[parent] = draw(kAlone, cell, parent, random);
    for (std::size_t j = 0; j < out.size(); ++j) {
      if (j != parent && first_[j + 1] > first_[j])
        row[j] = draw(has_values ? first_[parent] + row[parent] : kAlone, cell, j, random);
      out[j].codes.push_back(row[j]);
    }
  }

 private:
  static constexpr std::uint32_t kAlone = 0xFFFFFFFF;

  std::uint32_t draw(std::uint32_t given, std::uint32_t cell, std::size_t column, Random& random) {
    auto at = choices_.find({given, cell, column});
    if (at == choices_.end()) {
      std::vector<double> log_p;
      for (std::uint32_t x = first_[column]; x < first_[column + 1]; ++x)
        log_p.push_back(given == kAlone ? view_.single.at(x, cell)
                                        : view_.given.at(given * view_.single.rows + x, cell));
      at = choices_.emplace(std::tuple(given, cell, column), Choice(log_p)).first;
    }
    return at->second(random);
  }

  const AodeView& view_;
  std::vector<std::uint32_t> first_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::size_t>, Choice> choices_;
};

}  // namespace

FamilyInfo Aode::info() const {
  return {"aode",
          "",
          CellKind::codes,
          "columns with some values, each in turn what the others depend on beside the class",
          "log mean_i P(x_i) prod_j P(x_j | x_i)",
          kPairEstimator,
          kAodeOptions};
}

Parameters Aode::of_counts(const PairCounted& counted, const Settings& settings,
                           const Context& context) const {
  const PairSmoothing smoothing(settings);
  Matrix single = log_single(counted, smoothing);
  Matrix given = log_given(counted, smoothing, single);
  Matrix parent = parents_of(counted, settings, context, single);
  return parameters_of(std::move(single), std::move(given), std::move(parent),
                       hidden_list("log_weight", parent_weights(counted, settings["frequency-limit"])),
                       hidden_list("sizes", counted.n_values), shifts_of(counted.n_cells, settings, context));
}

void Aode::score(Columns columns, const Parameters& parameters, LogScores& out) const {
  const AodeView view(parameters);
  thread_local AodeScratch scratch;  // a row at a time asks for no memory
  AodeScorer scorer(view, scratch);
  for (std::size_t row = 0; row < out.n_rows; ++row) {
    const std::span<const std::uint32_t> values = values_of(columns[0]->bag, row);
    const std::span<const double> log_p = scorer(values);
    for (std::size_t cell = 0; cell < log_p.size(); ++cell) out.data[cell * out.n_rows + row] += log_p[cell];
  }
}

void Aode::explain(Columns columns, std::size_t row, const Parameters& parameters,
                   const TakeReason& take) const {
  const AodeView view(parameters);
  AodeScratch scratch;
  AodeScorer scorer(view, scratch);
  const std::span<const std::uint32_t> values = values_of(columns[0]->bag, row);
  const auto whole = scorer(values);
  std::vector<double> rest(whole.begin(), whole.end());
  const std::vector<double> all = rest;
  for (std::size_t k = 0; values.size() > 1 && k < values.size(); ++k) {
    std::vector<std::uint32_t> others(values.begin(), values.end());
    others.erase(others.begin() + static_cast<long>(k));
    const std::span<const double> without = scorer(others);
    std::vector<double> change(all.size());
    for (std::size_t c = 0; c < all.size(); ++c) {
      // What is impossible without the cell too is not its doing.
      change[c] = without[c] == kLogZero ? 0 : all[c] - without[c];
      if (rest[c] > kLogZero) rest[c] = change[c] == kLogZero ? 0 : rest[c] - change[c];
    }
    take(values[k], 1, change);
  }
  const bool nothing = values.empty() && std::ranges::all_of(rest, [](double each) { return each == 0; });
  if (!nothing) take(values.size() == 1 ? values[0] : kWholePart, 1, rest);
}

void Aode::sample(const Parameters& parameters, const Drawing&, std::span<const std::uint32_t> cells,
                  Random& random, std::span<Column> out) const {
  const AodeView view(parameters);
  AodeDraw draw(view);
  for (const std::uint32_t cell : cells) draw(cell, random, out);
}

}  // namespace priory
