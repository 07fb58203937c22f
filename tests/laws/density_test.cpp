// SPDX-License-Identifier: Apache-2.0
// The densities of generative families sum to one, by going through all that a cell can hold.
#include <functional>
#include <gmock/gmock.h>

#include "cases.h"
#include "core/log_space.h"
#include "laws/grid.h"
#include "making.h"

namespace priory::testing {
namespace {

class Density : public EveryFamily {
 protected:
  // The sum over the rows of p(row | cell), for each cell.
  std::vector<double> total(const ColumnList& columns, const Parameters& parameters) const {
    const LogScores scores = scored(family(), columns, parameters);
    std::vector<double> out(kCells);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      for (std::size_t row = 0; row < scores.n_rows; ++row) out[cell] += std::exp(scores.at(cell, row));
    }
    return out;
  }

  // Where there is nothing, f may be anything.
  static double times(double p, double f) { return p == 0 ? 0 : p * f; }

  // For each cell the integral over the numbers of column j, those of the others unknown, of density times
  // f(x).
  template <class F>
  std::vector<double> integral(const Parameters& parameters, std::size_t j, const F& f) const {
    std::vector<double> out(kCells);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const Bins* const bins = bins_of(family());
      const Grid grid = bins != nullptr ? grid_in_bins(*bins, bins->borders.front(), bins->borders.back())
                                        : grid_over(family().domain(), *family().spread(parameters, cell, j));
      Column column;
      column.reals = grid.x;
      const LogScores scores = scored(family(), alone(column, j), parameters);
      for (std::size_t row = 0; row < scores.n_rows; ++row)
        out[cell] += times(std::exp(scores.at(cell, row) + std::log(grid.weight[row])), f(grid.x[row]));
    }
    return out;
  }

  // The same over whole numbers, as many as have a probability.
  template <class F>
  std::vector<double> sum(const Parameters& parameters, const F& f) const {
    std::vector<double> out(kCells);
    Column column;
    for (double x = 0; x < 3000; ++x) column.reals.push_back(x);
    const LogScores scores = scored(family(), {column}, parameters);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      for (std::size_t row = 0; row < scores.n_rows; ++row)
        out[cell] += std::exp(scores.at(cell, row)) * f(column.reals[row]);
    }
    return out;
  }

  template <class F>
  std::vector<double> expected(const Parameters& parameters, std::size_t j, const F& f) const {
    return family().domain().whole ? sum(parameters, f) : integral(parameters, j, f);
  }

  // Of what goes up to a number below which there is a last double: what lies above that, in the worst cell.
  double beyond_doubles(const Parameters& parameters) const {
    const Domain domain = family().domain();
    if (!domain.open || std::isinf(domain.high)) return 0;
    double out = 0;
    for (std::size_t cell = 0; cell < kCells; ++cell)
      out = std::max(out, std::exp(*family().log_mass(parameters, cell, 0, {}, std::nextafter(domain.high, 0),
                                                      domain.high)));
    return 2 * out;  // points are rounded to the nearest
  }

  // A column as the j-th of a part, the others of which are missing.
  ColumnList alone(const Column& column, std::size_t j) const {
    ColumnList out(n_columns(family()));
    for (Column& each : out) each.reals.assign(column.reals.size(), kMissingReal);
    out[j] = column;
    return out;
  }

  // The integral of the density from lo to hi: tanh and sinh crowd the points at both ends.
  std::vector<double> between(const Parameters& parameters, std::size_t j, double lo, double hi) const {
    constexpr double kStep = 0.002;
    Column column;
    std::vector<double> weight;
    if (const Bins* const bins = bins_of(family())) {
      const Grid grid = grid_in_bins(*bins, lo, hi);
      column.reals = grid.x, weight = grid.weight;
    }
    for (double u = -3.4; u <= 3.4 && bins_of(family()) == nullptr; u += kStep) {
      const double s = 1.5707963267948966 * std::sinh(u);
      column.reals.push_back(lo + (hi - lo) / (1 + std::exp(-2 * s)));
      weight.push_back((hi - lo) * 1.5707963267948966 * std::cosh(u) / (std::cosh(s) * std::cosh(s)) / 2 *
                       kStep);
    }
    const LogScores scores = scored(family(), alone(column, j), parameters);
    std::vector<double> out(kCells);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      for (std::size_t row = 0; row < scores.n_rows; ++row)
        out[cell] += std::exp(scores.at(cell, row)) * weight[row];
    }
    return out;
  }

  // A row of every combination.
  ColumnList all_rows() const {
    ColumnList out = empty_sample(family()).columns;
    for (std::uint32_t cell = 0; cell < 8; ++cell) {
      for (std::size_t j = 1; j < out.size(); ++j) out[j].codes.push_back(cell >> (out.size() - 1 - j) & 1);
    }
    combine(family(), out);
    return out;
  }

  // What is conditioned on some columns sums to one for each of their combinations.
  void expect_one_each(const std::vector<double>& totals, double tolerance) const {
    const double n = std::exp2(static_cast<double>(family().n_given(n_columns(family()))));
    for (const double each : totals) EXPECT_NEAR(each, n, n * tolerance);
  }

  // Parameters from random rows, smoothed or not; some cells may have no row at all.
  void for_many(const std::function<void(const Parameters&)>& law) const {
    for (unsigned seed = 0; seed < cases(20); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Random random(seed);
      const Block block = learnt(family(), draw_sample(random, family(), 10 + below(random, 30)));
      for (const Settings& settings : {settings_of(family()), maximum_likelihood(family())}) {
        const Parameters parameters = estimated(family(), block, settings);
        if (usable(family(), parameters)) law(parameters);
      }
    }
  }
};

