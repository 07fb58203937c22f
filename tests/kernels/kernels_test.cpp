// SPDX-License-Identifier: Apache-2.0
// The kernels against the plain loops they replace, for every number of rows around the width of a vector and
// every number of cells around the width of a tile.
#include "kernels/kernels.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace priory {
namespace {

using Draws = std::mt19937_64;
constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double uniform(Draws& draws, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(draws);
}

bool one_in(Draws& draws, int n) {
  return std::uniform_int_distribution<int>(1, n)(draws) == 1;
}

std::vector<double> uniforms(Draws& draws, std::size_t n, double low, double high) {
  std::vector<double> out(n);
  for (double& each : out) each = uniform(draws, low, high);
  return out;
}

// Calls law(n_rows, n_cells, draws) for sizes that leave every kind of rest.
template <class Law>
void for_many_sizes(const Law& law) {
  std::vector<std::size_t> sizes;
  for (std::size_t n = 0; n <= 70; ++n) sizes.push_back(n);
  for (const std::size_t n : {95U, 96U, 97U, 127U, 128U, 129U, 160U, 191U, 192U, 193U, 200U})
    sizes.push_back(n);
  unsigned seed = 0;
  for (const std::size_t n_rows : sizes) {
    for (std::size_t n_cells = 1; n_cells <= 12; ++n_cells) {
      SCOPED_TRACE(std::to_string(n_rows) + " rows, " + std::to_string(n_cells) + " cells");
      Draws draws(++seed);
      law(n_rows, n_cells, draws);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// A column of two values as a list, and the same as bits.
struct TwoValues {
  std::vector<int> value;  // 0, 1, or -1: missing
  std::vector<std::uint64_t> ones, present;
  std::vector<double> log_zero, log_one;

  TwoValues(Draws& draws, std::size_t n_rows, std::size_t n_cells, bool missing, bool impossible)
      : value(n_rows),
        ones((n_rows + 63) / 64),
        present(missing ? ones.size() : 0),
        log_zero(uniforms(draws, n_cells, -9, 0)),
        log_one(uniforms(draws, n_cells, -9, 0)) {
    for (std::size_t r = 0; r < n_rows; ++r) {
      value[r] = missing && one_in(draws, 4) ? -1 : one_in(draws, 3);
      const std::uint64_t bit = std::uint64_t{1} << (r % 64);
      if (value[r] == 1) ones[r / 64] |= bit;
      if (missing && value[r] >= 0) present[r / 64] |= bit;
    }
    for (std::size_t c = 0; impossible && c < n_cells; ++c) {
      if (one_in(draws, 3)) (one_in(draws, 2) ? log_zero : log_one)[c] = kNever;
    }
  }

  BitColumn bits() const { return {ones, present}; }
};

// All four kinds: with and without missing cells, with and without impossible values, in a mixed order.
std::vector<TwoValues> draw_columns(Draws& draws, std::size_t n_rows, std::size_t n_cells) {
  std::vector<TwoValues> out;
  const auto n_columns = static_cast<std::size_t>(uniform(draws, 1, 12));
  for (std::size_t j = 0; j < n_columns; ++j)
    out.emplace_back(draws, n_rows, n_cells, one_in(draws, 3), one_in(draws, 3));
  return out;
}

void expect_near(double actual, double expected, double size, const std::string& where) {
  if (std::isinf(expected)) {
    EXPECT_EQ(actual, expected) << where;
  } else {
    EXPECT_NEAR(actual, expected, 1e-14 * size) << where;
  }
}

std::string at(std::size_t cell, std::size_t row) {
  return "cell " + std::to_string(cell) + ", row " + std::to_string(row);
}

TEST(Kernels, ScoreBitsAddsTheLogProbabilityOfEveryCell) {
  for_many_sizes([](std::size_t n_rows, std::size_t n_cells, Draws& draws) {
    const std::vector<TwoValues> columns = draw_columns(draws, n_rows, n_cells);
    std::vector<BitScore> given;
    for (const TwoValues& each : columns)
      given.push_back({each.bits(), each.log_zero.data(), each.log_one.data()});
    std::vector<double> out = uniforms(draws, n_rows * n_cells, -5, 5);
    if (!out.empty()) out[out.size() / 2] = kNever;  // a cell that was impossible stays so
    const std::vector<double> before = out;
    score_bits(given, n_rows, n_cells, out.data());
    for (std::size_t c = 0; c < n_cells; ++c) {
      for (std::size_t r = 0; r < n_rows; ++r) {
        double expected = before[c * n_rows + r];
        for (const TwoValues& each : columns) {
          if (each.value[r] >= 0) expected += (each.value[r] == 1 ? each.log_one : each.log_zero)[c];
        }
        expect_near(out[c * n_rows + r], expected, 200, at(c, r));
      }
    }
  });
}

TEST(Kernels, CountBitsSumsTheWeightsOfOnesAndOfThosePresent) {
  for_many_sizes([](std::size_t n_rows, std::size_t n_cells, Draws& draws) {
    const std::vector<TwoValues> columns = draw_columns(draws, n_rows, n_cells);
    std::vector<BitColumn> given;
    for (const TwoValues& each : columns) given.push_back(each.bits());
    std::vector<double> soft(n_rows * n_cells), totals(n_cells);
    for (std::size_t k = 0; k < soft.size(); ++k) {
      soft[k] = std::ldexp(std::floor(uniform(draws, 0, 1 << 20)), -20);  // sums of these are exact
      totals[k / n_rows] += soft[k];
    }
    std::vector<double> ones(columns.size() * n_cells, kNaN), present = ones;
    count_bits(given, n_rows, soft.data(), totals, ones.data(), present.data());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      for (std::size_t c = 0; c < n_cells; ++c) {
        double n_ones = 0, n_present = 0;
        for (std::size_t r = 0; r < n_rows; ++r) {
          n_ones += columns[j].value[r] == 1 ? soft[c * n_rows + r] : 0;
          n_present += columns[j].value[r] >= 0 ? soft[c * n_rows + r] : 0;
        }
        EXPECT_EQ(ones[j * n_cells + c], n_ones) << at(c, j);
        EXPECT_EQ(present[j * n_cells + c], n_present) << at(c, j);
      }
    }
  });
}

std::vector<double> draw_reals(Draws& draws, std::size_t n_rows) {
  std::vector<double> out = uniforms(draws, n_rows, -3, 3);
  if (one_in(draws, 2)) return out;
  for (double& x : out) x = one_in(draws, 5) ? kNaN : x;
  return out;
}

TEST(Kernels, ScoreNormalAddsTheLogDensity) {
  for_many_sizes([](std::size_t n_rows, std::size_t n_cells, Draws& draws) {
    std::vector<std::vector<double>> x, mean, variance, inverse_sd, log_norm;
    for (int j = 0; j < 3; ++j) {
      x.push_back(draw_reals(draws, n_rows));
      mean.push_back(uniforms(draws, n_cells, -2, 2));
      variance.push_back(uniforms(draws, n_cells, 0.1, 2));
      inverse_sd.emplace_back(), log_norm.emplace_back();
      for (const double v : variance.back()) {
        inverse_sd.back().push_back(1 / std::sqrt(v));
        log_norm.back().push_back(-0.5 * std::log(2 * std::numbers::pi * v));
      }
    }
    std::vector<NormalScore> given;
    for (std::size_t j = 0; j < x.size(); ++j)
      given.push_back({x[j], mean[j].data(), inverse_sd[j].data(), log_norm[j].data()});
    std::vector<double> out = uniforms(draws, n_rows * n_cells, -5, 5);
    const std::vector<double> before = out;
    score_normal(given, n_rows, n_cells, out.data());
    for (std::size_t c = 0; c < n_cells; ++c) {
      for (std::size_t r = 0; r < n_rows; ++r) {
        double expected = before[c * n_rows + r];
        for (std::size_t j = 0; j < x.size(); ++j) {
          if (std::isnan(x[j][r])) continue;
          const double v = variance[j][c], d = x[j][r] - mean[j][c];
          expected += -d * d / (2 * v) - 0.5 * std::log(2 * std::numbers::pi * v);
        }
        expect_near(out[c * n_rows + r], expected, 1000, at(c, r));
      }
    }
  });
}

TEST(Kernels, ScoreNormalOfFarValuesIsImpossibleAndNeverNaN) {
  const std::vector<double> x(11, 1e300), mean = {0}, inverse_sd = {1e10}, log_norm = {0};
  const NormalScore given[] = {{x, mean.data(), inverse_sd.data(), log_norm.data()}};
  std::vector<double> out(x.size());
  score_normal(given, x.size(), 1, out.data());
  EXPECT_EQ(out, std::vector<double>(x.size(), kNever));
}

TEST(Kernels, SoftMomentsSumWeightsNumbersAndSquaresAboutTheShift) {
  for_many_sizes([](std::size_t n_rows, std::size_t n_cells, Draws& draws) {
    std::vector<std::vector<double>> x;
    std::vector<ShiftedColumn> given;
    for (int j = 0; j < 5; ++j) x.push_back(draw_reals(draws, n_rows));
    if (n_rows > 0 && one_in(draws, 5)) x[1].assign(n_rows, kNaN);
    for (const auto& each : x) given.push_back({each, uniform(draws, -1, 1)});
    std::vector<double> soft = uniforms(draws, n_rows * n_cells, 0, 1), totals(n_cells);
    for (std::size_t k = 0; k < soft.size(); ++k) {
      soft[k] = std::ldexp(std::floor(std::ldexp(soft[k], 30)), -30);
      totals[k / n_rows] += soft[k];
    }
    std::vector<double> n(x.size() * n_cells, kNaN), first = n, second = n;
    soft_moments(given, n_rows, soft.data(), totals, n.data(), first.data(), second.data());
    for (std::size_t j = 0; j < x.size(); ++j) {
      for (std::size_t c = 0; c < n_cells; ++c) {
        long double sums[3] = {};
        for (std::size_t r = 0; r < n_rows; ++r) {
          if (std::isnan(x[j][r])) continue;
          const long double w = soft[c * n_rows + r], y = static_cast<long double>(x[j][r]) - given[j].shift;
          sums[0] += w, sums[1] += w * y, sums[2] += w * y * y;
        }
        EXPECT_EQ(n[j * n_cells + c], static_cast<double>(sums[0])) << at(c, j);
        EXPECT_NEAR(first[j * n_cells + c], static_cast<double>(sums[1]), 1e-12) << at(c, j);
        EXPECT_NEAR(second[j * n_cells + c], static_cast<double>(sums[2]), 1e-12) << at(c, j);
      }
    }
  });
}

// Scores of which some are impossible, some equal, and some rows impossible in every cell.
std::vector<double> draw_scores(Draws& draws, std::size_t n_rows, std::size_t n_cells) {
  std::vector<double> out = uniforms(draws, n_rows * n_cells, -30, 0);
  for (double& each : out) {
    if (one_in(draws, 6)) each = kNever;
    if (one_in(draws, 6)) each = -7;
    if (one_in(draws, 20)) each -= 2000;  // exp of it is zero
  }
  for (std::size_t r = 0; r < n_rows; ++r) {
    if (!one_in(draws, 7)) continue;
    for (std::size_t c = 0; c < n_cells; ++c) out[c * n_rows + r] = kNever;
  }
  return out;
}

bool is_multiple(double x, int grid) {
  const double scaled = std::ldexp(x, grid);
  return scaled == std::trunc(scaled);
}

void check_soft_weights(std::size_t n_rows, std::size_t n_cells, Draws& draws, const SoftWeights& how) {
  const std::vector<double> scores = draw_scores(draws, n_rows, n_cells);
  std::vector<double> weight(n_rows, 1);
  for (double& w : weight) {
    if (one_in(draws, 2)) w = std::ldexp(std::floor(uniform(draws, 0, 1 << 10)), -8);
    if (one_in(draws, 8)) w = 0;
  }
  std::vector<double> soft(n_rows * n_cells, kNaN), log_sum(n_rows, kNaN);
  soft_weights(scores.data(), n_rows, n_cells, weight, how, soft.data(), log_sum);
  for (std::size_t r = 0; r < n_rows; ++r) {
    long double top = kNever, sum = 0;
    for (std::size_t c = 0; c < n_cells; ++c) top = std::max<long double>(top, scores[c * n_rows + r]);
    const auto share = [&](std::size_t c) -> long double {
      return std::isinf(top) ? 0 : std::exp(how.beta * (scores[c * n_rows + r] - top));
    };
    for (std::size_t c = 0; c < n_cells; ++c) sum += share(c);
    const long double expected = std::isinf(top) ? kNever : how.beta * top + std::log(sum);
    expect_near(log_sum[r], static_cast<double>(expected), 100 + 10 * std::abs(static_cast<double>(top)),
                at(0, r));
    double total = 0;
    for (std::size_t c = 0; c < n_cells; ++c) {
      const double w = soft[c * n_rows + r];
      EXPECT_TRUE(w >= 0 && is_multiple(w, how.grid)) << w << " in " << at(c, r);
      const double is = std::isinf(top) ? 0 : static_cast<double>(weight[r] * share(c) / sum);
      // Each is rounded to the grid, and the largest takes what is left.
      EXPECT_NEAR(w, is, std::ldexp(static_cast<double>(n_cells), -how.grid) + 1e-14 * weight[r]) << at(c, r);
      total += w;
    }
    EXPECT_EQ(total, std::isinf(top) ? 0 : weight[r]) << at(0, r);
  }
}

TEST(Kernels, SoftWeightsAreBayesRuleOnTheGridAndSumToTheRow) {
  for_many_sizes([](std::size_t n_rows, std::size_t n_cells, Draws& draws) {
    check_soft_weights(n_rows, n_cells, draws, {1, 43});
  });
}

TEST(Kernels, SoftWeightsOnACoarseGridSumToTheRow) {
  for_many_sizes([](std::size_t n_rows, std::size_t n_cells, Draws& draws) {
    check_soft_weights(n_rows, n_cells, draws, {1, 20});
  });
}

TEST(Kernels, SoftWeightsOfAPowerAreFlatter) {
  for_many_sizes([](std::size_t n_rows, std::size_t n_cells, Draws& draws) {
    check_soft_weights(n_rows, n_cells, draws, {0.1, 43});
    check_soft_weights(n_rows, n_cells, draws, {0.77, 36});
  });
}

// 1024 / 48 = 21.33: all cells get 21 of 1024, and the first what is left.
TEST(Kernels, SoftWeightsOfEqualCellsGiveTheRestToTheFirst) {
  const std::size_t n_cells = 48, n_rows = 9;
  const std::vector<double> scores(n_cells * n_rows, -3.5), weight(n_rows, 1);
  std::vector<double> soft(scores.size()), log_sum(n_rows);
  soft_weights(scores.data(), n_rows, n_cells, weight, {1, 10}, soft.data(), log_sum);
  for (std::size_t r = 0; r < n_rows; ++r) {
    EXPECT_NEAR(log_sum[r], -3.5 + std::log(48), 1e-14);
    for (std::size_t c = 1; c < n_cells; ++c) EXPECT_EQ(soft[c * n_rows + r], 21.0 / 1024);
    EXPECT_EQ(soft[r], (1024 - 47 * 21.0) / 1024);
  }
}

// The score of a row is the same wherever it stands in a chunk, or files cut otherwise would differ.
TEST(Kernels, ScoresOfARowDoNotDependOnItsPlace) {
  Draws draws(1);
  constexpr std::size_t kRows = 67, kCells = 7;
  const std::vector<TwoValues> columns = draw_columns(draws, kRows, kCells);
  const std::vector<double> x = draw_reals(draws, kRows), mean = uniforms(draws, kCells, -1, 1),
                            inverse_sd = uniforms(draws, kCells, 0.5, 2), log_norm(kCells, -1);
  const auto scored = [&](std::size_t first, std::size_t n) {
    std::vector<std::vector<std::uint64_t>> words;
    std::vector<BitScore> bits;
    for (const TwoValues& each : columns) {
      for (const int wanted : {1, 0}) {
        words.emplace_back((n + 63) / 64);
        for (std::size_t r = 0; r < n; ++r) {
          const int value = each.value[first + r];
          if (wanted == 1 ? value == 1 : value >= 0) words.back()[r / 64] |= std::uint64_t{1} << (r % 64);
        }
      }
    }
    for (std::size_t j = 0; j < columns.size(); ++j)
      bits.push_back({{words[2 * j], columns[j].present.empty() ? Bits() : Bits(words[2 * j + 1])},
                      columns[j].log_zero.data(),
                      columns[j].log_one.data()});
    const NormalScore normal[] = {{{x.data() + first, n}, mean.data(), inverse_sd.data(), log_norm.data()}};
    std::vector<double> out(n * kCells);
    score_bits(bits, n, kCells, out.data());
    score_normal(normal, n, kCells, out.data());
    return out;
  };
  const std::vector<double> whole = scored(0, kRows);
  for (std::size_t first = 0; first < kRows; ++first) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{5}, kRows - first}) {
      if (first + n > kRows) continue;
      const std::vector<double> part = scored(first, n);
      for (std::size_t c = 0; c < kCells; ++c) {
        for (std::size_t r = 0; r < n; ++r)
          ASSERT_EQ(part[c * n + r], whole[c * kRows + first + r]) << at(c, first + r) << " of " << n;
      }
    }
  }
}

}  // namespace
}  // namespace priory
