// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

#include "clustering.h"
#include "query/asking.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

// Two columns of values, one of counts and one of reals, of three classes.
std::string mixed_rows(unsigned seed, std::size_t n = 60) {
  std::mt19937_64 random(seed);
  std::string out = "class,a,b,n,x\n";
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t label = row < 3 ? row : random() % 3;
    out += fmt::format("{},{},{},{},{}\n", "uvw"[label], (random() + label) % 2, "pqrs"[random() % 4],
                       random() % (3 + label),
                       static_cast<double>(random() % 1000) / 250 + static_cast<double>(label));
  }
  return out;
}

Classifier mixed_model(unsigned seed) {
  return trained(mixed_rows(seed), with_types("class", "a=categorical,b=categorical,n=poisson,x=gaussian"));
}

double parameter(const Classifier& model, std::size_t part, std::size_t which, std::size_t row,
                 std::size_t cell) {
  return model.parts()[part].parameters[which].at(row, cell);
}

TEST(ClassifierAnswerer, OfAFullRowItAnswersAsPredictDoes) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Classifier model = mixed_model(seed);
    const JointDistribution joint(model);
    const auto expected = posteriors(model, "a,b,n,x\n1,q,2,1.75\n0,s,0,-3\n");
    const QueryAnswer first = answer(joint, "P(class | a=1 and b=q and n=2 and x=1.75)");
    const QueryAnswer second = answer(joint, "P(class | b=s, a=0, x=-3, n=0)");
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_DOUBLE_EQ(first.rows[c].probability, std::exp(expected[0][c]));
      EXPECT_DOUBLE_EQ(second.rows[c].probability, std::exp(expected[1][c]));
    }
  }
}

// By loops over everything: classes, the values of a and b, and n up to where nothing is left.
struct Enumerated {
  const Classifier& model;

  template <class Holds>
  double sum(const Holds& holds) const {
    double out = 0;
    const std::vector<double> prior = model.log_prior();
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t a = 0; a < 2; ++a)
        for (std::size_t b = 0; b < 4; ++b)
          for (int n = 0; n < 60; ++n) {
            const double rate = parameter(model, 2, 0, 0, c);
            const double log_n = n * std::log(rate) - rate - std::lgamma(n + 1);
            const double log_p = parameter(model, 0, 0, a, c) + parameter(model, 1, 0, b, c);
            if (holds(c, a, b, n)) out += std::exp(prior[c] + log_p + log_n);
          }
    return out;
  }
};

TEST(ClassifierAnswerer, FormulasAreSumsOverAllValues) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Classifier model = mixed_model(seed);
    const JointDistribution joint(model);
    const Enumerated by_hand{model};
    using S = std::size_t;
    EXPECT_NEAR(p(joint, "P(a=1 or b=q)"), by_hand.sum([](S, S a, S b, int) { return a == 1 || b == 1; }),
                1e-12);
    EXPECT_NEAR(p(joint, "P(class=v and (a=1 or n>2))"),
                by_hand.sum([](S c, S a, S, int n) { return c == 1 && (a == 1 || n > 2); }), 1e-12);
    EXPECT_NEAR(p(joint, "P(class=u or n<=1 | not (b=p and a=0), b!=s)"),
                by_hand.sum([](S c, S a, S b, int n) {
                  return (c == 0 || n <= 1) && !(b == 0 && a == 0) && b != 3;
                }) / by_hand.sum([](S, S a, S b, int) { return !(b == 0 && a == 0) && b != 3; }),
                1e-12);
    EXPECT_NEAR(p(joint, "P(n in {0, 3, 2.5} | class=w)"), by_hand.sum([](S c, S, S, int n) {
      return c == 2 && (n == 0 || n == 3);
    }) / by_hand.sum([](S c, S, S, int) { return c == 2; }),
                1e-12);
    const QueryAnswer table = answer(joint, "P(b, class | n=1)");
    ASSERT_EQ(table.rows.size(), 12U);
    EXPECT_EQ(table.rows[5].values, (std::vector<std::string>{"q", "w"}));
    EXPECT_NEAR(table.rows[5].probability, by_hand.sum([](S c, S, S b, int n) {
      return c == 2 && b == 1 && n == 1;
    }) / by_hand.sum([](S, S, S, int n) { return n == 1; }),
                1e-12);
  }
}

TEST(ClassifierAnswerer, NumbersInIntervals) {
  const Classifier model = mixed_model(3);
  const JointDistribution joint(model);
  const auto below = [&](double x, std::size_t c) {
    return 0.5 * std::erfc(-(x - parameter(model, 3, 0, 0, c)) / std::sqrt(2 * parameter(model, 3, 1, 0, c)));
  };
  EXPECT_NEAR(p(joint, "P(x > 3 | class=u)"), 1 - below(3, 0), 1e-14);
  EXPECT_NEAR(p(joint, "P(1 < x < 2.5 | class=v)"), below(2.5, 1) - below(1, 1), 1e-14);
  EXPECT_NEAR(p(joint, "P(x <= 1 or x > 2.5 | class=v)"), 1 - (below(2.5, 1) - below(1, 1)), 1e-14);
  double any = 0, third = 0;
  for (std::size_t c = 0; c < 3; ++c) any += std::exp(model.log_prior()[c]) * (1 - below(3, c));
  third = std::exp(model.log_prior()[2]) * (1 - below(3, 2));
  EXPECT_NEAR(p(joint, "P(x > 3)"), any, 1e-14);
  EXPECT_NEAR(p(joint, "P(class=w | x > 3)"), third / any, 1e-14);
  EXPECT_EQ(p(joint, "P(x > 3 | x=3.5)"), 1);
  EXPECT_EQ(p(joint, "P(x > 3 and class=u | x=2.5)"), 0);
}

