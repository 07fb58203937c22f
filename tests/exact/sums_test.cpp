// SPDX-License-Identifier: Apache-2.0
// Sums against GMP's rationals, on numbers of all sizes.
#include "exact/sums.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/random.h"

namespace priory {
namespace {

// Random doubles over the whole range of exponents, or over a narrow one; zeros, whole numbers and subnormals
// too.
double any_double(std::mt19937_64& random, int spread) {
  std::uniform_int_distribution<int> exponent(-spread, std::min(spread, 1000)), kind(0, 9);
  const double mantissa = std::uniform_real_distribution<double>(-1, 1)(random);
  switch (kind(random)) {
    case 0:
      return 0;
    case 1:
      return std::round(mantissa * 1000);
    case 2:
      return spread > 1000 ? std::ldexp(mantissa, -1060) : mantissa;
    default:
      return std::ldexp(mantissa, exponent(random));
  }
}

mpq_class sum_of(const std::vector<mpq_class>& terms) {
  return std::accumulate(terms.begin(), terms.end(), mpq_class(0));
}

mpq_class as_rational(const Exact& x) {
  mpq_class out(x.m);
  if (x.e >= 0)
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(x.e));
  else
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(-x.e));
  return out;
}

class SumsOf : public testing::TestWithParam<int> {};

TEST_P(SumsOf, AreThoseOfRationals) {
  std::mt19937_64 random(static_cast<unsigned>(GetParam()));
  for (int round = 0; round < 300; ++round) {
    Sums sums(2, 2);
    std::vector<mpq_class> plain, product, square;
    for (int k = 0; k < 30; ++k) {
      const double x = any_double(random, GetParam()), w = any_double(random, 20);
      sums.add(0, 0, x), plain.emplace_back(x);
      sums.add_product(0, 1, w, x), product.push_back(mpq_class(w) * mpq_class(x));
      sums.add_product(1, 0, w, x, x), square.push_back(mpq_class(w) * mpq_class(x) * mpq_class(x));
    }
    ASSERT_EQ(as_rational(sums.exact(0, 0)), sum_of(plain));
    ASSERT_EQ(as_rational(sums.exact(0, 1)), sum_of(product));
    ASSERT_EQ(as_rational(sums.exact(1, 0)), sum_of(square));
    ASSERT_TRUE(sums.zero(1, 1));
    ASSERT_EQ(as_rational(sums.canonical().exact(1, 0)), sum_of(square));
  }
}

TEST_P(SumsOf, MergeInAnyOrderAndSubtractExactly) {
  std::mt19937_64 random(static_cast<unsigned>(GetParam()) + 1);
  for (int round = 0; round < 200; ++round) {
    Sums whole(1, 1), a(1, 1), b(1, 1), c(1, 1);
    for (int k = 0; k < 12; ++k) {
      const double x = any_double(random, GetParam());
      whole.add(0, 0, x);
      (k % 3 == 0 ? a : k % 3 == 1 ? b : c).add(0, 0, x);
    }
    Sums left = a, right = c;
    left.merge(b), left.merge(c), right.merge(a), right.merge(b);
    ASSERT_EQ(left.canonical(), whole.canonical());
    ASSERT_EQ(right.canonical(), whole.canonical());
    Sums back = whole;
    back.subtract(b), back.subtract(c);
    ASSERT_EQ(back.canonical(), a.canonical());
    back.subtract(a);
    ASSERT_EQ(back.canonical(), Sums(1, 1).canonical());
  }
}

