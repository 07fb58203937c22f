// SPDX-License-Identifier: Apache-2.0
// The densities of generative families sum to one, by going through all that a cell can hold.
#include <functional>
#include <gmock/gmock.h>

#include "core/log_space.h"
#include "making.h"

namespace priory::testing {
namespace {

class Density : public EveryFamily {
 protected:
  // The sum over the rows of p(row | cell), for each cell.
  std::vector<double> total(const ColumnList& columns, const Parameters& parameters, double step = 1) const {
    const LogScores scores = scored(family(), columns, parameters);
    std::vector<double> out(kCells);
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      for (std::size_t row = 0; row < scores.n_rows; ++row)
        out[cell] += step * std::exp(scores.at(cell, row));
    }
    return out;
  }

  // A column as the j-th of a part, the others of which are missing.
  ColumnList alone(const Column& column, std::size_t j) const {
    ColumnList out(n_columns(family()));
    for (Column& each : out) each.reals.assign(column.reals.size(), kMissingReal);
    out[j] = column;
    return out;
  }

  // A row of every combination.
  ColumnList all_rows() const {
    ColumnList out = empty_sample(family()).columns;
    for (std::uint32_t cell = 0; cell < n_values(family()); ++cell) {
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
    for (unsigned seed = 0; seed < 20; ++seed) {
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

Column reals_from(double first, double last, double step) {
  Column out;
  for (double x = first; x <= last; x += step) out.reals.push_back(x);
  return out;
}

TEST_P(Density, SumsToOneOverAllThereIs) {
  const std::size_t n = n_values(family());
  for_many([&](const Parameters& parameters) {
    switch (family().info().kind) {
      case CellKind::codes:
        if (combines(family())) return expect_one_each(total(all_rows(), parameters), 1e-12);
        return expect_ones(total({all_codes(n)}, parameters), 1e-12);
      case CellKind::reals:
        if (family().domain().whole) return expect_ones(total({reals_from(0, 300, 1)}, parameters), 1e-12);
        for (std::size_t j = 0; j < n_columns(family()); ++j)  // each column, with the others unknown
          expect_ones(total(alone(reals_from(-60, 60, 0.01), j), parameters, 0.01), 1e-9);
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
