// SPDX-License-Identifier: Apache-2.0
#include "family/tables/value_pairs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/log_space.h"

namespace priory {
namespace {

constexpr double kMostPairNumbers = 0x1p28;  // of a table: 2 gigabytes
constexpr std::size_t kRowsAtOnce = 16;      // whose pairs lie in the cache while they are counted

// Rows of a statistic, those of some rows of the table one after the other.
struct RowList {
  std::vector<std::size_t> begin = {0};
  std::vector<std::uint32_t> cell, row;

  void end(std::uint32_t of_cell) { begin.push_back(row.size()), cell.push_back(of_cell); }
  void count_into(Sums& sums) {
    if (!row.empty()) sums.add(Sums::Scattered{begin, cell, row, {}});
    begin.assign(1, 0), cell.clear(), row.clear();
  }
};

// The values of some rows, and every two of them.
struct PairList {
  RowList ones, twos;
  std::vector<std::uint32_t> first;  // of each value: the row of it and value 0

  void add(std::span<const std::uint32_t> values, std::uint32_t cell) {
    const std::size_t at = twos.row.size(), n = values.size();
    ones.row.insert(ones.row.end(), values.begin(), values.end());
    ones.end(cell);
    first.resize(n);
    for (std::size_t i = 0; i < n; ++i) first[i] = static_cast<std::uint32_t>(n_value_pairs(values[i]));
    twos.row.resize(at + n_value_pairs(n));
    std::uint32_t* to = twos.row.data() + at;
    for (std::size_t i = 1; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j)
        *to++ = values[j] < values[i] ? first[i] + values[j] : first[j] + values[i];
    }
    twos.end(cell);
  }
  void count_into(Block& statistics) {
    ones.count_into(statistics.sums[0]), twos.count_into(statistics.sums[1]);
  }
};

double one_if_none(double n_values) {
  return n_values > 0 ? n_values : 1;
}

void count_pairs(const Bag& rows, const Cells& cells, Block& statistics) {
  Sums &one = statistics.sums[0], &two = statistics.sums[1];
  const std::size_t n_rows = rows.n_rows();
  const bool plain = !cells.hard.empty() && cells.weight.empty();
  PairList list;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::span<const std::uint32_t> values = values_of(rows, row);
    cells.visit(row, n_rows, [&](std::uint32_t cell, double w) {
      if (plain) return list.add(values, cell);
      for (const std::uint32_t value : values) one.add(value, cell, w);
      for (std::size_t i = 1; i < values.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) two.add(value_pair(values[j], values[i]), cell, w);
      }
    });
    if (row % kRowsAtOnce == kRowsAtOnce - 1) list.count_into(statistics);
  }
  list.count_into(statistics);
}

}  // namespace

std::vector<std::uint32_t> columns_of_values(std::span<const double> sizes) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t j = 0; j < sizes.size(); ++j)
    out.insert(out.end(), static_cast<std::size_t>(sizes[j]), j);
  return out;
}

void check_pairs(std::size_t n_values, std::size_t n_columns, std::size_t n_cells) {
  const double n = static_cast<double>(n_values) * static_cast<double>(n_values + n_columns) *
                   static_cast<double>(n_cells);
  if (n <= kMostPairNumbers) return;
  throw Error(ErrorKind::data,
              fmt::format("the tables of every two of {} values in {} classes are {:.3g} probabilities; the "
                          "most is {:.3g}",
                          n_values, n_cells, n, kMostPairNumbers),
              {},
              "leave out columns with many values (‹ignore›), or give them a family of their own (‹types›)");
}

PairCounted PairCounted::of(const Block& statistics, std::span<const double> sizes) {
  const Sums &one = statistics.sums[0], &two = statistics.sums[1];
  PairCounted out{columns_of_values(sizes), {sizes.begin(), sizes.end()}, one.cells(), {}, {}, {}, {}};
  const std::size_t n = out.size(), d = out.n_columns(), c = out.n_cells;
  check_pairs(n, d, c);
  out.one.resize(n * c), out.total.resize(d * c), out.two.resize(n * n * c), out.given.resize(n * d * c);
  for (std::size_t v = 0; v < n; ++v) {
    one.values(v, std::span(out.one).subspan(v * c, c));
    for (std::size_t k = 0; k < c; ++k) out.total[out.column[v] * c + k] += out.one[v * c + k];
  }
  for (std::size_t b = 1; b < n; ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      double* const ab = &out.two[(a * n + b) * c];
      double* const ba = &out.two[(b * n + a) * c];
      two.values(value_pair(a, b), {ab, c});
      for (std::size_t k = 0; k < c; ++k) {
        ba[k] = ab[k];
        out.given[(a * d + out.column[b]) * c + k] += ab[k];
        out.given[(b * d + out.column[a]) * c + k] += ab[k];
      }
    }
  }
  return out;
}