void expect_ones(const std::vector<double>& totals, double tolerance) {
  EXPECT_THAT(totals, ::testing::Each(::testing::DoubleNear(1, tolerance)));
}

Column all_codes(std::size_t n) {
  Column out;
  out.kind = CellKind::codes;
  for (std::uint32_t code = 0; code < n; ++code) out.codes.push_back(code);
  return out;
}

// Every set of words as a text.
Column all_subsets(std::size_t n_words) {
  Column out;
  out.kind = CellKind::bag;
  for (std::uint32_t set = 0; set < (1U << n_words); ++set) {
    for (std::uint32_t word = 0; word < n_words; ++word) {
      if ((set >> word & 1) != 0) out.bag.word.push_back(word), out.bag.count.push_back(1);
    }
    out.bag.end_row(false);
  }
  return out;
}

// Every text of two words in a row, "a a", "a b", "b a" and so on.
Column all_pairs(std::size_t n_words) {
  Column out;
  out.kind = CellKind::bag;
  for (std::uint32_t first = 0; first < n_words; ++first) {
    for (std::uint32_t second = 0; second < n_words; ++second) {
      out.bag.word.push_back(first), out.bag.count.push_back(first == second ? 2 : 1);
      if (first != second) out.bag.word.push_back(second), out.bag.count.push_back(1);
      out.bag.end_row(false);
    }
  }
  return out;
}

constexpr double kIntegrated = 1e-9;

TEST_P(Density, SumsToOneOverAllThereIs) {
  const std::size_t n = n_values(family());
  for_many([&](const Parameters& parameters) {
    switch (family().info().kind) {
      case CellKind::codes:
        if (combines(family())) return expect_one_each(total(all_rows(), parameters), 1e-12);
        return expect_ones(total({all_codes(n)}, parameters), 1e-12);
      case CellKind::reals:
        for (std::size_t j = 0; j < n_columns(family()); ++j)  // each column, with the others unknown
          expect_ones(expected(parameters, j, [](double) { return 1; }),
                      family().domain().whole ? 1e-12 : kIntegrated + 1.01 * beyond_doubles(parameters));
        return;
      case CellKind::bag: {
        // Where the empty text is certain, the length of a text is given and not modelled.
        Column empty;
        empty.kind = CellKind::bag, empty.bag.end_row(false);
        const bool length_given = scored(family(), {empty}, parameters).at(0, 0) == 0;
        return expect_ones(total({length_given ? all_pairs(n) : all_subsets(n)}, parameters), 1e-12);
      }
    }
  });
}