TEST(ClassifierAnswerer, WhatHasNoProbabilityIsRefused) {
  const JointDistribution joint(mixed_model(1));
  EXPECT_THAT(trouble(joint, "P(x=2 | class=u)"), HasSubstr("'x' is continuous"));
  EXPECT_THAT(trouble(joint, "P(class=u | x=2 or a=1)"), HasSubstr("'x' is continuous"));
  EXPECT_THAT(trouble(joint, "P(x)"), HasSubstr("cannot be listed"));
  EXPECT_THAT(trouble(joint, "P(class=U)"), HasSubstr("did you mean 'u'"));
  EXPECT_THAT(trouble(joint, "P(a > 0 | b > 2)"), HasSubstr("no numbers"));
  EXPECT_THAT(trouble(joint, "P(class=u | class=v and class=w)"), HasSubstr("probability zero"));
  EXPECT_NEAR(p(joint, "P(a > 0)"), p(joint, "P(a=1)"), 1e-15);
}

// Of a bivariate normal: y given x has the mean m_y + s_xy / s_xx (x - m_x) and the variance s_yy - s_xy^2 /
// s_xx.
TEST(ClassifierAnswerer, ColumnsOfAGroupAreConditionedOnEachOther) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::string csv = "class,x,y\n";
  for (int row = 0; row < 200; ++row) {
    const double x = normal(random);
    csv += fmt::format("{},{},{}\n", row % 2, x + row % 2, 0.7 * x + 0.4 * normal(random));
  }
  PlanOptions options = with_types("class", "");
  options.parts = parse_parts("x+y=gaussian-full");
  const Classifier model = trained(csv, options);
  const JointDistribution joint(model);
  const auto parts = model.parts();
  const Parameter &mean = parts[0].parameters[0], &cov = parts[0].parameters[1];
  const double shift = cov.at(1, 1) / cov.at(0, 1) * (0.3 - mean.at(0, 1));
  const double variance = cov.at(3, 1) - cov.at(1, 1) * cov.at(1, 1) / cov.at(0, 1);
  const double z = (0.5 - mean.at(1, 1) - shift) / std::sqrt(variance);
  EXPECT_NEAR(p(joint, "P(y > 0.5 | x=0.3 and class=1)"), 0.5 * std::erfc(z / std::sqrt(2)), 1e-13);
  const double alone = (0.5 - mean.at(1, 0)) / std::sqrt(cov.at(3, 0));
  EXPECT_NEAR(p(joint, "P(y > 0.5 | class=0)"), 0.5 * std::erfc(alone / std::sqrt(2)), 1e-13);
  const auto row = posteriors(model, "x,y\n0.3,\n");
  EXPECT_DOUBLE_EQ(answer(joint, "P(class | x=0.3)").rows[1].probability, std::exp(row[0][1]));
  EXPECT_THAT(trouble(joint, "P(x > 0 and y > 0)"), HasSubstr("correlated"));
  EXPECT_FALSE(answer(joint, "independent(x; y | class)").independence->independent);
}

TEST(ClassifierAnswerer, WordsOfATextAsPredictReadsThem) {
  const std::string csv =
      "label,body\nspam,free prize now\nspam,win a free prize\nham,monday meeting\nham,the minutes\n";
  for (const std::string family : {"multinomial", "bernoulli", "complement"}) {
    PlanOptions options = with_types("label", "");
    options.text = {"body"};
    options.family = family;
    const Classifier model = trained(csv, options);
    const JointDistribution joint(model);
    const auto expected = posteriors(model, "body\nFree prize\n");
    const QueryAnswer got = answer(joint, "P(class | body:\"Free prize\")");
    EXPECT_EQ(got.variables, std::vector<std::string>{"label"});
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_DOUBLE_EQ(got.rows[c].probability, std::exp(expected[0][c])) << family;
    EXPECT_THAT(trouble(joint, "P(body:\"free\" | label=spam)"), HasSubstr("\n  P(body"));
  }
}

TEST(ClassifierAnswerer, AdjustedRatesAreThoseOfPredict) {
  const Classifier model = mixed_model(2).with_rates(std::vector<double>{0.8, 0.1, 0.1});
  const auto expected = posteriors(model, "a,b,n,x\n1,q,,\n");
  const QueryAnswer got = answer(JointDistribution(model), "P(class | a=1 and b=q)");
  for (std::size_t c = 0; c < 3; ++c) EXPECT_DOUBLE_EQ(got.rows[c].probability, std::exp(expected[0][c]));
}

