// SPDX-License-Identifier: Apache-2.0
// What a family draws is what it says to be probable: rows drawn from known parameters teach these again, are
// never impossible, and follow from the seed alone.
#include "cases.h"
#include "core/log_space.h"
#include "core/random.h"
#include "making.h"

namespace priory::testing {
namespace {

class Sampling : public EveryFamily {
 protected:
  ColumnList empty() const { return empty_sample(family()).columns; }

  ColumnList drawn(const Parameters& parameters, std::span<const std::uint32_t> cells, priory::Random& random,
                   bool in_order = false) const {
    ColumnList out = empty();
    family().sample(parameters, {6, in_order}, cells, random, cells_of(out));
    combine(family(), out);
    return out;
  }

  // The columns that are drawn: the combination of several follows from them.
  std::span<Column> cells_of(ColumnList& columns) const {
    return std::span(columns).subspan(combines(family()) ? 1 : 0);
  }

  Parameters random_parameters(unsigned seed, const Settings& settings) const {
    Random random(seed);
    return estimated(family(), learnt(family(), draw_sample(random, family(), 40)), settings);
  }

  // What a batch of rows teaches: all parameters that `inspect` shows, in one list.
  std::vector<double> taught(const ColumnList& columns, std::span<const std::uint32_t> cells) const {
    Block block = zero_of(family());
    accumulate(family(), columns, {cells, {}, kCells, {}}, block);
    return flat(estimated(family(), block, maximum_likelihood(family())));
  }

  // Without the row of the unseen.
  std::vector<double> flat(const Parameters& parameters) const {
    std::vector<double> out;
    for (const Matrix& matrix : parameters) {
      const std::size_t rows = family().info().kind == CellKind::reals ? matrix.rows : matrix.rows - 1;
      if (matrix.shown)
        out.insert(out.end(), matrix.data.begin(),
                   matrix.data.begin() + static_cast<long>(rows * matrix.cells));
    }
    return out;
  }
};

std::vector<std::uint32_t> cells_in_turn(std::size_t n_rows) {
  std::vector<std::uint32_t> out;
  for (std::size_t row = 0; row < n_rows; ++row) out.push_back(static_cast<std::uint32_t>(row % kCells));
  return out;
}

// The mean of estimates from many batches lies within five standard errors, which the batches tell, of the
// truth.
void expect_centred(const std::vector<std::vector<double>>& estimates, const std::vector<double>& truth) {
  const double n = static_cast<double>(estimates.size());
  for (std::size_t k = 0; k < truth.size(); ++k) {
    double mean = 0, squares = 0;
    for (const auto& each : estimates) mean += each[k] / n;
    for (const auto& each : estimates) squares += (each[k] - mean) * (each[k] - mean);
    EXPECT_NEAR(mean, truth[k], 5 * std::sqrt(squares / (n * (n - 1))) + 1e-12 * std::abs(truth[k])) << k;
  }
}

TEST_P(Sampling, TeachesTheParametersItCameFrom) {
  if (family().gathers()) GTEST_SKIP() << "a mean of distributions has the parameters of none of them";
  constexpr std::size_t kBatches = 30;
  const auto cells = cells_in_turn(kCells * 1000);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Parameters parameters = random_parameters(seed, settings_of(family()));
    for (const bool in_order : {true, false}) {
      std::vector<std::vector<double>> estimates;
      priory::Random random(seed);
      for (std::size_t batch = 0; batch < kBatches; ++batch)
        estimates.push_back(taught(drawn(parameters, cells, random, in_order), cells));
      expect_centred(estimates, flat(parameters));
    }
  }
}

// Of several columns of two values: within five standard errors.
TEST_P(Sampling, DrawsCombinationsAsOftenAsTheyAreProbable) {
  if (!combines(family())) GTEST_SKIP() << "one column: its parameters tell";
  constexpr std::size_t kRows = 20000;
  const std::vector<std::uint32_t> cells(kRows, 1);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Parameters parameters = random_parameters(seed, settings_of(family()));
    priory::Random random(seed);
    const ColumnList rows = drawn(parameters, cells, random);
    const LogScores scores = scored(family(), rows, parameters);
    std::vector<double> n(8), p(8);
    for (std::size_t row = 0; row < kRows; ++row) {
      std::size_t at = 0;
      for (std::size_t j = 1; j < rows.size(); ++j) at = 2 * at + rows[j].codes[row];
      n[at] += 1, p[at] = std::exp(scores.at(1, row));
    }
    for (std::size_t at = 0; at < 8; ++at)
      EXPECT_NEAR(n[at] / kRows, p[at], 5 * std::sqrt((p[at] + 1e-3) / kRows)) << at;
  }
}

TEST_P(Sampling, DrawsNothingImpossible) {
  const auto cells = cells_in_turn(300);
  for (unsigned seed = 0; seed < cases(30); ++seed) {
    const Parameters parameters = random_parameters(seed, maximum_likelihood(family()));
    if (!usable(family(), parameters)) continue;
    priory::Random random(seed);
    const LogScores scores = scored(family(), drawn(parameters, cells, random), parameters);
    for (std::size_t row = 0; row < cells.size(); ++row) EXPECT_GT(scores.at(cells[row], row), kLogZero);
  }
}

void expect_equal(const Column& a, const Column& b) {
  EXPECT_EQ(a.reals, b.reals);
  EXPECT_EQ(a.codes, b.codes);
  EXPECT_EQ(a.bag.word, b.bag.word);
  EXPECT_EQ(a.bag.count, b.bag.count);
  EXPECT_EQ(a.bag.begin, b.bag.begin);
}

TEST_P(Sampling, FollowsFromTheSeedHoweverTheRowsAreCut) {
  const Parameters parameters = random_parameters(4, settings_of(family()));
  const auto cells = cells_in_turn(50);
  for (const bool in_order : {true, false}) {
    priory::Random whole(9), cut(9);
    const ColumnList expected = drawn(parameters, cells, whole, in_order);
    ColumnList out = empty();
    family().sample(parameters, {6, in_order}, std::span(cells).first(17), cut, cells_of(out));
    family().sample(parameters, {6, in_order}, std::span(cells).subspan(17), cut, cells_of(out));
    combine(family(), out);
    for (std::size_t j = 0; j < out.size(); ++j) {
      expect_equal(out[j], expected[j]);
      EXPECT_EQ(rows_of(out[j]), cells.size());
    }
  }
}

// Those that are conditioned on columns are drawn by networks.
std::vector<const Family*> unconditional() {
  std::vector<const Family*> out;
  for (const Family* family : families_under_test()) {
    if (family->generative() && family->n_given(3) == 0) out.push_back(family);
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Families, Sampling, ::testing::ValuesIn(unconditional()), family_label);

}  // namespace
}  // namespace priory::testing
