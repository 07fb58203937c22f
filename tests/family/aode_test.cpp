// SPDX-License-Identifier: Apache-2.0
// AODE on tables small enough to count by hand.
#include "family/tables/aode.h"

#include <gtest/gtest.h>

#include "training.h"

namespace priory::testing {
namespace {

// Two columns, six rows: n(p, a=0) = 2, n(p, a=0, b=0) = 2, and so on.
constexpr const char* kRows =
    "a,b,y\n"
    "0,0,p\n0,0,p\n1,1,p\n"
    "0,1,q\n1,0,q\n1,1,q\n";

PlanOptions aode(const std::vector<std::pair<std::string, double>>& settings) {
  PlanOptions out = with_types("y", "a=categorical,b=categorical");
  out.structure = "aode";
  for (const auto& [name, value] : settings) out.settings.push_back({name, "", value});
  return out;
}

double posterior(const Classifier& model, const std::string& row) {
  return std::exp(posteriors(model, "a,b\n" + row + "\n")[0][0]);
}

TEST(Aode, OfTwoColumnsIsTheMeanOfTwoTrees) {
  const Classifier model = trained(kRows, aode({{"alpha", 1}, {"back-off", 0}}));
  // P(a=0 | p) P(b=0 | p, a=0) and P(b=0 | p) P(a=0 | p, b=0); the same of q
  const double p = 0.5 * ((2 + 1.) / (3 + 2) * (2 + 1.) / (2 + 2) + (2 + 1.) / (3 + 2) * (2 + 1.) / (2 + 2));
  const double q = 0.5 * ((1 + 1.) / (3 + 2) * (0 + 1.) / (1 + 2) + (1 + 1.) / (3 + 2) * (0 + 1.) / (1 + 2));
  EXPECT_NEAR(posterior(model, "0,0"), p / (p + q), 1e-15);
}

TEST(Aode, SmoothsTheClassAndAValueTogether) {
  const Classifier model = trained(kRows, aode({{"alpha", 1}, {"back-off", 0}, {"joint-prior", 1}}));
  const double p = (2 + 1.) / (6 + 2 * 2) * (2 + 1.) / (2 + 2),
               q = (1 + 1.) / (6 + 2 * 2) * (0 + 1.) / (1 + 2);
  EXPECT_NEAR(posterior(model, "0,0"), p / (p + q), 1e-15);
}

TEST(Aode, BacksOffToTheTableWithOneConditionLess) {
  const Classifier model = trained(kRows, aode({{"back-off", 1}}));
  const double x = (3 + 1.) / (6 + 2);  // P(a=0) = P(b=0)
  const double of_p = (2 + x) / (3 + 1), of_q = (1 + x) / (3 + 1);
  const double p = of_p * (2 + of_p) / (2 + 1), q = of_q * (0 + of_q) / (1 + 1);
  EXPECT_NEAR(posterior(model, "0,0"), p / (p + q), 1e-15);
}

TEST(Aode, SharesImaginaryRowsOutEvenly) {
  const Classifier model = trained(kRows, aode({{"m-estimate", 3}, {"back-off", 0}}));
  const double p = (2 + 1.5) / (3 + 3) * (2 + 1.5) / (2 + 3), q = (1 + 1.5) / (3 + 3) * (0 + 1.5) / (1 + 3);
  EXPECT_NEAR(posterior(model, "0,0"), p / (p + q), 1e-15);
}

TEST(Aode, OfARowWithOneCellIsNaive) {
  const Classifier model = trained(kRows, aode({{"alpha", 1}, {"back-off", 0}}));
  EXPECT_NEAR(posterior(model, "0,"), (3. / 5) / (3. / 5 + 2. / 5), 1e-15);
  EXPECT_NEAR(posterior(model, ","), 0.5, 1e-15);
}

TEST(Aode, WithoutAValueOfEnoughRowsIsNaive) {
  const Classifier model = trained(kRows, aode({{"alpha", 1}, {"back-off", 0}, {"frequency-limit", 100}}));
  const double p = 3. / 5 * 3. / 5, q = 2. / 5 * 2. / 5;
  EXPECT_NEAR(posterior(model, "0,0"), p / (p + q), 1e-15);
}

}  // namespace
}  // namespace priory::testing
