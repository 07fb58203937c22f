// SPDX-License-Identifier: Apache-2.0
// Every kernel on every kind of vector this machine has, against loops in long double.
#include "kernels/dense.h"

#include <algorithm>
#include <cmath>
#include <gmpxx.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <random>
#include <vector>

namespace priory::dense {
namespace {

// Runs a test once for each target, widest first; the scalar one comes last.
class Dense : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::GetChosenTarget().Update(GetParam()); }
  void TearDown() override { hwy::GetChosenTarget().DeInit(); }

  Doubles draw(std::size_t n, double spread = 1) {
    Doubles out(n);
    for (std::size_t k = 0; k < n; ++k) out[k] = spread * normal_(random_);
    return out;
  }

  // Rows with zeros in the padding.
  Doubles draw_rows(std::size_t n_rows, std::size_t n_columns) {
    Doubles out = draw(n_rows * padded(n_columns));
    for (std::size_t k = 0; k < n_rows * padded(n_columns); ++k) {
      if (k % padded(n_columns) >= n_columns) out[k] = 0;
    }
    return out;
  }

  std::mt19937_64 random_{1};
  std::normal_distribution<double> normal_;
};

constexpr std::size_t kSizes[] = {1, 2, 3, 7, 8, 9, 16, 25, 33};
constexpr std::size_t kRowCounts[] = {0, 1, 5, 8, 63, 64, 65, 200};

TEST_P(Dense, SumsAndProductsOfRows) {
  for (const std::size_t d : kSizes) {
    for (const std::size_t n : kRowCounts) {
      const std::size_t width = padded(d);
      const Doubles x = draw_rows(n, d), w = draw(n);
      Doubles sum(width), products(width * width);
      const Rows rows{x.data(), n, d};
      add_sums(rows, w.data(), sum.data());
      add_products(rows, w.data(), products.data());
      for (std::size_t i = 0; i < d; ++i) {
        long double expected = 0, size = 1;
        for (std::size_t r = 0; r < n; ++r) expected += static_cast<long double>(w[r]) * x[r * width + i];
        ASSERT_NEAR(sum[i], static_cast<double>(expected), 1e-13);
        for (std::size_t j = i; j < d; ++j) {
          expected = 0, size = 1;
          for (std::size_t r = 0; r < n; ++r) {
            const long double term = static_cast<long double>(w[r]) * x[r * width + i] * x[r * width + j];
            expected += term, size += std::abs(term);
          }
          ASSERT_NEAR(products[i * width + j], static_cast<double>(expected),
                      1e-14 * static_cast<double>(size));
        }
      }
    }
  }
}

TEST_P(Dense, RowsGoToTheirPlaces) {
  for (const std::size_t d : kSizes) {
    for (const std::size_t n : kRowCounts) {
      const std::size_t width = padded(d);
      std::vector<std::vector<double>> columns(d, std::vector<double>(n));
      std::vector<const double*> pointers;
      for (auto& column : columns) {
        for (double& x : column) x = normal_(random_);
        pointers.push_back(column.data());
      }
      const Doubles shifts = draw_rows(2, d);
      std::vector<std::uint32_t> place(n);
      std::vector<const double*> shift(n);
      for (std::uint32_t r = 0; r < n; ++r)
        place[r] = r % 5 == 3 ? kNowhere : static_cast<std::uint32_t>(n) - 1 - r,
        shift[r] = shifts.data() + (r % 2) * width;
      Doubles rows(n * width);
      for (std::size_t k = 0; k < n * width; ++k) rows[k] = 77;
      place_rows(pointers, place, shift.data(), rows.data());
      for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t j = 0; j < width; ++j) {
          const double x = rows[(n - 1 - r) * width + j];
          ASSERT_EQ(x, place[r] == kNowhere ? 77 : j < d ? columns[j][r] - shift[r][j] : 0);
        }
      }
    }
  }
}

TEST_P(Dense, TheShiftIsTakenOffWithTwiceTheDigits) {
  for (const std::size_t d : {1U, 4U, 9U}) {
    const std::size_t width = padded(d), n = 50;
    const Doubles x = draw_rows(n, d), shift = draw_rows(1, d);
    Doubles weight(n), sum(width), products(width * width), far(width);
    for (std::size_t k = 0; k < n; ++k) weight[k] = 1;
    for (std::size_t j = 0; j < d; ++j) far[j] = 1e6 * shift[j];
    const Rows rows{x.data(), n, d};
    add_sums(rows, weight.data(), sum.data());
    add_products(rows, weight.data(), products.data());
    const Shifted moments{static_cast<double>(n), far.data(), sum.data(), products.data()};
    RawProducts raw;
    raw.assign(d);
    add_raw_products(moments, raw);
    add_raw_products(moments, raw);  // adds up
    for (std::size_t i = 0; i < d; ++i) {
      const DoubleDouble s = raw_sum(moments, i);
      const mpq_class si(far[i]), rows_in_all(50);
      const mpq_class back = mpq_class(s.high) + mpq_class(s.low) - rows_in_all * si;
      EXPECT_NEAR(back.get_d(), sum[i], 1e-14);
      for (std::size_t j = i; j < d; ++j) {
        // The terms of the shift are 2^40 times larger, and leave all digits of the products.
        const mpq_class sj(far[j]),
            both = mpq_class(raw.high[i * width + j]) + mpq_class(raw.low[i * width + j]);
        const mpq_class rest =
            both / 2 - si * mpq_class(sum[j]) - sj * mpq_class(sum[i]) - rows_in_all * si * sj;
        EXPECT_NEAR(rest.get_d(), products[i * width + j], 1e-13);
      }
    }
  }
}

