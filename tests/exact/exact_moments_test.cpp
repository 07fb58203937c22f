// SPDX-License-Identifier: Apache-2.0
// Sums of many columns at once against those of one number after the other, with every kind of vector that
// this machine has.
#include "exact/exact_moments.h"

#include <cmath>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <limits>
#include <random>
#include <vector>

namespace priory {
namespace {

using Draws = std::mt19937_64;

struct Moments {
  Sums n, sum, squares;

  explicit Moments(std::size_t n_cells) : n(1, n_cells), sum(1, n_cells), squares(1, n_cells) {}
  MomentColumn column(std::span<const double> x, bool with_squares) {
    return {x, &n, &sum, with_squares ? &squares : nullptr};
  }
};

// A column of one kind of numbers: what they are drawn by.
using Draw = double (*)(Draws&);

double between(Draws& draws, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(draws);
}

double scaled(Draws& draws, int least, int most) {
  return std::ldexp(between(draws, -1, 1), std::uniform_int_distribution<int>(least, most)(draws));
}

constexpr Draw kDraws[] = {
    [](Draws& draws) { return std::normal_distribution<double>(3, 1)(draws); },
    [](Draws& draws) { return std::round(between(draws, -1000, 1000)); },
    [](Draws& draws) { return std::round(between(draws, 0, 1e6)) / 100; },
    [](Draws& draws) { return scaled(draws, -20, 20); },
    [](Draws& draws) { return scaled(draws, -150, 150); },
    [](Draws& draws) { return scaled(draws, -1060, 1020); },
    [](Draws& draws) { return scaled(draws, -1074, -900); },
    [](Draws& draws) { return scaled(draws, 390, 410); },
    [](Draws& draws) { return scaled(draws, -480, -390); },
    // Digits that just fit into the pieces, and just do not; and rounding that ties.
    [](Draws& draws) { return 1 - std::ldexp(1, -std::uniform_int_distribution<int>(1, 53)(draws)); },
    [](Draws& draws) {
      return std::ldexp(draws() % 2 == 0 ? 3 : -5, std::uniform_int_distribution<int>(-70, 0)(draws));
    },
    [](Draws& draws) { return draws() % 8 == 0 ? 1.0 : std::ldexp(between(draws, 1, 2), -13); },
    // Sums that cancel.
    [](Draws& draws) { return (draws() % 2 == 0 ? 1 : -1) * (1e15 + static_cast<double>(draws() % 3)); },
    [](Draws& draws) { return draws() % 2 == 0 ? 0.0 : -0.0; },
    // The largest pieces that there can be, all of one sign.
    [](Draws&) { return std::nextafter(1, 0); },
    [](Draws&) { return 1 + 0x1p-22 + 0x1p-44; },
};

std::vector<double> drawn(Draws& draws, std::size_t n, Draw draw, unsigned missing_in) {
  std::vector<double> out(n);
  for (double& each : out) {
    const bool missing = missing_in != 0 && draws() % missing_in == 0;
    each = missing ? std::numeric_limits<double>::quiet_NaN() : draw(draws);
  }
  return out;
}

Moments judged(std::span<const double> x, std::span<const std::uint32_t> cell, std::size_t n_cells,
               bool with_squares) {
  Moments out(n_cells);
  const MomentColumn to = out.column(x, with_squares);
  for (std::size_t r = 0; r < x.size(); ++r) {
    if (std::isnan(x[r])) continue;
    to.n->add(0, cell[r], 1);
    add_powers(to, cell[r], 1, x[r]);
  }
  return out;
}

void expect_equal(const Sums& got, const Sums& wanted) {
  EXPECT_EQ(got.canonical(), wanted.canonical());
}

class ExactMoments : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  // Draws columns, sums them and looks whether the sums are the judge's.
  void check(Draws& draws, std::size_t n_rows, std::size_t n_columns, std::size_t n_cells,
             bool with_squares) {
    std::vector<std::uint32_t> cell(n_rows);
    for (std::uint32_t& each : cell) each = static_cast<std::uint32_t>(draws() % n_cells);
    std::vector<std::vector<double>> x;
    std::vector<Moments> got(n_columns, Moments(n_cells));
    std::vector<MomentColumn> columns;
    const unsigned missing_in = draws() % 2 == 0 ? 0 : 5;
    for (std::size_t j = 0; j < n_columns; ++j) {
      x.push_back(drawn(draws, n_rows, kDraws[draws() % std::size(kDraws)], missing_in));
      columns.push_back(got[j].column(x[j], with_squares));
    }
    add_moments(columns, cell, n_cells);
    for (std::size_t j = 0; j < n_columns; ++j) {
      const Moments wanted = judged(x[j], cell, n_cells, with_squares);
      expect_equal(got[j].n, wanted.n);
      expect_equal(got[j].sum, wanted.sum);
      expect_equal(got[j].squares, wanted.squares);
    }
  }
};

TEST_P(ExactMoments, AreThoseOfOneNumberAfterTheOther) {
  Draws draws(7);
  for (const std::size_t n_rows : {0U, 1U, 7U, 8U, 9U, 48U, 49U, 200U, 1023U, 1024U, 1025U, 2500U}) {
    for (const std::size_t n_cells : {1U, 2U, 10U, 300U}) {
      for (const std::size_t n_columns : {1U, 3U, 8U, 17U}) {
        SCOPED_TRACE(testing::Message()
                     << n_rows << " rows, " << n_cells << " cells, " << n_columns << " columns");
        check(draws, n_rows, n_columns, n_cells, draws() % 4 != 0);
        if (HasFailure()) return;
      }
    }
  }
}

// Every kind of numbers, in as many rows of one cell as are summed together.
TEST_P(ExactMoments, OfTheMostRowsAreThoseOfOneNumberAfterTheOther) {
  Draws draws(8);
  const std::vector<std::uint32_t> cell(1024);
  for (const Draw draw : kDraws) {
    SCOPED_TRACE(testing::Message() << "kind " << &draw - kDraws);
    const std::vector<double> x = drawn(draws, cell.size(), draw, 0);
    Moments got(1);
    const MomentColumn column = got.column(x, true);
    add_moments({&column, 1}, cell, 1);
    add_moments({&column, 1}, cell, 1);
    Moments wanted = judged(x, cell, 1, true);
    wanted.sum.merge(wanted.sum.canonical()), wanted.squares.merge(wanted.squares.canonical());
    expect_equal(got.sum, wanted.sum);
    expect_equal(got.squares, wanted.squares);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ExactMoments, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return std::string(hwy::TargetName(target.param)); });

}  // namespace
}  // namespace priory