// Mean and variance are those of the density; of angles, that go round, the mean is where the resultant
// points.
TEST_P(Density, HasTheSpreadItSays) {
  if (family().info().kind != CellKind::reals) GTEST_SKIP() << "has no numbers";
  for_many([&](const Parameters& parameters) {
    for (std::size_t j = 0; j < n_columns(family()); ++j) {
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        const Spread at = *family().spread(parameters, cell, j);
        if (family().domain().wraps) {
          const double off = expected(parameters, j, [&](double x) { return std::sin(x - at.mean); })[cell];
          EXPECT_NEAR(off, 0, 1e-9);
          continue;
        }
        const double mean = expected(parameters, j, [](double x) { return x; })[cell];
        const double variance =
            expected(parameters, j, [&](double x) { return (x - at.mean) * (x - at.mean); })[cell];
        const double beyond = 1.01 * beyond_doubles(parameters);
        EXPECT_NEAR(mean, at.mean, 1e-8 * (std::abs(at.mean) + std::sqrt(at.variance)) + beyond);
        EXPECT_NEAR(variance, at.variance, 1e-7 * at.variance + beyond);
      }
    }
  });
}

// Between any two numbers lies what the density has there, and beyond the domain nothing.
TEST_P(Density, HasTheMassItSaysInAnyInterval) {
  if (family().info().kind != CellKind::reals) GTEST_SKIP() << "has no numbers";
  Random random(7);
  for_many([&](const Parameters& parameters) {
    const Domain domain = family().domain();
    for (std::size_t j = 0; j < n_columns(family()); ++j) {
      double lo = draw_real(random, domain), hi = draw_real(random, domain);
      if (lo > hi) std::swap(lo, hi);
      const std::vector<double> inside =
          domain.whole ? expected(parameters, j, [&](double x) { return x > lo && x < hi ? 1 : 0; })
                       : between(parameters, j, lo, hi);
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        const auto mass = [&](double from, double to) {
          return *family().log_mass(parameters, cell, j, {}, from, to);
        };
        EXPECT_NEAR(std::exp(mass(lo, hi)), inside[cell], 1e-9 * inside[cell] + 1e-300) << lo << " to " << hi;
        EXPECT_NEAR(mass(-HUGE_VAL, HUGE_VAL), 0, 1e-12);
        EXPECT_EQ(mass(hi, lo), kLogZero);
        if (std::isfinite(domain.low)) {
          EXPECT_EQ(mass(domain.low - 5, domain.low), kLogZero);
        }
        if (std::isfinite(domain.high)) {
          EXPECT_EQ(mass(domain.high, domain.high + 5), kLogZero);
        }
      }
    }
  });
}

TEST_P(Density, IsNeverNan) {
  Random random(1);
  for_many([&](const Parameters& parameters) {
    const Sample sample = draw_sample(random, family(), 50);
    for (const double score : scored(family(), sample.columns, parameters).data)
      EXPECT_FALSE(std::isnan(score));
  });
}

TEST_P(Density, OfMissingCellsIsOne) {
  Random random(2);
  for_many([&](const Parameters& parameters) {
    const Sample missing = draw_sample(random, family(), 5, 1, false);
    EXPECT_THAT(scored(family(), missing.columns, parameters).data, ::testing::Each(0.0));
  });
}

TEST_P(Density, IsAddedToTheScoresThatAreThere) {
  Random random(3);
  const Sample sample = draw_sample(random, family(), 20);
  const Parameters parameters = estimated(family(), learnt(family(), sample), settings_of(family()));
  const LogScores once = scored(family(), sample.columns, parameters);
  LogScores twice = once;
  family().score(pointers(sample.columns), parameters, twice);
  for (std::size_t k = 0; k < once.data.size(); ++k) EXPECT_DOUBLE_EQ(twice.data[k], 2 * once.data[k]);
}

INSTANTIATE_TEST_SUITE_P(Families, Density, every_generative_family(), family_label);

}  // namespace
}  // namespace priory::testing
