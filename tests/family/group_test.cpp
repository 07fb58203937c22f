// SPDX-License-Identifier: Apache-2.0
// Gaussians over groups of columns: by hand, against one another, and what becomes of missing cells.
#include <numbers>
#include <random>

#include "family/columns.h"

namespace priory::testing {
namespace {

using Table = std::vector<std::vector<double>>;  // columns

// A family over some columns with some of its options given.
struct Group {
  const Family& family;
  Settings settings;
  std::size_t n_cells;
  double largest_variance = 0;

  Group(std::string_view name, std::size_t cells, const Given& given = {})
      : family(*find_family(name, CellKind::reals)), settings(family.info().options), n_cells(cells) {
    settings.set("var-smoothing", 0);
    for (const auto& [option, value] : given) settings.set(option, value);
  }

  template <class Use>
  static void with_columns(const Table& table, const Use& use) {
    std::vector<Column> columns;
    for (const auto& each : table) columns.push_back(reals(each));
    std::vector<const Column*> pointers;
    for (const Column& each : columns) pointers.push_back(&each);
    use(pointers);
  }

  Block zero(const Table& table) const {
    return Block::zero(family.statistics(), {0, table.size()}, n_cells);
  }

  Block learnt(const Table& table, const Cells& cells) const {
    Block block = zero(table);
    with_columns(table, [&](Columns columns) { family.accumulate(columns, cells, block); });
    return block;
  }

  Block expected(const Table& table, const Cells& cells, const Parameters& parameters) const {
    Block block = zero(table);
    with_columns(table,
                 [&](Columns columns) { family.accumulate_expected(columns, cells, parameters, block); });
    return block;
  }

  Parameters estimate(const Block& block) const {
    return family.estimate(block, settings, {largest_variance});
  }

  Parameters operator()(const Table& table, const CellOfRow& cell,
                        const std::vector<double>& weight = {}) const {
    return estimate(learnt(table, {cell, {}, n_cells, weight}));
  }

  LogScores score(const Table& table, const Parameters& parameters) const {
    LogScores out;
    out.reset(table[0].size(), n_cells);
    with_columns(table, [&](Columns columns) { family.score(columns, parameters, out); });
    return out;
  }

