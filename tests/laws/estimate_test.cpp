// SPDX-License-Identifier: Apache-2.0
// Estimates are where they claim to be, at the top: the maximum likelihood estimate explains its rows better
// than the estimate from any other rows does, and the MAP estimate is the same with the prior, which is
// imaginary rows of weight alpha.
#include "cases.h"
#include "core/log_space.h"
#include "making.h"

namespace priory::testing {
namespace {

constexpr double kSlack = 1e-9;  // of sums of some hundred logarithms

class Estimate : public EveryFamily {
 protected:
  Parameters estimate(const Sample& sample, const Settings& settings) const {
    return estimated(family(), learnt(family(), sample), settings);
  }

  // Without rows that are missing in part: they have a likelihood, but are not learnt from.
  Sample draw(Random& random, std::size_t n_rows) const {
    return draw_sample(random, family(), n_rows, 8, false);
  }

  // The rows a symmetric prior stands for, in every cell: each outcome once.
  Sample imaginary() const {
    Sample out = empty_sample(family());
    for (std::uint32_t cell = 0; cell < kCells; ++cell) add_imaginary(cell, out);
    return out;
  }

 private:
  void add_imaginary(std::uint32_t cell, Sample& out) const {
    const auto add = [&](double weight) { out.cell.push_back(cell), out.weight.push_back(weight); };
    const auto n = static_cast<std::uint32_t>(n_values(family()));
    Column& column = out.columns[0];
    if (combines(family())) {
      for (std::uint32_t code = 0; code < n; ++code) {
        for (std::size_t j = 1; j < out.columns.size(); ++j)
          out.columns[j].codes.push_back(code >> (out.columns.size() - 1 - j) & 1);
        column.codes.push_back(code), add(1);
      }
    } else if (column.kind == CellKind::codes) {
      for (std::uint32_t code = 0; code < n; ++code) column.codes.push_back(code), add(1);
    } else if (column.kind == CellKind::bag) {  // a text of every word, and an empty one
      for (std::uint32_t word = 0; word < n; ++word)
        column.bag.word.push_back(word), column.bag.count.push_back(1);
      column.bag.end_row(false), add(1);
      column.bag.end_row(false), add(1);
    } else if (column.bins != nullptr) {
      for (const double border : column.bins->wider().borders)
        if (border < column.bins->borders.back()) column.reals.push_back(border), add(1);
    } else if (has_option(family(), "trials")) {  // as many failures as successes
      column.reals.push_back(0), add(1 / kTrials);
      column.reals.push_back(kTrials), add(1 / kTrials);
    } else {  // a row with one event
      column.reals.push_back(1), add(1);
    }
  }
};

class SmoothedEstimate : public Estimate {};

Sample weighted(Sample sample, double factor) {
  for (double& weight : sample.weight) weight *= factor;
  return sample;
}

TEST_P(Estimate, OfMaximumLikelihoodBeatsItsNeighbours) {
  if (!maximises(family())) GTEST_SKIP() << "is no estimate of maximum likelihood";
  const Settings settings = maximum_likelihood(family());
  std::size_t compared = 0;
  for (unsigned seed = 0; seed < cases(100); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Sample rows = draw(random, 30), others = draw(random, 15);
    const Parameters best = estimate(rows, settings);
    if (!usable(family(), best)) continue;
    const double most = log_likelihood(family(), rows, best);
    ASSERT_FALSE(std::isnan(most));
    ASSERT_GT(most, kLogZero);
    for (const double amount : {1e-6, 1e-3, 0.1, 1.0, 100.0}) {
      const Parameters neighbour = estimate(joined(rows, weighted(others, amount)), settings);
      EXPECT_LE(log_likelihood(family(), rows, neighbour), most + kSlack * std::abs(most));
      ++compared;
    }
    // A neighbour that is far enough is really worse, or the test could not fail.
    EXPECT_LT(log_likelihood(family(), rows, estimate(joined(rows, others), settings)), most);
  }
  EXPECT_GT(compared, 2 * cases(100));
}

TEST_P(SmoothedEstimate, UnderAPriorIsThatOfTheImaginaryRowsToo) {
  if (family().gathers()) GTEST_SKIP() << "each of its tables has imaginary rows of its own";
  for (unsigned seed = 0; seed < cases(60); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Sample rows = draw_sample(random, family(), below(random, 30));
    const double alpha = std::ldexp(1, static_cast<int>(below(random, 8)) - 4);
    Settings smoothed = settings_of(family());
    smoothed.set("alpha", alpha);
    const Parameters map = estimate(rows, smoothed);
    const Parameters expected =
        estimate(joined(rows, weighted(imaginary(), alpha)), maximum_likelihood(family()));
    for (std::size_t k = 0; k < map.size() && map[k].shown && !map[k].shared; ++k) {
      const bool unseen = map[k].rows > 1 && bins_of(family()) == nullptr;  // has the last row
      const std::size_t known = map[k].rows - (unseen ? 1 : 0);
      for (std::size_t i = 0; i < known * kCells; ++i)
        EXPECT_NEAR(map[k].data[i], expected[k].data[i], 1e-13 * (1 + std::abs(expected[k].data[i])));
    }
  }
}

// What EM counts on: with the settings as they are, priors and smoothing included.
TEST_P(Estimate, IsTheTopOfWhatItMaximises) {
  if (!maximises(family())) GTEST_SKIP() << "maximises nothing";
  Settings settings = settings_of(family());
  settings.set("var-smoothing", 0.05), settings.set("alpha", 0.5);
  for (unsigned seed = 0; seed < cases(60); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Sample rows = draw(random, 30), others = draw(random, 15);
    const Block block = learnt(family(), rows);
    const Context context = context_of(family(), block);
    const auto objective = [&](const Parameters& parameters) {
      return log_likelihood(family(), rows, parameters) + family().log_prior(parameters, settings) +
             family().smoothing(parameters, block, settings, context);
    };
    const Parameters best = estimate(rows, settings);
    if (!usable(family(), best)) continue;
    const double most = objective(best);
    for (const double amount : {1e-3, 0.1, 1.0, 100.0}) {
      const Parameters neighbour = estimate(joined(rows, weighted(others, amount)), settings);
      if (usable(family(), neighbour)) {
        EXPECT_LE(objective(neighbour), most + kSlack * std::abs(most));
      }
    }
  }
}

// An estimate by moments has the mean and the variance of its rows, or where they vary too little for the
// family the least variance of that mean.
TEST_P(Estimate, ByMomentsHasThoseOfItsRows) {
  if (maximises(family()) || family().info().kind != CellKind::reals || family().groups())
    GTEST_SKIP() << "is an estimate of maximum likelihood";
  std::size_t equal = 0;
  for (unsigned seed = 0; seed < cases(60); ++seed) {
    Random random(seed);
    const Sample rows = draw(random, 40);
    const Parameters parameters = estimate(rows, maximum_likelihood(family()));
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      double n = 0, sum = 0, squares = 0;
      for (std::size_t row = 0; row < rows.n_rows(); ++row) {
        const double x = rows.columns[0].reals[row],
                     w = rows.cell[row] == cell && !std::isnan(x) ? rows.weight[row] : 0;
        if (w > 0) n += w, sum += w * x, squares += w * x * x;
      }
      if (n == 0) continue;
      const double mean = sum / n, variance = squares / n - mean * mean;
      const Spread at = *family().spread(parameters, cell);
      EXPECT_NEAR(at.mean, mean, 1e-12 * mean);
      EXPECT_GE(at.variance, variance - 1e-9 * variance);
      equal += std::abs(at.variance - variance) < 1e-9 * variance;
    }
  }
  EXPECT_GT(equal, cases(60));
}

TEST_P(SmoothedEstimate, OfMaximumAPosterioriBeatsItsNeighbours) {
  if (!maximises(family())) GTEST_SKIP() << "is no estimate of maximum a posteriori";
  Settings settings = settings_of(family());
  settings.set("alpha", 0.5);
  for (unsigned seed = 0; seed < cases(60); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Sample rows = draw(random, 20), others = draw(random, 15);
    const auto objective = [&](const Parameters& parameters) {
      return log_likelihood(family(), rows, parameters) +
             log_likelihood(family(), weighted(imaginary(), 0.5), parameters);
    };
    const double most = objective(estimate(rows, settings));
    for (const double amount : {1e-3, 0.1, 1.0, 100.0}) {
      const Parameters neighbour = estimate(joined(rows, weighted(others, amount)), settings);
      EXPECT_LE(objective(neighbour), most + kSlack * std::abs(most));
    }
    EXPECT_LT(objective(estimate(rows, maximum_likelihood(family()))), most);
  }
}

TEST_P(Estimate, DoesNotDependOnTheScaleOfTheWeights) {
  const Settings settings = maximum_likelihood(family());
  for (unsigned seed = 0; seed < cases(60); ++seed) {
    Random random(seed);
    const Sample rows = draw_sample(random, family(), 30);
    const Parameters a = estimate(rows, settings), b = estimate(weighted(rows, 1024), settings);
    if (!usable(family(), a)) continue;
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(a[k].data, b[k].data);
  }
}

TEST_P(Estimate, OfNoRowsIsUsableUnderASetting) {
  for (const Settings& settings : {settings_of(family()), maximum_likelihood(family())}) {
    const Parameters parameters = estimated(family(), zero_of(family()), settings);
    EXPECT_TRUE(usable(family(), parameters));
    Random random(5);
    const Sample sample = draw_sample(random, family(), 20);
    const LogScores scores = scored(family(), sample.columns, parameters);
    for (std::size_t row = 0; row < scores.n_rows; ++row) {
      EXPECT_TRUE(std::isfinite(scores.at(0, row)));
      EXPECT_EQ(scores.at(1, row), scores.at(0, row));  // nothing tells the cells apart
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Families, Estimate, every_generative_family(), family_label);
INSTANTIATE_TEST_SUITE_P(Families, SmoothedEstimate, every_generative_family(true), family_label);

}  // namespace
}  // namespace priory::testing