TEST_P(SumsOf, WholeNumbersTimesPowersOfTwo) {
  std::mt19937_64 random(static_cast<unsigned>(GetParam()));
  for (int round = 0; round < 200; ++round) {
    Sums sums(1, 1);
    mpq_class wanted = 0;
    for (int k = 0; k < 20; ++k) {
      const auto high = static_cast<std::int64_t>(random()) >> random() % 64;
      const long exponent = std::uniform_int_distribution<long>(-GetParam(), GetParam())(random);
      const std::uint64_t low = random() % 4 == 0 ? 0 : random();
      sums.add_scaled(0, 0, Sums::Whole{high} * (Sums::Whole{1} << 63) + (low >> 1), exponent);
      const mpz_class count = mpz_class(high) * (mpz_class(1) << 63) + mpz_class(low >> 1);
      wanted += as_rational(Exact(count, exponent));
    }
    ASSERT_EQ(as_rational(sums.exact(0, 0)), wanted);
  }
}

// Entries so large that they overflow on the way, and numbers that are none of the short way.
TEST(Sums, ManyCountsAtOnceAreThoseOneByOne) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 60; ++round) {
    constexpr std::size_t kRows = 5, kCells = 3;
    Sums by_row(kRows, kCells);
    if (round % 3 == 0) by_row.add(1, 1, 0x1p63 - 1024);
    if (round % 4 == 1) by_row.add(2, 0, 0.25);
    Sums scattered = by_row, ones = by_row, wanted = by_row, wanted_ones = by_row, first = by_row,
         wanted_first = by_row;
    std::vector<std::uint32_t> rows, cells, group_cell;
    std::vector<std::size_t> begin = {0};
    std::vector<double> x;
    for (std::size_t group = 0; group < 30; ++group) {
      group_cell.push_back(static_cast<std::uint32_t>(random() % kCells));
      for (std::size_t k = random() % 300; k > 0; --k) {
        rows.push_back(static_cast<std::uint32_t>(random() % kRows)), cells.push_back(group_cell.back());
        x.push_back(round % 5 == 0 && random() % 400 == 0 ? 0x1p40 : static_cast<double>(random() % 4));
        wanted.add(rows.back(), cells.back(), x.back());
        wanted_ones.add(rows.back(), cells.back(), 1);
        wanted_first.add(rows.back(), 0, 1);
      }
      begin.push_back(rows.size());
    }
    scattered.add({begin, group_cell, rows, x});
    ones.add({begin, group_cell, rows, {}});
    first.count(rows);
    EXPECT_EQ(scattered.canonical(), wanted.canonical());
    EXPECT_EQ(ones.canonical(), wanted_ones.canonical());
    EXPECT_EQ(first.canonical(), wanted_first.canonical());
    for (std::size_t k = 0; k < 20; ++k) rows.push_back(Sums::kNoRow), cells.push_back(0);
    by_row.count(rows, cells);
    EXPECT_EQ(by_row.canonical(), wanted_ones.canonical());
  }
}

INSTANTIATE_TEST_SUITE_P(Spreads, SumsOf, testing::Values(1, 30, 70, 300, 1070));

TEST(Sums, CountInOneWordUntilTheyMustNot) {
  Sums sums(1, 1);
  for (int k = 0; k < 2000; ++k) sums.add(0, 0, 0x1p53);  // 2000 * 2^53 is beyond 2^63
  EXPECT_EQ(sums.value(0, 0), 2000 * 0x1p53);
  EXPECT_EQ(sums.n_limbs(), 2U);
  for (int k = 0; k < 2000; ++k) sums.add(0, 0, -0x1p53);
  sums.add(0, 0, 7);
  EXPECT_EQ(sums.canonical().n_limbs(), 1U);
  EXPECT_EQ(sums.value(0, 0), 7);
}