  double log_likelihood(const Table& table, const CellOfRow& cell, const Parameters& parameters) const {
    const LogScores scores = score(table, parameters);
    double out = 0;
    for (std::size_t row = 0; row < cell.size(); ++row) out += scores.at(cell[row], row);
    return out;
  }
};

// Class 0 is (1, 2), (3, 4), (2, 6): mean (2, 4), scatter 2, 2, 8. Class 1 is (5, 1), (7, 3): mean (6, 2),
// scatter 2, 2, 2.
const Table kTable = {{1, 3, 5, 2, 7}, {2, 4, 1, 6, 3}};
const CellOfRow kCells = {0, 0, 1, 0, 1};

MATCHER_P(Near, expected, "") {
  return std::abs(arg - expected) <= 1e-13 * (1 + std::abs(expected));
}

template <class... Numbers>
auto numbers(Numbers... each) {
  return ::testing::ElementsAre(Near(each)...);
}

TEST(GaussianShared, HasOneCovarianceWithinTheClasses) {
  const Parameters p = Group("gaussian-shared", 2)(kTable, kCells);
  EXPECT_EQ(p[0].name, "mean");
  EXPECT_THAT(p[0].data, numbers(2., 6., 4., 2.));
  EXPECT_EQ(p[1].name, "covariance");
  EXPECT_TRUE(p[1].shared);
  EXPECT_THAT(p[1].data, numbers(4. / 5, 4. / 5, 4. / 5, 10. / 5));
}

TEST(GaussianFull, HasACovarianceForEachClass) {
  const Parameters p = Group("gaussian-full", 2)(kTable, kCells);
  EXPECT_THAT(p[0].data, numbers(2., 6., 4., 2.));
  EXPECT_FALSE(p[1].shared);
  EXPECT_THAT(p[1].data, numbers(2. / 3, 1., 2. / 3, 1., 2. / 3, 1., 8. / 3, 1.));
}

TEST(GaussianGroups, UnbiasedDividesByWhatTheMeansLeave) {
  const Parameters shared = Group("gaussian-shared", 2, {{"unbiased", 1}})(kTable, kCells);
  EXPECT_THAT(shared[1].data, numbers(4. / 3, 4. / 3, 4. / 3, 10. / 3));
  const Parameters full = Group("gaussian-full", 2, {{"unbiased", 1}})(kTable, kCells);
  EXPECT_THAT(full[1].data, numbers(2. / 2, 2., 2. / 2, 2., 2. / 2, 2., 8. / 2, 2.));
}

TEST(GaussianGroups, ShrinkageThenRidgeAndVarSmoothing) {
  Group model("gaussian-shared", 2, {{"shrinkage", 0.25}, {"ridge", 0.5}, {"var-smoothing", 0.125}});
  model.largest_variance = 8;
  const double mean_variance = (4. / 5 + 10. / 5) / 2, added = 0.25 * mean_variance + 0.5 + 0.125 * 8;
  EXPECT_THAT(model(kTable, kCells)[1].data,
              numbers(0.75 * 4 / 5 + added, 0.75 * 4 / 5, 0.75 * 4 / 5, 0.75 * 10 / 5 + added));
  EXPECT_FALSE(model.family.monotone(model.settings));
  EXPECT_TRUE(model.family.monotone(Group("lda", 2, {{"ridge", 1}}).settings));
}

// Three quarters of each class's covariance and a quarter of that within all classes, (4, 4, 4, 10) / 5.
TEST(GaussianGroups, PoolingDrawsTowardsTheCovarianceWithinAllClasses) {
  const Group model("gaussian-full", 2, {{"pooling", 0.25}});
  const double first = 0.75 * 2 / 3 + 0.25 * 4 / 5, second = 0.75 * 1 + 0.25 * 4 / 5;
  EXPECT_THAT(model(kTable, kCells)[1].data, numbers(first, second, first, second, first, second,
                                                     0.75 * 8 / 3 + 0.25 * 2, 0.75 * 1 + 0.25 * 2));
  EXPECT_FALSE(model.family.monotone(model.settings));
}

TEST(GaussianGroups, AreFoundByTheirOtherNames) {
  EXPECT_EQ(find_family("gda", CellKind::reals), find_family("gaussian-shared", CellKind::reals));
  EXPECT_EQ(find_family("lda", CellKind::reals), find_family("gaussian-shared", CellKind::reals));
  EXPECT_EQ(find_family("qda", CellKind::reals), find_family("gaussian-full", CellKind::reals));
  for (const char* name : {"gda,lda", "", "gd", "da", ","}) EXPECT_TRUE(find_families(name).empty()) << name;
}

TEST(GaussianGroups, CountTheirParameters) {
  const Shape shape{0, 3};
  EXPECT_EQ(find_family("lda", CellKind::reals)->free_parameters(shape, 4), 4 * 3 + 6);
  EXPECT_EQ(find_family("qda", CellKind::reals)->free_parameters(shape, 4), 4 * (3 + 6));
}

TEST(GaussianGroups, AClassWithoutRowsHasWhatAllShare) {
  const Table table = {{1, 3, 5, 2, 7, 8}, {2, 4, 1, 6, 3, NAN}};
  const CellOfRow cell = {0, 0, 1, 0, 1, 2};
  const Parameters full = Group("qda", 3)(table, cell), all = Group("qda", 1)(kTable, CellOfRow(5));
  for (std::size_t r = 0; r < 4; ++r) EXPECT_EQ(full[1].at(r, 2), all[1].at(r, 0));
  for (std::size_t r = 0; r < 2; ++r) EXPECT_EQ(full[0].at(r, 2), all[0].at(r, 0));
}

// log N of two columns, with the inverse of the covariance written out.
double log_normal(double x, double y, double mx, double my, double a, double b, double c) {
  const double det = a * c - b * b, dx = x - mx, dy = y - my;
  return -0.5 * (c * dx * dx - 2 * b * dx * dy + a * dy * dy) / det -
         0.5 * std::log(4 * std::numbers::pi * std::numbers::pi * det);
}

double log_normal(double x, double m, double v) {
  return -0.5 * (x - m) * (x - m) / v - 0.5 * std::log(2 * std::numbers::pi * v);
}

TEST(GaussianGroups, ScoreTheDensityAndIntegrateMissingCellsOut) {
  const Table rows = {{0.5, NAN, 4, NAN}, {3, 2.5, NAN, NAN}};
  const Group full("gaussian-full", 2), shared("gaussian-shared", 2);
  LogScores scores = full.score(rows, full(kTable, {0, 0, 0, 0, 0}));
  const Parameters p = full.estimate(full.learnt(kTable, {CellOfRow(5), {}, 2, {}}));
  const auto at = [&](std::size_t r) { return p[1].at(r, 0); };
  EXPECT_THAT(scores.at(0, 0), Near(log_normal(0.5, 3, p[0].at(0, 0), p[0].at(1, 0), at(0), at(1), at(3))));
  scores = shared.score(rows, shared(kTable, kCells));
  EXPECT_THAT(scores.at(0, 0), Near(log_normal(0.5, 3, 2, 4, 0.8, 0.8, 2)));
  EXPECT_THAT(scores.at(1, 0), Near(log_normal(0.5, 3, 6, 2, 0.8, 0.8, 2)));
  EXPECT_THAT(scores.at(0, 1), Near(log_normal(2.5, 4, 2)));
  EXPECT_THAT(scores.at(1, 2), Near(log_normal(4, 6, 0.8)));
  EXPECT_EQ(scores.at(0, 3), 0);
}

std::vector<double> steps(double first, double last, double step) {
  std::vector<double> out;
  for (double x = first; x <= last; x += step) out.push_back(x);
  return out;
}

TEST(GaussianGroups, TheDensityOfAPairSumsToItsMarginalAndToOne) {
  const Group model("gaussian-shared", 2);
  const Parameters p = model(kTable, kCells);
  const std::vector<double> grid = steps(-15, 20, 0.05);
  double whole = 0;
  for (const double x : grid) {
    const LogScores pairs = model.score({std::vector<double>(grid.size(), x), grid}, p);
    double sum = 0;
    for (std::size_t r = 0; r < grid.size(); ++r) sum += 0.05 * std::exp(pairs.at(1, r));
    EXPECT_NEAR(sum, std::exp(model.score({{x}, {NAN}}, p).at(1, 0)), 1e-12);
    whole += 0.05 * sum;
  }
  EXPECT_NEAR(whole, 1, 1e-10);
}

TEST(GaussianGroups, ExpectWhatIsMissingFromWhatIsThere) {
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    const Group model(name, 2, {{"ridge", 0.25}});
    const Parameters p = model(kTable, kCells);
    // One row in cell 1, its second number missing.
    const CellOfRow cell = {1};
    const Block block = model.expected({{9}, {NAN}}, {cell, {}, 2, {}}, p);
    const std::size_t k = p[1].shared ? 0 : 1;
    const double a = p[1].at(0, k), b = p[1].at(1, k), c = p[1].at(3, k);
    const double y = p[0].at(1, 1) + b / a * (9 - p[0].at(0, 1)), rest = c - b * b / a;
    EXPECT_EQ(block.sums[0].value(0, 1), 1);
    EXPECT_EQ(block.sums[1].value(0, 1), 9);
    EXPECT_THAT(block.sums[1].value(1, 1), Near(y));
    EXPECT_THAT(block.sums[2].value(0, k), Near(81));
    EXPECT_THAT(block.sums[2].value(1, k), Near(9 * y));
    EXPECT_THAT(block.sums[2].value(2, k), Near(y * y + rest));
    // A row of which nothing is known has nothing to teach.
    EXPECT_TRUE(model.expected({{NAN}, {NAN}}, {cell, {}, 2, {}}, p).sums[0].zero(0, 1));
  }
}

Table random_table(unsigned seed, std::size_t n_columns, std::size_t n_rows, double missing = 0) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Table out(n_columns, std::vector<double>(n_rows));
  for (std::size_t r = 0; r < n_rows; ++r) {
    const double common = normal(random);
    for (auto& column : out) column[r] = common + normal(random);
  }
  for (auto& column : out) {
    for (double& x : column) x = std::uniform_real_distribution<double>(0, 1)(random) < missing ? NAN : x;
  }
  return out;
}

