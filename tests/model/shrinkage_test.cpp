// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "threads.h"
#include "training.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

struct Row {
  std::string label;
  std::vector<double> x;
  double weight = 1;
};

std::vector<Row> rows() {
  std::vector<Row> out;
  for (int r = 0; r < 40; ++r) {
    std::vector<double> x;
    for (int j = 0; j < 5; ++j)
      x.push_back((((r * 37 + j * 17 + r * r * j) % 23) / 4.0 + (r % 3)) * (j == 1 ? 512 : 1));
    out.push_back({r % 3 == 0 ? "a" : "b", x, static_cast<double>(1 + r % 2)});
  }
  return out;
}

std::string csv_of(const std::vector<Row>& table) {
  std::string out = "y,w,x0,x1,x2,x3,x4\n";
  for (const Row& row : table) {
    out += fmt::format("{},{}", row.label, row.weight);
    for (const double x : row.x) out += fmt::format(",{}", x);
    out += '\n';
  }
  return out + "a,1,,1,2,3,4\n";  // has no say: a cell is missing
}

// The definition of Ledoit and Wolf, row by row: how far single x x' lie from their mean.
struct Spread {
  double distance = 0, chance = 0;

  explicit Spread(const std::vector<Row>& centred) {
    const std::size_t p = centred[0].x.size();
    double n = 0;
    std::vector<double> mean(p * p);
    for (const Row& row : centred) {
      n += row.weight;
      for (std::size_t i = 0; i < p * p; ++i) mean[i] += row.weight * row.x[i / p] * row.x[i % p];
    }
    double trace = 0;
    for (double& each : mean) each /= n;
    for (std::size_t j = 0; j < p; ++j) trace += mean[j * p + j];
    for (std::size_t i = 0; i < p * p; ++i)
      distance += std::pow(mean[i] - (i / p == i % p ? trace / static_cast<double>(p) : 0), 2);
    for (const Row& row : centred) {
      for (std::size_t i = 0; i < p * p; ++i)
        chance += row.weight * std::pow(row.x[i / p] * row.x[i % p] - mean[i], 2) / (n * n);
    }
    chance = std::min(chance, distance);
  }
};

std::vector<Row> centred(std::vector<Row> table) {
  std::map<std::string, std::vector<double>> sums;
  std::map<std::string, double> n;
  for (const Row& row : table) {
    sums[row.label].resize(row.x.size());
    n[row.label] += row.weight;
    for (std::size_t j = 0; j < row.x.size(); ++j) sums[row.label][j] += row.weight * row.x[j];
  }
  for (Row& row : table) {
    for (std::size_t j = 0; j < row.x.size(); ++j) row.x[j] -= sums[row.label][j] / n[row.label];
  }
  return table;
}

// Columns divided by their standard deviation in all classes together.
std::vector<Row> standardised(std::vector<Row> table) {
  for (std::size_t j = 0; j < table[0].x.size(); ++j) {
    double n = 0, sum = 0, squares = 0;
    for (const Row& row : table)
      n += row.weight, sum += row.weight * row.x[j], squares += row.weight * row.x[j] * row.x[j];
    for (Row& row : table) row.x[j] /= std::sqrt(squares / n - sum / n * (sum / n));
  }
  return table;
}

std::vector<Row> of_class(const std::vector<Row>& table, const std::string& label) {
  std::vector<Row> out;
  for (const Row& row : table) {
    if (row.label == label) out.push_back(row);
  }
  return out;
}

double shrinkage_of(const std::string& family, Way way = {}) {
  PlanOptions options = with_types("y", "w=weight");
  options.family = family;
  options.settings = parse_setting("shrinkage", "auto");
  const Classifier model = trained(csv_of(rows()), options, way);
  for (const auto& [name, value] : model.plan().parts[0].settings) {
    if (name == "shrinkage") return value;
  }
  return -1;
}

TEST(Shrinkage, OfOneCovarianceIsLedoitAndWolfs) {
  const Spread spread(centred(standardised(rows())));
  EXPECT_GT(spread.chance / spread.distance, 0.01);
  EXPECT_NEAR(shrinkage_of("gaussian-shared"), spread.chance / spread.distance, 1e-12);
}

TEST(Shrinkage, OfOneForEachClassMinimisesTheSumOfLosses) {
  const std::vector<Row> all = centred(standardised(rows()));
  const Spread a(of_class(all, "a")), b(of_class(all, "b"));
  EXPECT_NEAR(shrinkage_of("gaussian-full"), (a.chance + b.chance) / (a.distance + b.distance), 1e-12);
}

// So the model is that of columns that were standardised before.
TEST(Shrinkage, DoesNotDependOnTheScaleOfAColumn) {
  const auto posteriors_of = [](const std::vector<Row>& table) {
    PlanOptions options = with_types("y", "w=weight");
    options.family = "gaussian-shared";
    options.settings = parse_setting("shrinkage", "auto");
    return posteriors(trained(csv_of(table), options), csv_of(table));
  };
  const auto plain = posteriors_of(rows()), scaled = posteriors_of(standardised(rows()));
  for (std::size_t r = 0; r < rows().size(); ++r) {  // without the one that lacks a cell
    for (std::size_t c = 0; c < plain[r].size(); ++c) EXPECT_NEAR(plain[r][c], scaled[r][c], 1e-9);
  }
}

TEST(Shrinkage, IsTheSameForAnyNumberOfThreads) {
  for (const unsigned threads : {2U, 7U})
    EXPECT_EQ(shrinkage_of("gaussian-shared", {threads, 64, 3}), shrinkage_of("gaussian-shared", {1, 64, 3}));
}

TEST(Shrinkage, IsTheOnlyOptionThatRowsTell) {
  PlanOptions options = with_types("y", "w=weight");
  options.settings = parse_setting("ridge", "auto");
  EXPECT_THROW(trained(csv_of(rows()), options), Error);
}

}  // namespace
}  // namespace priory::testing