// Sums whose words are nearly full, near zero or about to need another word or a finer unit, and summands
// whose bits lie across the borders of words: where the short ways of adding must hand over to the long one.
TEST(Sums, AreExactAtTheBordersOfWords) {
  std::vector<double> edges;
  for (const int bit : {-65, -64, -33, -32, -31, -1, 0, 10, 11, 31, 62, 63, 64, 75, 126, 127, 128, 191}) {
    for (const double m : {1.0, 2 - 0x1p-52, 1 + 0x1p-52}) {
      edges.push_back(std::ldexp(m, bit)), edges.push_back(std::ldexp(-m, bit));
    }
  }
  for (const double first : edges) {
    for (const double second : edges) {
      Sums sums(1, 3);
      mpq_class plain, product;
      for (const double x : {first, second, second, -first, second}) {
        sums.add(0, 0, x), plain += mpq_class(x);
        sums.add(0, 0, second, x), plain += mpq_class(second) + mpq_class(x);
        sums.add_product(0, 1, 1, x, second), product += mpq_class(x) * mpq_class(second);
      }
      ASSERT_EQ(as_rational(sums.exact(0, 0)), plain) << first << ' ' << second;
      ASSERT_EQ(as_rational(sums.exact(0, 1)), product) << first << ' ' << second;
      ASSERT_TRUE(sums.zero(0, 2));
      Sums twice = sums;
      twice.merge(sums);
      ASSERT_EQ(as_rational(twice.exact(0, 0)), plain * 2);
      twice.subtract(sums), twice.subtract(sums), twice.subtract(sums);
      ASSERT_EQ(as_rational(twice.exact(0, 1)), -product);
    }
  }
}

TEST(Sums, AddedToAllRowsOfACellAreThoseAddedOneByOne) {
  std::mt19937_64 random(4);
  for (const int spread : {1, 20, 60, 300}) {
    Sums together(20, 3), apart(20, 3);
    for (int round = 0; round < 50; ++round) {
      std::vector<double> high(20), low(20);
      for (std::size_t r = 0; r < 20; ++r)
        high[r] = any_double(random, spread), low[r] = any_double(random, spread);
      const auto cell = static_cast<std::size_t>(round % 3);
      together.add_to_rows(cell, high, low);
      for (std::size_t r = 0; r < 20; ++r) apart.add(r, cell, high[r]), apart.add(r, cell, low[r]);
    }
    ASSERT_EQ(together.canonical(), apart.canonical());
  }
}

TEST(Sums, OfEqualFormGainAWordWhenTheirMergeOverflows) {
  for (const double sign : {1.0, -1.0}) {
    Sums a(1, 2), b(1, 2);
    for (Sums* sums : {&a, &b}) sums->add(0, 0, sign * 0x1.8p62), sums->add(0, 1, 5);
    ASSERT_EQ(a.n_limbs(), 1U);
    a.merge(b);
    EXPECT_EQ(a.value(0, 0), sign * 0x1.8p63);
    EXPECT_EQ(a.value(0, 1), 10);
    EXPECT_EQ(a.n_limbs(), 2U);
    a.subtract(b), a.subtract(b), a.subtract(b);
    EXPECT_EQ(a.value(0, 0), -sign * 0x1.8p62);
  }
}

TEST(Sums, OfOneAndTwoWordsRoundLikeLongerOnes) {
  std::mt19937_64 random(3);
  for (const int least : {0, -20, -60, -1000, -1050}) {
    for (int round = 0; round < 2000; ++round) {
      Sums sums(1, 1);
      for (int k = 0; k < 3; ++k) {
        const int exponent = least + static_cast<int>(random() % 70);
        sums.add(0, 0, std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random), exponent));
      }
      ASSERT_EQ(sums.value(0, 0), rounded(sums.exact(0, 0)));
    }
  }
}

TEST(Sums, WeightsOfTwoToTheMinus24StayInOneWord) {
  Sums sums(1, 1);
  for (int k = 0; k < 1000; ++k) sums.add(0, 0, 3 * 0x1p-24);
  EXPECT_EQ(sums.n_limbs(), 1U);
  EXPECT_EQ(sums.value(0, 0), 3000 * 0x1p-24);
}

TEST(Sums, ValuesAreRoundedOnceToNearestEven) {
  Sums sums(1, 1);
  sums.add(0, 0, 1), sums.add(0, 0, 0x1p-53);
  EXPECT_EQ(sums.value(0, 0), 1);  // a tie
  sums.add(0, 0, 0x1p-1074);
  EXPECT_EQ(sums.value(0, 0), 1 + 0x1p-52);  // just above the tie
}