CellOfRow random_cells(unsigned seed, std::size_t n_cells, std::size_t n_rows) {
  std::mt19937_64 random(seed);
  CellOfRow out(n_rows);
  for (std::uint32_t& cell : out) cell = static_cast<std::uint32_t>(random() % n_cells);
  return out;
}

// EM over the missing cells alone: the classes are known.
TEST(GaussianGroups, ExpectedSumsMakeTheObjectiveClimb) {
  const Table table = random_table(1, 4, 60, 0.3);
  const CellOfRow cell = random_cells(2, 2, 60);
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    for (const Given& given : {Given{}, Given{{"ridge", 0.3}}, Given{{"ridge", 0.1}, {"unbiased", 1}}}) {
      const Group model(name, 2, given);
      const Cells cells = {cell, {}, 2, {}};
      Parameters p = model(table, cell);
      double before = -HUGE_VAL, first = 0;
      for (int step = 0; step < 40; ++step) {
        const Block block = model.expected(table, cells, p);
        const double objective = model.log_likelihood(table, cell, p) +
                                 model.family.log_prior(p, model.settings) +
                                 model.family.smoothing(p, block, model.settings, {});
        EXPECT_GE(objective, before - 1e-9) << name << step;
        if (step == 0) first = objective;
        before = objective;
        p = model.estimate(block);
      }
      EXPECT_GT(before, first + 0.01);
    }
  }
}