TEST_P(Dense, RoundedProductsAreWholeUnits) {
  const std::size_t d = 5, width = padded(d);
  RawProducts raw;
  raw.assign(d);
  Doubles unit(width), before(d * width);
  for (std::size_t j = 0; j < d; ++j) unit[j] = std::ldexp(1, static_cast<int>(j) - 20);
  unit[3] = 0;  // a constant column: nothing is rounded
  for (std::size_t k = 0; k < d * width; ++k)
    before[k] = raw.high[k] = normal_(random_), raw.low[k] = std::ldexp(normal_(random_), -54);
  round_to(unit.data(), raw);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i; j < d; ++j) {
      const double u = unit[i] * unit[j], sum = raw.high[i * width + j] + raw.low[i * width + j];
      EXPECT_NEAR(sum, before[i * width + j], 0.51 * u + 0x1p-52);
      EXPECT_EQ(u > 0 ? std::remainder(sum, u) : 0, 0);
    }
  }
}

TEST_P(Dense, WhiteningMultipliesByTheTriangle) {
  for (const std::size_t d : kSizes) {
    const Doubles tile = draw(d * kTile), centre = draw(d);
    Doubles factor = draw(d * d), white(d * kTile), length(kTile);
    for (std::size_t j = 0; j < d; ++j) std::fill(&factor[j * d] + j + 1, &factor[j * d] + d, 0.0);
    whiten(tile.data(), factor.data(), d, white.data());
    squared_distances(white.data(), centre.data(), d, length.data());
    for (std::size_t r = 0; r < kTile; ++r) {
      double square = 0;
      for (std::size_t j = 0; j < d; ++j) {
        long double expected = 0;
        for (std::size_t i = 0; i <= j; ++i)
          expected += static_cast<long double>(factor[j * d + i]) * tile[i * kTile + r];
        ASSERT_NEAR(white[j * kTile + r], static_cast<double>(expected), 1e-13);
        square += (white[j * kTile + r] - centre[j]) * (white[j * kTile + r] - centre[j]);
      }
      ASSERT_NEAR(length[r], square, 1e-12 * (1 + square));
    }
  }
}

TEST_P(Dense, DistancesThatOverflowAreInfinite) {
  Doubles tile(2 * kTile), centre(2), length(kTile);
  tile[0] = HUGE_VAL, tile[1] = NAN, tile[2] = 1e200;
  squared_distances(tile.data(), centre.data(), 2, length.data());
  for (std::size_t r = 0; r < kTile; ++r) EXPECT_EQ(length[r], r < 3 ? HUGE_VAL : 0);
}

TEST_P(Dense, CentredRowsAreFilledUpWithZeros) {
  const Doubles x = draw(kTile);
  for (std::size_t n = 0; n <= kTile; ++n) {
    Doubles out(kTile);
    centre(x.data(), n, 0.75, out.data());
    for (std::size_t r = 0; r < kTile; ++r) EXPECT_EQ(out[r], r < n ? x[r] - 0.75 : 0);
  }
}

TEST_P(Dense, TheLargestOfAColumn) {
  for (const std::size_t n : kRowCounts) {
    const Doubles x = draw(n);
    std::vector<double> column(x.data(), x.data() + n);
    double expected = 0;
    for (const double each : column) expected = std::max(expected, std::abs(each));
    EXPECT_EQ(largest(column), expected);
    for (std::size_t at = 0; at < n; at += 13) {
      const double kept = std::exchange(column[at], NAN);
      EXPECT_TRUE(std::isnan(largest(column)));
      column[at] = kept;
    }
  }
  EXPECT_EQ(largest(std::vector<double>(20, -1.7e308)), 1.7e308);
}

std::string target_label(const testing::TestParamInfo<std::int64_t>& info) {
  return info.param == 0 ? "none" : hwy::TargetName(info.param);
}

// Zero stands for a machine with none of the others.
std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> out = hwy::SupportedAndGeneratedTargets();
  out.push_back(0);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Targets, Dense, testing::ValuesIn(targets()), target_label);

}  // namespace
}  // namespace priory::dense