TEST(Sums, AssignedAreTheNumberWhateverWasThere) {
  std::mt19937_64 random(5);
  Sums sums(2, 2);
  for (int k = 0; k < 300; ++k) {
    const double x = any_double(random, 400), y = any_double(random, 60);
    sums.assign(1, 0, Exact(x) * Exact(y));
    sums.assign(0, 1, Exact(y));
    EXPECT_EQ(as_rational(sums.exact(1, 0)), mpq_class(x) * mpq_class(y));
    EXPECT_EQ(sums.value(0, 1), y);
    EXPECT_TRUE(sums.zero(0, 0));
  }
  sums.assign(1, 0, Exact()), sums.assign(0, 1, Exact());
  EXPECT_EQ(sums.canonical(), Sums(2, 2));
}

TEST(Sums, SelectAndMergeByMaps) {
  Sums sums(2, 3);
  for (std::size_t r = 0; r < 2; ++r) {
    for (std::size_t c = 0; c < 3; ++c) sums.add(r, c, static_cast<double>(10 * r + c) + 0.5);
  }
  const std::vector<std::uint32_t> rows = {1, 0}, cells = {2, 0};
  const Sums some = sums.select(rows, cells);
  EXPECT_EQ(some.value(0, 0), 12.5);
  EXPECT_EQ(some.value(1, 1), 0.5);
  Sums other(3, 4);
  other.merge(some, rows, cells);
  EXPECT_EQ(other.value(1, 2), 12.5);
  EXPECT_EQ(other.value(0, 0), 0.5);
  EXPECT_EQ(other.value(1, 0), 10.5);
}

TEST(Exact, QuotientsAreCorrectlyRounded) {
  EXPECT_EQ(quotient(Exact(1.0), Exact(3.0)), 1.0 / 3.0);
  EXPECT_EQ(quotient(Exact(-7.28), Exact(3.0)), -7.28 / 3);
  std::mt19937_64 random(7);
  for (int k = 0; k < 20000; ++k) {
    const double a = any_double(random, 500), b = any_double(random, 400);
    if (b == 0) continue;
    ASSERT_EQ(quotient(Exact(a), Exact(b)), a / b) << a << " / " << b;
  }
}

TEST(Exact, DividedHasTheBitsAskedFor) {
  std::mt19937_64 random(8);
  for (int k = 0; k < 500; ++k) {
    const double a = any_double(random, 300), b = any_double(random, 300);
    if (a == 0 || b == 0) continue;
    const mpq_class exact = mpq_class(a) / mpq_class(b);
    const mpq_class off = abs(as_rational(divided(Exact(a), Exact(b), 200)) / exact - 1);
    ASSERT_LE(off, mpq_class(1) / (mpz_class(1) << 200));
  }
  EXPECT_TRUE(divided(Exact(0.0), Exact(3.0), 100).zero());
}

TEST(Exact, RoundsToSubnormalsAndZero) {
  EXPECT_EQ(rounded(Exact(mpz_class(3), -1075)), 0x1p-1073);  // 1.5 * 2^-1074: a tie, to the even 2
  EXPECT_EQ(rounded(Exact(mpz_class(1), -1075)), 0);
  EXPECT_EQ(rounded(Exact(mpz_class(5), -1076)), 0x1p-1074);
  EXPECT_EQ(rounded(Exact(mpz_class(1), 2000)), HUGE_VAL);
}