// Sums of whole numbers, or of multiples of 2^-24, are exact in a double: what is taken away is as if it had
// never been there.
PairCounted PairCounted::without(const LeftOutRow& row) const {
  const std::size_t n = row.n_left, d = n_columns(), c = n_cells, n_own = row.values.size();
  PairCounted out{{}, n_values, c, {}, total, std::vector<double>(n * n * c), {}};
  const Sums &own_one = row.own->sums[0], &own_two = row.own->sums[1];
  for (std::size_t i = 0; i < n_own; ++i) {
    const std::uint32_t j = column[row.values[i]];
    for (std::size_t k = 0; k < c; ++k) out.total[j * c + k] -= own_one.value(i, k);
    if (i >= n) out.n_values[j] -= 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t v = row.values[i];
    out.column.push_back(column[v]);
    for (std::size_t k = 0; k < c; ++k) out.one.push_back(one[v * c + k] - own_one.value(i, k));
    out.given.insert(out.given.end(), given.begin() + static_cast<long>(v * d * c),
                     given.begin() + static_cast<long>((v + 1) * d * c));
    for (std::size_t j = 0; j < n_own; ++j) {
      for (std::size_t k = 0; k < c && j != i; ++k) {
        const double taken = own_two.value(value_pair(i, j), k);
        out.given[(i * d + column[row.values[j]]) * c + k] -= taken;
        if (j < n) out.two[(i * n + j) * c + k] = two[(v * size() + row.values[j]) * c + k] - taken;
      }
    }
  }
  return out;
}

Matrix log_single(const PairCounted& counted, const PairSmoothing& smoothing) {
  const std::size_t n = counted.size(), d = counted.n_columns(), c = counted.n_cells;
  Matrix out("log_prob", n + d, c);
  for (std::size_t row = 0; row < n + d; ++row) {
    const std::size_t j = row < n ? counted.column[row] : row - n;
    const double n_values = one_if_none(counted.n_values[j]);
    double of_value = 0, of_all = 0;
    for (std::size_t k = 0; k < c; ++k) {
      of_value += row < n ? counted.one[row * c + k] : 0;
      of_all += counted.total[j * c + k];
    }
    const double shortest = smoothing.shortest(of_value, of_all, n_values);
    for (std::size_t k = 0; k < c; ++k)
      out.at(row, k) = std::log(
          smoothing(row < n ? counted.one[row * c + k] : 0, counted.total[j * c + k], shortest, n_values));
  }
  return out;
}

Matrix log_given(const PairCounted& counted, const PairSmoothing& smoothing, const Matrix& log_single) {
  const std::size_t n = counted.size(), d = counted.n_columns(), c = counted.n_cells;
  Matrix out("log_prob_given", n * (n + d), c);
  std::vector<double> single(log_single.data.size());
  for (std::size_t k = 0; k < single.size(); ++k) single[k] = std::exp(log_single.data[k]);
  for (std::size_t z = 0; z < n; ++z) {
    for (std::size_t x = 0; x < n + d; ++x) {
      const std::size_t j = x < n ? counted.column[x] : x - n;
      if (j == counted.column[z]) {  // values of one column are never together
        for (std::size_t k = 0; k < c && x != z; ++k) out.at(z * (n + d) + x, k) = kLogZero;
        continue;
      }
      const double n_values = one_if_none(counted.n_values[j]);
      for (std::size_t k = 0; k < c; ++k)
        out.at(z * (n + d) + x, k) =
            std::log(smoothing(x < n ? counted.two[(z * n + x) * c + k] : 0,
                               counted.given[(z * d + j) * c + k], single[x * c + k], n_values));
    }
  }
  return out;
}

namespace {

class LeftOutOfPairs final : public LeftOut {
 public:
  LeftOutOfPairs(const PairFamily& family, PairCounted all, Settings settings)
      : family_(family), all_(std::move(all)), settings_(std::move(settings)) {}

  Parameters estimate(const LeftOutRow& row, const Context& context) const override {
    return family_.of_counts(all_.without(row), settings_, context);
  }

 private:
  const PairFamily& family_;
  PairCounted all_;
  Settings settings_;
};

}  // namespace

void PairFamily::accumulate(Columns columns, const Cells& cells, Block& statistics) const {
  count_pairs(columns[0]->bag, cells, statistics);
}

Parameters PairFamily::estimate(const Block& statistics, const Settings& settings,
                                const Context& context) const {
  return of_counts(PairCounted::of(statistics, context.combinations->sizes), settings, context);
}

std::unique_ptr<LeftOut> PairFamily::left_out_in(const Block& statistics, const Settings& settings,
                                                 const Context& context) const {
  return std::make_unique<LeftOutOfPairs>(*this, PairCounted::of(statistics, context.combinations->sizes),
                                          settings);
}

LinearForm PairFamily::linear(const Parameters&) const {
  throw Error(ErrorKind::usage, "the logarithm of a mean of probabilities has no linear form");
}

// Of every value given its cell, and of every two values given it.
double PairFamily::free_parameters(const Shape& shape, std::size_t cells) const {
  double sum = 0, squares = 0;
  for (const double size : shape.sizes) {
    const double free = std::max(size - 1, 0.0);
    sum += free, squares += free * free;
  }
  return static_cast<double>(cells) * (sum + (sum * sum - squares) / 2);
}

}  // namespace priory