TEST(GaussianGroups, TheEstimateIsTheTopOfWhatItMaximises) {
  const Table table = random_table(3, 3, 40);
  const CellOfRow cell = random_cells(4, 2, 40);
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    for (const Given& given :
         {Given{}, Given{{"ridge", 0.5}}, Given{{"unbiased", 1}}, Given{{"ridge", 0.5}, {"unbiased", 1}}}) {
      const Group model(name, 2, given);
      const Block block = model.learnt(table, {cell, {}, 2, {}});
      const auto objective = [&](const Parameters& p) {
        return model.log_likelihood(table, cell, p) + model.family.log_prior(p, model.settings) +
               model.family.smoothing(p, block, model.settings, {});
      };
      const Parameters best = model.estimate(block);
      const double most = objective(best);
      for (std::size_t k = 0; k < 2; ++k) {
        for (std::size_t i = 0; i < best[k].data.size(); ++i) {
          for (const double step : {-1e-3, 1e-3}) {
            Parameters other(best.begin(), best.begin() + 2);  // what is shown
            other[k].data[i] += step;
            const std::size_t n = 3, r = i / best[k].cells, c = i % best[k].cells;
            if (k == 1 && r / n != r % n) other[1].at(r % n * n + r / n, c) += step;  // stays symmetric
            EXPECT_LT(objective(model.family.complete(other)), most) << name << k << i;
          }
        }
      }
    }
  }
}

TEST(GaussianGroups, ColumnsThatFollowFromOthersAreNamedAsTrouble) {
  const Table collinear = {{1, 2, 4, 3, 7}, {0.1, 0.7, 0.3, 0.9, 0.2}, {1.1, 2.7, 4.3, 3.9, 7.2}};
  const Table constant = {{1, 2, 4, 3, 7}, {0.1, 0.1, 0.1, 0.1, 0.1}};
  const Table few = {{1, 2}, {3, 5}, {2, 8}};
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    for (const Table& table : {collinear, constant, few}) {
      const CellOfRow cell(table[0].size());
      const Group plain(name, 1), ridge(name, 1, {{"ridge", 1e-3}}), shrunk(name, 1, {{"shrinkage", 0.1}});
      EXPECT_THAT(std::string(plain.family.trouble(plain(table, cell), 0)),
                  ::testing::HasSubstr("not positive definite"));
      EXPECT_EQ(plain.family.trouble(ridge(table, cell), 0), "");
      EXPECT_EQ(plain.family.trouble(shrunk(table, cell), 0), "");
    }
    const Group unbiased(name, 1, {{"unbiased", 1}});
    EXPECT_THAT(std::string(unbiased.family.trouble(unbiased({{1}, {2}}, {0}), 0)),
                ::testing::HasSubstr("too few rows"));
  }
}

TEST(GaussianGroups, AConstantInEachClassHasNoVarianceWithin) {
  const Table table = {{0.1, 0.1, 0.7, 0.7, 1e5 + 0.3}, {1, 2, 4, 3, 7}};
  const Parameters p = Group("gaussian-shared", 3)(table, {0, 0, 1, 1, 2});
  EXPECT_EQ(p[1].at(0, 0), 0);
}

