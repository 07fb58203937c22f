// SPDX-License-Identifier: Apache-2.0
#include "logistic/fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "threads.h"

TESTS_START_THREADS;

namespace priory {
namespace {

// Random rows: some dense columns of different scale, some sparse ones; labels from a random linear model.
LabelledFeatures random_rows(std::size_t n, std::size_t n_dense, std::size_t n_sparse, std::size_t n_classes,
                             unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  LabelledFeatures out{FeatureMatrix(n_dense, n_sparse), {}, {}, n_classes};
  std::vector<double> w((n_dense + n_sparse) * n_classes);
  for (double& each : w) each = normal(engine);
  for (std::size_t row = 0; row < n; ++row) {
    std::vector<double> dense(n_dense), score(n_classes);
    std::vector<SparseEntry> sparse;
    const auto add = [&](std::size_t feature, double x) {
      for (std::size_t k = 0; k < n_classes; ++k) score[k] += x * w[feature * n_classes + k];
    };
    for (std::size_t j = 0; j < n_dense; ++j) add(j, dense[j] = normal(engine));
    for (std::uint32_t j = 0; j < n_sparse; ++j) {
      if (engine() % 4 != 0) continue;
      sparse.push_back({j, 1 + static_cast<double>(engine() % 2)});
      add(n_dense + j, sparse.back().value);
    }
    std::size_t best = 0;
    for (std::size_t k = 0; k < n_classes; ++k) {
      score[k] += 2 * normal(engine);
      if (score[k] > score[best]) best = k;
    }
    out.features.add_row(dense, sparse);
    out.label.push_back(static_cast<std::uint32_t>(best));
    out.weight.push_back(0.5 + static_cast<double>(engine() % 3));
  }
  out.features.finish();
  return out;
}

std::vector<double> random_weights(std::size_t n, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> out(n);
  for (double& each : out) each = normal(engine) / 2;
  return out;
}

TEST(ConditionalLoss, GradientIsTheSlopeOfTheLoss) {
  for (const std::size_t n_classes : {2UL, 4UL}) {
    const LabelledFeatures rows = random_rows(60, 3, 5, n_classes, 1);
    const std::vector<double> centre = random_weights(rows.n_weights(), 2);
    ConditionalLoss loss(rows, 0.7, centre, 1);
    std::vector<double> at = random_weights(rows.n_weights(), 3), slope(at.size()), unused(at.size());
    loss(at, slope);
    for (std::size_t j = 0; j < at.size(); ++j) {
      const double x = at[j], h = 1e-5;
      at[j] = x + h;
      const double above = loss(at, unused);
      at[j] = x - h;
      const double below = loss(at, unused);
      at[j] = x;
      EXPECT_NEAR(slope[j], (above - below) / (2 * h), 1e-6 * (1 + std::abs(slope[j])));
    }
  }
}

TEST(ConditionalLoss, HessianIsTheSlopeOfTheGradient) {
  for (const std::size_t n_classes : {2UL, 3UL}) {
    const LabelledFeatures rows = random_rows(50, 2, 4, n_classes, 5);
    ConditionalLoss loss(rows, 0.3, {}, 2);
    std::vector<double> at = random_weights(rows.n_weights(), 6);
    const std::size_t n = at.size();
    std::vector<double> above(n), below(n);
    loss(at, above);
    const std::vector<double> hessian = loss.hessian();
    for (std::size_t j = 0; j < n; ++j) {
      const double x = at[j], h = 1e-5;
      at[j] = x + h, loss(at, above);
      at[j] = x - h, loss(at, below);
      at[j] = x;
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(hessian[i * n + j], (above[i] - below[i]) / (2 * h), 1e-5) << i << ' ' << j;
    }
  }
}

TEST(ConditionalLoss, CurvatureAlongAWayIsTheHessianTimesIt) {
  for (const std::size_t n_classes : {2UL, 4UL}) {
    const LabelledFeatures rows = random_rows(70, 2, 5, n_classes, 19);
    std::vector<double> scale = random_weights(rows.n_weights(), 20);
    ConditionalLoss loss(rows, 0.4, {}, 2, scale);
    const std::size_t n = loss.size();
    std::vector<double> out(n), diagonal(n), gradient(n);
    loss(random_weights(n, 21), gradient);
    const std::vector<double> hessian = loss.hessian(), way = random_weights(n, 22);
    loss.diagonal(diagonal);
    loss.curvature_times(way, out);
    for (std::size_t i = 0; i < n; ++i) {
      double expected = 0;
      for (std::size_t j = 0; j < n; ++j) expected += hessian[i * n + j] * way[j];
      EXPECT_NEAR(out[i], expected, 1e-9 * (1 + std::abs(expected)));
      EXPECT_NEAR(diagonal[i], hessian[i * n + i], 1e-9 * hessian[i * n + i]);
    }
  }
}

TEST(ConditionalLoss, LargestCurvatureBoundsTheHessian) {
  const LabelledFeatures rows = random_rows(80, 3, 3, 3, 7);
  ConditionalLoss loss(rows, 0.1, {}, 1);
  std::vector<double> gradient(loss.size());
  const std::vector<double> bound = loss.largest_curvature();
  for (unsigned seed = 0; seed < 5; ++seed) {
    loss(random_weights(loss.size(), seed), gradient);
    const std::vector<double> hessian = loss.hessian();
    for (std::size_t j = 0; j < bound.size(); ++j)
      EXPECT_LE(hessian[j * bound.size() + j], bound[j] * (1 + 1e-12));
  }
}

// Without a penalty the weight of the only value is the logarithm of the odds ratio, here (3/1)/(2/5).
TEST(FitLogistic, OfOneValueIsTheLogOddsRatio) {
  LabelledFeatures rows{FeatureMatrix(0, 1), {}, {}, 2};
  const auto add = [&](bool value, std::uint32_t label, int times) {
    const SparseEntry entry = {0, 1};
    for (int k = 0; k < times; ++k)
      rows.features.add_row({}, {&entry, value ? 1U : 0U}), rows.label.push_back(label);
  };
  add(true, 1, 3), add(true, 0, 1), add(false, 1, 2), add(false, 0, 5);
  rows.features.finish();
  LogisticOptions options;
  options.l2 = 0, options.tolerance = 1e-12;
  const Minimum found = fit_logistic(rows, options);
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.at[0], std::log((3.0 / 1) / (2.0 / 5)), 1e-10);
  EXPECT_NEAR(found.at[1], std::log(2.0 / 5), 1e-10);
}

Minimum by_history(const LabelledFeatures& rows, double l2, double l1, unsigned threads, double tolerance) {
  ConditionalLoss loss(rows, l2, {}, threads);
  const std::vector<double> curvature = loss.largest_curvature();
  MinimiseOptions how;
  how.tolerance = tolerance, how.threads = threads, how.curvature = curvature;
  how.l1 = l1, how.n_free = rows.n_outputs(), how.max_iterations = 5000;
  return minimise([&](std::span<const double> x, std::span<double> g) { return loss(x, g); },
                  std::vector<double>(loss.size()), how);
}

TEST(FitLogistic, NewtonAndHistoryFindTheSameMinimum) {
  for (const std::size_t n_classes : {2UL, 5UL}) {
    const LabelledFeatures rows = random_rows(400, 4, 6, n_classes, 11);
    LogisticOptions options;
    options.l2 = 0.5, options.tolerance = 1e-12;
    const Minimum newton = fit_logistic(rows, options);
    const Minimum history = by_history(rows, 0.5, 0, 1, 1e-9);
    EXPECT_TRUE(newton.converged && history.converged);
    EXPECT_LT(newton.iterations, 20U);
    EXPECT_NEAR(newton.value, history.value, 1e-10 * newton.value);
    for (std::size_t j = 0; j + rows.n_outputs() < newton.at.size(); ++j)
      EXPECT_NEAR(newton.at[j], history.at[j], 1e-8);
  }
}

// Many weights go by conjugate gradients: the same minimum as by the history of the steps.
TEST(FitLogistic, ConjugateGradientsFindTheSameMinimum) {
  const LabelledFeatures rows = random_rows(500, 3, 300, 3, 23);
  ASSERT_FALSE(fits_newton(rows));
  LogisticOptions options;
  options.l2 = 0.2, options.tolerance = 1e-11;
  const Minimum ours = fit_logistic(rows, options), history = by_history(rows, 0.2, 0, 1, 1e-8);
  EXPECT_TRUE(ours.converged && history.converged) << ours.gradient_norm << ' ' << history.gradient_norm;
  EXPECT_LT(ours.iterations, 20U);
  EXPECT_NEAR(ours.value, history.value, 1e-10 * ours.value);
  for (std::size_t j = 0; j + rows.n_outputs() < ours.at.size(); ++j)  // intercepts may all be moved alike
    EXPECT_NEAR(ours.at[j], history.at[j], 1e-6);
}

// Of many rows the second derivatives are those of some: the minimum is that of all.
TEST(FitLogistic, SomeRowsTellTheCurvatureOfMany) {
  const LabelledFeatures rows = random_rows(40'000, 4, 0, 2, 29);
  LogisticOptions options;
  options.l2 = 1, options.tolerance = 1e-11;
  const Minimum ours = fit_logistic(rows, options), history = by_history(rows, 1, 0, 1, 1e-7);
  EXPECT_TRUE(ours.converged) << ours.gradient_norm;
  EXPECT_LT(ours.iterations, 20U);
  for (std::size_t j = 0; j < ours.at.size(); ++j) EXPECT_NEAR(ours.at[j], history.at[j], 1e-9);
}

// A scale of the penalty is the same as features that are multiplied with it: v = s u.
TEST(FitLogistic, ScaledPenaltyIsOneOfScaledFeatures) {
  const LabelledFeatures rows = random_rows(300, 4, 0, 2, 31);
  const std::vector<double> scale = {0.5, -2, 1, 3, 1};
  LabelledFeatures scaled{FeatureMatrix(4, 0), rows.label, rows.weight, 2};
  for (std::size_t row = 0; row < rows.label.size(); ++row) {
    std::vector<double> x(rows.features.dense(row).begin(), rows.features.dense(row).end());
    for (std::size_t j = 0; j < 4; ++j) x[j] *= scale[j];
    scaled.features.add_row(x, {});
  }
  scaled.features.finish();
  LogisticOptions options;
  options.l2 = 5, options.tolerance = 1e-12;
  const Minimum u = fit_logistic(scaled, options);
  options.scale = scale;
  const Minimum v = fit_logistic(rows, options);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(v.at[j], scale[j] * u.at[j], 1e-8);
  EXPECT_NEAR(v.value, u.value, 1e-10 * u.value);
}

// Columns that are the same share one weight, constants have none, rows of one class each have an answer.
TEST(FitLogistic, AwkwardRowsHaveAnAnswer) {
  LabelledFeatures rows{FeatureMatrix(3, 0), {}, {}, 2};
  const LabelledFeatures drawn = random_rows(200, 1, 0, 2, 37);
  for (std::size_t row = 0; row < 200; ++row) {
    const double x = drawn.features.dense(row)[0];
    rows.features.add_row(std::vector<double>{x, x, 0}, {});
  }
  rows.features.finish(), rows.label = drawn.label;
  LogisticOptions options;
  options.l2 = 1, options.tolerance = 1e-12;
  const Minimum found = fit_logistic(rows, options);
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.at[0], found.at[1], 1e-9);
  EXPECT_EQ(found.at[2], 0);
  options.l2 = 0;  // any split of the weight is a minimum
  EXPECT_TRUE(fit_logistic(rows, options).converged);
}

TEST(FitLogistic, AMillionFeatures) {
  LabelledFeatures rows{FeatureMatrix(0, 1'000'000), {}, {}, 2};
  for (std::uint32_t row = 0; row < 2000; ++row) {
    const SparseEntry entries[] = {{row % 10, 1}, {1000 + 499 * row, 1}};
    rows.features.add_row({}, entries), rows.label.push_back(row % 10 < 4 ? 1 : row % 7 == 0 ? 1 : 0);
  }
  rows.features.finish();
  LogisticOptions options;
  options.l2 = 1;
  const Minimum found = fit_logistic(rows, options);
  EXPECT_TRUE(found.converged);
  EXPECT_GT(found.at[0], found.at[9]);
  EXPECT_EQ(found.at[999], 0);
}

// At the minimum with l1 each slope of the smooth part is below l1 where the weight is 0, and l1 against it.
TEST(FitLogistic, SubgradientConditionsHoldUnderL1) {
  const LabelledFeatures rows = random_rows(300, 3, 9, 3, 13);
  const double l1 = 12;
  const Minimum found = by_history(rows, 0, l1, 1, 1e-6);
  EXPECT_TRUE(found.converged) << found.iterations << " steps, slope " << found.gradient_norm;
  ConditionalLoss loss(rows, 0, {}, 1);
  std::vector<double> slope(loss.size());
  loss(found.at, slope);
  std::size_t zeros = 0;
  for (std::size_t j = 0; j + 3 < slope.size(); ++j) {
    if (found.at[j] == 0) {
      ++zeros;
      EXPECT_LE(std::abs(slope[j]), l1 + 1e-6);
      continue;
    }
    EXPECT_NEAR(slope[j], -std::copysign(l1, found.at[j]), 1e-6);
  }
  EXPECT_GT(zeros, 0U);
}

TEST(FitLogistic, ThreadsDoNotShowInABit) {
  const LabelledFeatures rows = random_rows(3000, 5, 2000, 4, 17);
  EXPECT_FALSE(fits_newton(rows));
  LogisticOptions options;
  options.max_iterations = 30;
  std::vector<std::vector<double>> found;
  for (const unsigned threads : {1U, 2U, 7U})
    options.threads = threads, found.push_back(fit_logistic(rows, options).at);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

}  // namespace
}  // namespace priory