TEST(Sums, MergesOnlyWhatItsMapsName) {
  // A matrix of eight cells of which three are in use: a map of three names them, and nothing lies beyond it.
  Sums roomy(1, 8), sum(1, 4);
  for (std::size_t c = 0; c < 3; ++c) roomy.add(0, c, static_cast<double>(c + 1));
  const std::vector<std::uint32_t> cells = {3, 0, 1};
  sum.merge(roomy, {}, cells);
  EXPECT_EQ(sum.value(0, 3), 1);
  EXPECT_EQ(sum.value(0, 0), 2);
  EXPECT_EQ(sum.value(0, 1), 3);
  sum.subtract(roomy, {}, cells);
  EXPECT_EQ(sum.canonical(), Sums(1, 4).canonical());
}

// Words in the memory of others, which the test may damage.
struct Memory final : Backing {
  std::vector<std::uint64_t> words;
  std::size_t damaged = static_cast<std::size_t>(-1);  // this word
  mutable std::size_t n_checked = 0;

  void check(const void* begin, std::size_t n_bytes) const override {
    const auto first = static_cast<std::size_t>(static_cast<const std::uint64_t*>(begin) - words.data());
    n_checked += n_bytes / sizeof(std::uint64_t);
    if (first <= damaged && damaged < first + n_bytes / sizeof(std::uint64_t))
      throw std::runtime_error("damaged");
  }
  [[noreturn]] void fail(const std::string& why) const override { throw std::runtime_error(why); }
};

// Some sums of our own, and the same in the memory of others.
struct Pair {
  Sums own{4, 3};
  std::shared_ptr<Memory> memory = std::make_shared<Memory>();

  explicit Pair(double unit) {
    for (std::size_t k = 0; k < 12; ++k) own.add(k / 3, k % 3, unit * static_cast<double>(k));
    own = own.canonical();
    memory->words.assign(own.limbs().begin(), own.limbs().end());
  }
  Sums view() const { return Sums(4, 3, own.base(), own.n_limbs(), memory->words, memory); }
};

TEST(Sums, InTheMemoryOfOthersAreLikeOwnOnes) {
  for (const double unit : {1.0, -0x1p-40, 0x1p70}) {
    const Pair pair(unit);
    const Sums view = pair.view();
    EXPECT_EQ(view, pair.own);
    EXPECT_EQ(view.limbs().data(), pair.memory->words.data());  // no copy
    EXPECT_EQ(view.value(3, 2), 11 * unit);
    EXPECT_TRUE(view.zero(0, 0));
    EXPECT_TRUE(view.is_canonical());
    EXPECT_EQ(view.canonical(), pair.own);
    EXPECT_EQ(view.total(), pair.own.total());
    EXPECT_EQ(view.total().value(0, 1), 22 * unit);
    const std::uint32_t rows[] = {3, 1}, cells[] = {2, 0};
    EXPECT_EQ(view.select(rows, cells), pair.own.select(rows, cells));
    EXPECT_EQ(view.rows_from(1, 2), pair.own.rows_from(1, 2));
    EXPECT_EQ(view.rows_from(1, 2).value(0, 0), 3 * unit);
    Sums merged(4, 3), expected(4, 3);
    merged.merge(view), expected.merge(pair.own);
    EXPECT_EQ(merged, expected);
  }
}

TEST(Sums, InTheMemoryOfOthersAreCopiedWhenWrittenTo) {
  const Pair pair(1);
  const std::vector<std::uint64_t> before = pair.memory->words;
  Sums added = pair.view(), merged = pair.view(), resized = pair.view();
  added.add(0, 0, 5);
  merged.subtract(pair.own);
  resized.resize(5, 3);
  EXPECT_EQ(added.value(0, 0), 5);
  EXPECT_EQ(added.value(3, 2), 11);
  EXPECT_TRUE(merged.zero(3, 2));
  EXPECT_EQ(resized.value(3, 2), 11);
  EXPECT_TRUE(resized.zero(4, 2));
  EXPECT_EQ(added.backing(), nullptr);
  EXPECT_EQ(pair.memory->words, before);
}