TEST(GaussianGroups, ALargeMeanCostsNoDigits) {
  const std::size_t n_rows = 700;
  Table table = random_table(5, 5, n_rows);
  for (auto& column : table) {  // multiples of 2^-16, so that adding 2^30 rounds nothing
    for (double& x : column) x = std::ldexp(std::round(std::ldexp(x, 16)), -16);
  }
  Table moved = table;
  for (auto& column : moved) {
    for (double& x : column) x += 0x1p30;
  }
  const CellOfRow cell = random_cells(6, 3, n_rows);
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    const Group model(name, 3);
    const Parameters here = model(table, cell), there = model(moved, cell);
    for (std::size_t i = 0; i < here[1].data.size(); ++i)
      EXPECT_NEAR(there[1].data[i], here[1].data[i], 1e-13 * here[1].data[0]);
    for (std::size_t i = 0; i < here[0].data.size(); ++i)
      EXPECT_NEAR(there[0].data[i] - 0x1p30, here[0].data[i], 1e-6);
    const LogScores a = model.score(table, here), b = model.score(moved, there);
    for (std::size_t i = 0; i < a.data.size(); ++i) EXPECT_NEAR(a.data[i], b.data[i], 1e-5);
  }
}

TEST(GaussianGroups, ClassesFarApartCostNoDigits) {
  const std::size_t n_rows = 600;
  const Table table = random_table(7, 3, n_rows);
  const CellOfRow cell = random_cells(8, 2, n_rows);
  Table apart = table;
  for (auto& column : apart) {
    for (std::size_t r = 0; r < n_rows; ++r) column[r] += cell[r] == 0 ? 0 : 1e6;
  }
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    const Parameters a = Group(name, 2)(table, cell), b = Group(name, 2)(apart, cell);
    for (std::size_t i = 0; i < a[1].data.size(); ++i) EXPECT_NEAR(a[1].data[i], b[1].data[i], 1e-9);
  }
}

TEST(GaussianGroups, ManyClassesOfFewRowsAreLearntAlike) {
  const std::size_t n_rows = 90, n_cells = 40;
  const Table table = random_table(9, 6, n_rows);
  const CellOfRow cell = random_cells(10, n_cells, n_rows);
  const Group model("gaussian-shared", n_cells);
  Block apart = model.zero(table);
  for (std::size_t r = 0; r < n_rows; ++r) {
    Table one;
    for (const auto& column : table) one.push_back({column[r]});
    const CellOfRow its = {cell[r]};
    apart.merge(model.family.statistics(), model.learnt(one, {its, {}, n_cells, {}}), {}, {});
  }
  const Parameters a = model(table, cell), b = model.estimate(apart);
  for (std::size_t i = 0; i < a[1].data.size(); ++i) EXPECT_NEAR(a[1].data[i], b[1].data[i], 1e-13);
  for (std::size_t i = 0; i < a[0].data.size(); ++i) EXPECT_NEAR(a[0].data[i], b[0].data[i], 1e-13);
}

TEST(GaussianGroups, ExtremeNumbersGiveNoNan) {
  const Table far = {{0, 1e308, -1e308, 1e200, 1e-300, 3}, {1, 1e308, 1e308, 1e-200, -1e300, 1e160}};
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    for (const double scale : {1e200, 1e153, 1.0, 1e-153, 1e-200}) {
      Table table = kTable;
      for (auto& column : table) {
        for (double& x : column) x *= scale;
      }
      const Group model(name, 1, {{"ridge", 1e-300}});
      const Parameters p = model(table, CellOfRow(5));
      const std::string trouble(model.family.trouble(p, 0));
      EXPECT_EQ(trouble, scale > 1e160 ? "the covariance overflows" : "") << scale;
      if (!trouble.empty()) continue;
      for (const double score : model.score(far, p).data) {
        EXPECT_FALSE(std::isnan(score));
        EXPECT_LT(score, HUGE_VAL);
      }
    }
  }
}

TEST(GaussianGroups, TheSpreadOfAColumnIsItsMeanAndVariance) {
  const Group full("qda", 2), shared("lda", 2);
  const Parameters p = full(kTable, kCells), q = shared(kTable, kCells);
  EXPECT_THAT(full.family.spread(p, 0, 1)->mean, Near(4));
  EXPECT_THAT(full.family.spread(p, 0, 1)->variance, Near(8. / 3));
  EXPECT_THAT(shared.family.spread(q, 1, 0)->variance, Near(0.8));
  // All rows together: the first column 1, 3, 5, 2, 7 has the variance 4.64, the second 2.96.
  EXPECT_THAT(*full.family.pooled_variance(full.learnt(kTable, {kCells, {}, 2, {}})), Near(4.64));
  EXPECT_THAT(*shared.family.pooled_variance(shared.learnt(kTable, {kCells, {}, 2, {}})), Near(4.64));
}

