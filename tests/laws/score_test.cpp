// SPDX-License-Identifier: Apache-2.0
// The ways to look at a score agree, for every family: reasons sum to it, and the linear form is the
// difference of two.
#include <algorithm>
#include <map>

#include "cases.h"
#include "core/log_space.h"
#include "making.h"
#include "rows/bins.h"

namespace priory::testing {
namespace {

class Score : public EveryFamily {
 protected:
  // Parameters of `kCells` cells from random rows.
  Parameters draw_parameters(Random& random, const Settings& settings) const {
    return estimated(family(), learnt(family(), draw_sample(random, family(), 40)), settings);
  }

  // Rows to be scored; some of their values and words were never seen.
  ColumnList with_unseen(Random& random) const {
    ColumnList out = draw_sample(random, family(), 30).columns;
    Column& column = out[0];
    const auto unseen = static_cast<std::uint32_t>(n_values(family()));
    if (!column.codes.empty()) column.codes.writable()[3] = unseen;
    for (std::uint32_t& word : column.bag.word.writable()) word = one_in(random, 6) ? unseen : word;
    return out;
  }
};

TEST_P(Score, IsTheSumOfItsReasons) {
  for (unsigned seed = 0; seed < cases(50); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const bool smooth : {true, false}) {
      const Parameters parameters =
          draw_parameters(random, smooth ? settings_of(family()) : maximum_likelihood(family()));
      if (!usable(family(), parameters)) continue;
      const ColumnList columns = with_unseen(random);
      const LogScores scores = scored(family(), columns, parameters);
      for (std::size_t row = 0; row < scores.n_rows; ++row) {
        std::vector<double> sum(kCells);
        const auto take = [&](std::uint32_t, double, std::span<const double> log_p) {
          ASSERT_EQ(log_p.size(), kCells);
          for (std::size_t cell = 0; cell < kCells; ++cell) sum[cell] += log_p[cell];
        };
        family().explain(pointers(columns), row, parameters, take);
        for (std::size_t cell = 0; cell < kCells; ++cell) {
          if (std::isinf(scores.at(cell, row)))
            EXPECT_EQ(sum[cell], scores.at(cell, row));
          else
            EXPECT_NEAR(sum[cell], scores.at(cell, row), 1e-12 * (1 + std::abs(sum[cell])));
        }
      }
    }
  }
}

// What the linear form multiplies: how often each value occurs in the row, as `explain` tells, or what number
// stands in each column.
std::map<std::uint32_t, double> features_of(const Family& family, const ColumnList& columns, std::size_t row,
                                            const Parameters& parameters) {
  std::map<std::uint32_t, double> out;
  family.explain(pointers(columns), row, parameters,
                 [&](std::uint32_t value, double count, std::span<const double>) { out[value] += count; });
  return out;
}

// A linear form over bins has a weight for each, of which a number has that of its own.
void check_linear_in_bins(const Family& family) {
  for (unsigned seed = 0; seed < cases(50); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Parameters parameters =
        estimated(family, learnt(family, draw_sample(random, family, 40)), settings_of(family));
    if (!usable(family, parameters)) continue;
    const auto borders = std::ranges::find(parameters, "borders", &Matrix::name);
    ASSERT_NE(borders, parameters.end());
    const LinearForm form = family.linear(parameters);
    const ColumnList columns = draw_sample(random, family, 30, 0).columns;
    const LogScores scores = scored(family, columns, parameters);
    for (std::size_t row = 0; row < scores.n_rows; ++row) {
      if (std::isnan(columns[0].reals[row])) continue;
      const std::uint32_t bin = bin_of(columns[0].reals[row], borders->data);
      ASSERT_EQ(form.terms[bin].value, bin);
      EXPECT_NEAR(form.bias + form.terms[bin].weight, scores.at(1, row) - scores.at(0, row), 1e-10);
    }
  }
}

TEST_P(Score, DifferenceIsTheLinearForm) {
  if (family().linear_in_bins()) return check_linear_in_bins(family());
  if (!family().has_linear()) {
    Random random(1);
    EXPECT_THROW(family().linear(draw_parameters(random, settings_of(family()))), Error);
    return;
  }
  for (unsigned seed = 0; seed < cases(50); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Parameters parameters = draw_parameters(random, settings_of(family()));
    if (!usable(family(), parameters)) continue;
    const LinearForm form = family().linear(parameters);
    const ColumnList columns = draw_sample(random, family(), 30, 0).columns;
    const LogScores scores = scored(family(), columns, parameters);
    for (std::size_t row = 0; row < scores.n_rows; ++row) {
      const auto features = features_of(family(), columns, row, parameters);
      double sum = form.bias, size = std::abs(form.bias);
      for (const LinearTerm& term : form.terms) {
        const auto found = features.find(term.value);
        double x = found == features.end() ? 0 : family().feature(term, found->second);
        if (term.other != kWholePart) x *= features.at(term.other);
        sum += term.weight * x, size += std::abs(term.weight * x);
      }
      EXPECT_NEAR(sum, scores.at(1, row) - scores.at(0, row), 1e-10 * (1 + size));
    }
  }
}

TEST_P(Score, OfRowsTogetherIsThatOfEachAlone) {
  Random random(9);
  const Parameters parameters = draw_parameters(random, settings_of(family()));
  const Sample sample = draw_sample(random, family(), 40);
  const LogScores together = scored(family(), sample.columns, parameters);
  for (std::size_t row = 0; row < sample.n_rows(); ++row) {
    Sample alone;
    append_row(sample, row, alone);
    const LogScores scores = scored(family(), alone.columns, parameters);
    for (std::size_t cell = 0; cell < kCells; ++cell) EXPECT_EQ(scores.at(cell, 0), together.at(cell, row));
  }
}

TEST_P(Score, OfNoRowsIsNothing) {
  Random random(10);
  const Parameters parameters = draw_parameters(random, settings_of(family()));
  const Sample none = draw_sample(random, family(), 0);
  EXPECT_TRUE(scored(family(), none.columns, parameters).data.empty());
}

TEST_P(Score, OptionsAreKnownByName) {
  const Settings settings(family().info().options);
  for (const Option& option : family().info().options) {
    EXPECT_EQ(settings[option.name], option.initial);
    EXPECT_LE(option.least, option.initial);
    EXPECT_FALSE(option.help.empty());
  }
  EXPECT_THROW(settings["no such option"], std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(Families, Score, every_family(), family_label);

}  // namespace
}  // namespace priory::testing