TEST(Sums, InTheMemoryOfOthersAreCheckedOnceAndOnlyWhereTheyAreUsed) {
  const Pair pair(1);
  const Sums view = pair.view();
  pair.memory->damaged = 10;  // in the last row
  const std::uint32_t rows[] = {0, 2}, last[] = {3}, cells[] = {0, 1, 2};
  EXPECT_EQ(view.select(rows, cells).value(1, 1), 7);
  EXPECT_EQ(pair.memory->n_checked, 6U);
  EXPECT_THROW(view.select(last, cells), std::runtime_error);
  EXPECT_THROW(view.value(0, 0), std::runtime_error);  // reading single entries has all checked
  pair.memory->damaged = 99;
  EXPECT_EQ(view.value(0, 1), 1);
  const std::size_t n_checked = pair.memory->n_checked;
  EXPECT_EQ(view.value(3, 1), 10);
  EXPECT_EQ(pair.memory->n_checked, n_checked);
}

TEST(Sums, TheTotalOfLargeEntriesDoesNotOverflow) {
  Sums sums(3, 1);
  for (std::size_t row = 0; row < 3; ++row) sums.add(row, 0, 0x1p62);
  EXPECT_EQ(sums.n_limbs(), 1U);
  EXPECT_EQ(sums.total().value(0, 0), 3 * 0x1p62);
}

// Rows and cells come and go; what stays keeps its place, and what is new is zero.
TEST(Sums, KeepTheirNumbersWhenTheyAreResized) {
  Random random(5);
  for (const double unit : {1.0, 0x1p-40, 0x1p90}) {
    Sums sums(3, 2);
    std::map<std::pair<std::size_t, std::size_t>, double> expected;
    for (int step = 0; step < 60; ++step) {
      const std::size_t rows = 1 + random.below(9), cells = random.below(7);
      sums.resize(rows, cells);
      std::erase_if(expected,
                    [&](const auto& each) { return each.first.first >= rows || each.first.second >= cells; });
      ASSERT_EQ(sums.rows(), rows);
      ASSERT_EQ(sums.cells(), cells);
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cells; ++c)
          EXPECT_EQ(sums.value(r, c), (expected[{r, c}])) << r << " " << c;
      }
      if (cells == 0) continue;
      const std::size_t row = random.below(rows), cell = random.below(cells);
      sums.add(row, cell, unit), expected[{row, cell}] += unit;
    }
  }
}

// Large matrices, whose counts are small ones until one is not, and the same numbers in units of 2^-32, one
// by one.
class Twice {
 public:
  Twice(std::size_t rows, std::size_t cells, Random& random)
      : sums_(rows, cells), units_(rows * cells), rows_(rows), cells_(cells), random_(random) {}

  // Mostly to the same few rows, so that some outgrow a byte.
  void scatter(bool wild) {
    std::vector<std::size_t> begin = {0};
    std::vector<std::uint32_t> cells, rows;
    std::vector<double> x;
    for (int group = 0; group < 20; ++group) {
      cells.push_back(any_cell());
      for (std::size_t k = random_.below(200); k > 0; --k) {
        rows.push_back(any_row()), x.push_back(any_number(wild));
        add(rows.back(), cells.back(), x.back());
      }
      begin.push_back(rows.size());
    }
    sums_.add({begin, cells, rows, x});
  }