// Numbers of every size and number of digits: some of them need more pieces than the others, or are added one
// by one.
Table draw_mixed(std::size_t n_columns, std::size_t n_rows, std::mt19937_64& random) {
  Table out(n_columns, std::vector<double>(n_rows));
  for (std::size_t j = 0; j < n_columns; ++j) {
    for (double& x : out[j]) {
      const double normal = std::normal_distribution<double>()(random);
      const int range = static_cast<int>(j % 4) * 40;
      x = j % 5 == 4 ? std::round(100 * normal)
                     : std::ldexp(normal, std::uniform_int_distribution<int>(-range, range)(random));
      if (random() % 64 == 0) x = std::ldexp(normal, 300);
      if (random() % 64 == 0) x = std::ldexp(normal, -1060);
    }
  }
  return out;
}

Block canonical(Block block) {
  for (Sums& sums : block.sums) sums = sums.canonical();
  return block;
}

// One row after the other, number by number: the judge of what is summed together.
Block summed_slowly(const Group& group, const Table& table, const CellOfRow& cell,
                    const std::vector<double>& weight, bool shared) {
  Block out = group.zero(table);
  for (std::size_t r = 0; r < cell.size(); ++r) {
    out.sums[0].add(0, cell[r], weight[r]);
    for (std::size_t i = 0, pair = 0; i < table.size(); ++i) {
      out.sums[1].add_product(i, cell[r], weight[r], table[i][r]);
      for (std::size_t j = 0; j <= i; ++j, ++pair)
        out.sums[2].add_product(pair, shared ? 0 : cell[r], weight[r], table[i][r], table[j][r]);
    }
  }
  return out;
}

TEST(GaussianGroups, SumsAreExact) {
  std::mt19937_64 random(11);
  const std::vector<double> weights = {1, 3, 0, 0.5, 2.25, 0x1.000001p10, 7};
  for (const std::size_t n_columns : {1U, 2U, 5U, 9U, 16U}) {
    for (const std::size_t n_rows : {1U, 7U, 100U, 600U, 1500U}) {
      const Table table = draw_mixed(n_columns, n_rows, random);
      CellOfRow cell(n_rows);
      std::vector<double> weight(n_rows, 1);
      for (std::uint32_t& each : cell) each = static_cast<std::uint32_t>(random() % 3);
      for (const bool weighted : {false, true}) {
        for (double& each : weight) each = weighted ? weights[random() % weights.size()] : 1;
        for (const bool shared : {false, true}) {
          const Group group(shared ? "gaussian-shared" : "gaussian-full", 3);
          const Block got = group.learnt(table, {cell, {}, 3, weighted ? weight : std::vector<double>()});
          EXPECT_EQ(canonical(got), canonical(summed_slowly(group, table, cell, weight, shared)))
              << n_columns << " columns, " << n_rows << " rows";
        }
      }
    }
  }
}

// Eight rows in any order, forgotten one by one: nothing is left, and no row is said to be unknown.
TEST(GaussianGroups, RowsForgottenOneByOneLeaveNothing) {
  std::mt19937_64 random(5);
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    const Group group(name, 2);
    Table table(3, std::vector<double>(8));
    for (auto& column : table)
      for (double& x : column) x = std::normal_distribution<double>(1e6, 1)(random);
    const CellOfRow cell = {0, 1, 0, 1, 1, 0, 0, 1};
    Block left = group.learnt(table, {cell, {}, 2, {}});
    for (const std::size_t row : {3U, 0U, 7U, 5U, 1U, 2U, 6U, 4U}) {
      Table one;
      for (const auto& column : table) one.push_back({column[row]});
      const CellOfRow of_one = {cell[row]};
      left.subtract(group.family.statistics(), group.learnt(one, {of_one, {}, 2, {}}), {}, {});
      EXPECT_TRUE(group.family.plausible(left));
    }
    EXPECT_EQ(canonical(left), canonical(group.zero(table)));
  }
}

TEST(GaussianGroups, ForgettingRowsNeverLearntIsNoticed) {
  for (const char* name : {"gaussian-shared", "gaussian-full"}) {
    const Group model(name, 2);
    Block block = model.learnt(kTable, {kCells, {}, 2, {}});
    EXPECT_TRUE(model.family.plausible(block));
    const CellOfRow cell = {0};
    block.subtract(model.family.statistics(), model.learnt({{100}, {-70}}, {cell, {}, 2, {}}), {}, {});
    EXPECT_FALSE(model.family.plausible(block));
  }
}

}  // namespace
}  // namespace priory::testing