TEST(ClassifierAnswerer, AMixtureIsAskedForItsClass) {
  const EmResult mixture = clustered("x\n1\n1.2\n0.9\n5\n5.1\n4.7\n", with_family("gaussian"), 2);
  const JointDistribution joint(mixture.model);
  const auto expected = posteriors(mixture.model, "x\n1.1\n");
  const QueryAnswer got = answer(joint, "P(class | x=1.1)");
  for (std::size_t c = 0; c < 2; ++c) EXPECT_DOUBLE_EQ(got.rows[c].probability, std::exp(expected[0][c]));
}

TEST(ClassifierAnswerer, TheGraphOfNaiveBayes) {
  const JointDistribution joint(mixed_model(1));
  EXPECT_TRUE(answer(joint, "independent(a; b, x | class)").independence->independent);
  EXPECT_FALSE(answer(joint, "independent(a; b)").independence->independent);
  EXPECT_FALSE(answer(joint, "independent(a; class | b)").independence->independent);
}

// Rows of three columns with values that hang together, and a class.
std::string tangled_rows(unsigned seed) {
  std::mt19937_64 random(seed);
  std::string out = "class,a,b,c\n";
  for (std::size_t row = 0; row < 80; ++row) {
    const std::size_t label = random() % 2, a = random() % 2, b = (a + random() % 2) % 2;
    const std::size_t c = random() % 4 == 0 ? random() % 3 : (a + b + label) % 3;
    out += fmt::format("{},{},{},{}\n", "uv"[label], a, b, c);
  }
  return out;
}

// The full table of the model by `predict`'s scores of every row there can be.
TEST(ClassifierAnswerer, ColumnsOfAFullJointAreSummedTogether) {
  PlanOptions options = with_types("class", "");
  options.parts = parse_parts("a+b+c=joint");
  const Classifier model = trained(tangled_rows(1), options);
  const JointDistribution joint(model);
  const PartView part = model.parts()[0];
  const auto by_hand = [&](const auto& holds) {
    double out = 0;
    for (std::size_t k = 0; k < 2; ++k)
      for (std::size_t cell = 0; cell < 12; ++cell) {
        const auto at = std::find(part.cells.begin(), part.cells.end(), static_cast<double>(cell));
        const auto met = static_cast<std::size_t>(at - part.cells.begin());
        const double log_p = at == part.cells.end() ? part.unmet[k] : part.parameters[0].at(met, k);
        if (holds(k, cell / 6, cell / 3 % 2, cell % 3)) out += std::exp(model.log_prior()[k] + log_p);
      }
    return out;
  };
  using S = std::size_t;
  EXPECT_NEAR(by_hand([](S, S, S, S) { return true; }), 1, 1e-12);
  EXPECT_NEAR(p(joint, "P(a=1 and c=2)"), by_hand([](S, S a, S, S c) { return a == 1 && c == 2; }), 1e-12);
  EXPECT_NEAR(p(joint, "P(a=1 or (class=u and c>0))"),
              by_hand([](S k, S a, S, S c) { return a == 1 || (k == 0 && c > 0); }), 1e-12);
  EXPECT_NEAR(p(joint, "P(c=2 | a=1 and (b=0 or class=v))"),
              by_hand([](S k, S a, S b, S c) { return c == 2 && a == 1 && (b == 0 || k == 1); }) /
                  by_hand([](S k, S a, S b, S) { return a == 1 && (b == 0 || k == 1); }),
              1e-12);
  EXPECT_NEAR(answer(joint, "P(b, class | a=0)").rows[3].probability,
              by_hand([](S k, S a, S b, S) { return a == 0 && b == 1 && k == 1; }) /
                  by_hand([](S, S a, S, S) { return a == 0; }),
              1e-12);
  EXPECT_FALSE(answer(joint, "independent(a; b | class)").independence->independent);
}

TEST(ClassifierAnswerer, ALearntNetworkIsAskedAsANetwork) {
  PlanOptions options = with_types("class", "a=categorical,b=categorical,c=categorical");
  options.structure = "tan";
  const Classifier model = trained(tangled_rows(2), options);
  const auto expected = posteriors(model, "a,b,c\n1,0,2\n");
  const QueryAnswer got = answer(JointDistribution(model), "P(class | a=1, b=0, c=2)");
  for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(got.rows[c].probability, std::exp(expected[0][c]), 1e-13);
  const Classifier shifted = model.with_rates(std::vector<double>{0.9, 0.1});
  const auto other = posteriors(shifted, "a,b,c\n1,0,2\n");
  const JointDistribution joint(shifted);
  const QueryAnswer changed = answer(joint, "P(class | a=1, b=0, c=2)");
  for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(changed.rows[c].probability, std::exp(other[0][c]), 1e-13);
  const double u = p(joint, "P(class=u | a=1)"), in_u = p(joint, "P(c=2 | a=1 and class=u)");
  const double in_v = p(joint, "P(c=2 | a=1 and class=v)");
  EXPECT_NEAR(p(joint, "P(c=2 | a=1)"), u * in_u + (1 - u) * in_v, 1e-13);
}

}  // namespace
}  // namespace priory::testing