  void count_some() {
    std::vector<std::uint32_t> rows(500), cells(500);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows[k] = any_row(), cells[k] = any_cell();
      add(rows[k], 0, 1), add(rows[k], cells[k], 1);
    }
    sums_.count(rows);
    sums_.count(rows, cells);
  }

  void count_groups_once() {
    std::vector<std::size_t> begin = {0};
    std::vector<std::uint32_t> rows;
    for (int group = 0; group < 30; ++group) {
      std::set<std::uint32_t> met;
      for (std::size_t k = random_.below(40); k > 0; --k) {
        rows.push_back(any_row());
        if (met.insert(rows.back()).second) add(rows.back(), 0, 1);
      }
      begin.push_back(rows.size());
    }
    sums_.count_once(begin, rows);
  }

  void add_some(bool wild) {
    for (int k = 0; k < 20; ++k) {
      const std::uint32_t row = any_row(), cell = any_cell();
      const double x = any_number(wild), w = static_cast<double>(random_.below(5));
      add(row, cell, x), sums_.add(row, cell, x);
      add(row, cell, w * 7), sums_.add_product(row, cell, w, 7);
      add(row, cell, w + 0x1p40), sums_.add(row, cell, 0x1p40, w);
    }
  }

  void combine(const Twice& other, bool minus, Sums::Map rows, Sums::Map cells) {
    minus ? sums_.subtract(other.sums_, rows, cells) : sums_.merge(other.sums_, rows, cells);
    for (std::size_t r = 0; r < other.rows_; ++r) {
      for (std::size_t c = 0; c < other.cells_; ++c)
        units_[rows[r] * cells_ + cells[c]] += (minus ? -1 : 1) * other.units_[r * other.cells_ + c];
    }
  }

  void resize(std::size_t rows, std::size_t cells) {
    sums_.resize(rows, cells);
    std::vector<Sums::Whole> units(rows * cells);
    for (std::size_t r = 0; r < std::min(rows, rows_); ++r) {
      for (std::size_t c = 0; c < std::min(cells, cells_); ++c) units[r * cells + c] = units_[r * cells_ + c];
    }
    units_ = std::move(units), rows_ = rows, cells_ = cells;
  }

  void compare_some() {
    std::vector<std::uint32_t> rows, cells;
    for (int k = 0; k < 30; ++k) rows.push_back(any_row());
    for (int k = 0; k < 4; ++k) cells.push_back(any_cell());
    const Sums selected = sums_.select(rows, cells);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t c = 0; c < cells.size(); ++c)
        EXPECT_TRUE((selected.exact(k, c) - exact(rows[k], cells[c])).zero());
      EXPECT_TRUE((sums_.exact(rows[k], cells[0]) - exact(rows[k], cells[0])).zero());
      EXPECT_EQ(sums_.value(rows[k], cells[0]), rounded(exact(rows[k], cells[0])));
      EXPECT_EQ(sums_.negative(rows[k], cells[0]), unit(rows[k], cells[0]) < 0);
      EXPECT_EQ(sums_.zero(rows[k], cells[0]), unit(rows[k], cells[0]) == 0);
      const auto first = units_.begin() + static_cast<long>(rows[k] * cells_);
      const bool zeros = std::all_of(first, first + static_cast<long>(cells_), [](auto u) { return u == 0; });
      EXPECT_EQ(sums_.zero_row(rows[k]), zeros);
    }
    std::vector<double> values(cells_);
    sums_.values(rows[0], values);
    for (std::uint32_t c = 0; c < cells_; ++c) EXPECT_EQ(values[c], rounded(exact(rows[0], c)));
  }

  // The canonical form is that of the same numbers in plain words, whatever way they came.
  void compare_all() const {
    Sums judge(rows_, cells_, 0, 1, LargeVector<std::uint64_t>(rows_ * cells_));
    for (std::size_t r = 0; r < rows_; ++r) {
      for (std::size_t c = 0; c < cells_; ++c) judge.add_scaled(r, c, units_[r * cells_ + c], -32);
    }
    ASSERT_TRUE(judge.is_plain());
    EXPECT_EQ(sums_.plain().canonical(), judge.canonical());
    EXPECT_EQ(sums_.canonical(), judge.canonical());
    EXPECT_EQ(sums_.canonical().is_plain(), judge.canonical().is_plain());
    EXPECT_TRUE(sums_.canonical().is_canonical());
    EXPECT_EQ(sums_.total().canonical(), judge.total().canonical());
    EXPECT_EQ(sums_.rows_from(1, 50).canonical(), judge.rows_from(1, 50).canonical());
  }

  std::size_t rows() const { return rows_; }
  std::size_t cells() const { return cells_; }
  bool is_small() const { return !sums_.is_plain(); }

 private:
  void add(std::size_t row, std::size_t cell, double x) {
    units_[row * cells_ + cell] += static_cast<Sums::Whole>(x * 0x1p32);
  }
  Sums::Whole unit(std::size_t row, std::size_t cell) const { return units_[row * cells_ + cell]; }
  Exact exact(std::size_t row, std::size_t cell) const {
    const Sums::Whole all = unit(row, cell);
    mpz_class out(static_cast<long>(all >> 64));
    out <<= 64;
    out += mpz_class(static_cast<unsigned long>(all));
    return Exact(out, -32);
  }
  std::uint32_t any_row() {
    return static_cast<std::uint32_t>(random_.below(random_.below(3) == 0 ? rows_ : 7));
  }
  std::uint32_t any_cell() { return static_cast<std::uint32_t>(random_.below(cells_)); }
  double any_number(bool wild) {
    if (!wild || random_.below(50) > 0) return static_cast<double>(random_.below(90)) - 3;
    return std::vector{0x1p62, -0x1p62, 0.25, 300.0, 0x1p31, -0x1p-30}[random_.below(6)];
  }

  Sums sums_;
  std::vector<Sums::Whole> units_;
  std::size_t rows_, cells_;
  Random& random_;
};

TEST(Sums, LargeOnesAreThoseOneByOneWhateverIsDoneToThem) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    Twice sums(30000, 3, random);
    std::size_t n_small = 0;
    for (int step = 0; step < 40; ++step) {
      const auto kind = random.below(10);
      const bool wild = seed % 3 == 0 && random.below(4) == 0;
      if (kind < 3) sums.scatter(wild);
      if (kind == 3) sums.count_some();
      if (kind == 4) sums.count_groups_once();
      if (kind == 5) sums.add_some(wild);
      if (kind == 6 || kind == 7) {
        Twice other(random.below(2) == 0 ? 25000 : 40, 1 + random.below(4), random);
        other.scatter(false), other.count_some();
        std::vector<std::uint32_t> rows(other.rows()), cells(other.cells());
        for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(random.below(sums.rows()));
        for (std::uint32_t& cell : cells) cell = static_cast<std::uint32_t>(random.below(sums.cells()));
        sums.combine(other, kind == 7, rows, cells);
      }
      if (kind == 8)
        sums.resize(25000 + random.below(9000), random.below(4) == 0 ? 3 + random.below(2) : sums.cells());
      n_small += sums.is_small() ? 1U : 0U;
      sums.compare_some();
      if (kind == 9) sums.compare_all();
    }
    sums.compare_all();
    if (seed % 3 != 0) {
      EXPECT_GT(n_small, 30U) << seed;
    }
  }
}

TEST(Sums, CountOncePlainlyToo) {
  const std::vector<std::size_t> begin = {0, 4, 4, 6};
  const std::vector<std::uint32_t> rows = {2, 2, 0, 2, 2, 2};
  Sums few(3, 1), halves(3, 1);
  halves.add(2, 0, 0.5);
  few.count_once(begin, rows), halves.count_once(begin, rows);
  EXPECT_EQ(few.value(0, 0), 1);
  EXPECT_EQ(few.value(2, 0), 2);
  EXPECT_EQ(halves.value(0, 0), 1);
  EXPECT_EQ(halves.value(2, 0), 2.5);
}

TEST(Sums, WordsAreAskedOfPlainOnesOnly) {
  Sums sums(70000, 1);
  const std::vector<std::uint32_t> rows = {5, 5, 69999};
  sums.count(rows);
  EXPECT_FALSE(sums.is_plain());
  EXPECT_THROW(sums.limbs(), std::logic_error);
  EXPECT_EQ(sums.plain().limbs()[5], 2U);
  EXPECT_FALSE(sums.canonical().is_plain());
}

}  // namespace
}  // namespace priory
