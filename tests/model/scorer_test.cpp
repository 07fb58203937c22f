// SPDX-License-Identifier: Apache-2.0
// Priors, unseen values, explanations and the linear view of trained models.
#include "model/scorer.h"

#include <gmock/gmock.h>

#include "core/log_space.h"
#include "input/reading.h"
#include "training.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kColours = "y,x\na,red\na,red\na,blue\nb,blue\n";

Classifier colours(const std::string& prior, double prior_alpha = 0, Unseen unseen = Unseen::ignore) {
  PlanOptions options = with_types("y", "x=categorical");
  options.prior = parse_prior(prior, prior_alpha);
  options.unseen = unseen;
  return trained(kColours, options);
}

std::vector<double> exps(std::vector<double> values) {
  for (double& value : values) value = std::exp(value);
  return values;
}

TEST(Prior, EmpiricalUniformSmoothedAndGiven) {
  using ::testing::DoubleEq;
  EXPECT_THAT(exps(colours("empirical").log_prior()), ElementsAre(DoubleEq(3. / 4), DoubleEq(1. / 4)));
  EXPECT_THAT(exps(colours("empirical", 1).log_prior()), ElementsAre(DoubleEq(4. / 6), DoubleEq(2. / 6)));
  EXPECT_THAT(exps(colours("uniform").log_prior()), ElementsAre(0.5, 0.5));
  EXPECT_THAT(exps(colours("b=0.9,a=0.1").log_prior()), ElementsAre(DoubleEq(0.1), DoubleEq(0.9)));
  EXPECT_EQ(posteriors(colours("a=1,b=0"), "x\nblue\n")[0][1], kLogZero);
}

TEST(Prior, MustNameTheClasses) {
  EXPECT_THAT(error_of(ErrorKind::usage, [] { colours("a=1"); }),
              HasSubstr("no probability for the class 'b'"));
  EXPECT_THAT(error_of(ErrorKind::usage, [] { colours("a=0.5,b=0.3,c=0.2"); }),
              HasSubstr("'c', which is no class"));
}

TEST(Unseen, IsIgnoredSmoothedOrRefused) {
  const std::string green = "x\ngreen\n";
  EXPECT_THAT(exps(posteriors(colours("uniform"), green)[0]), ElementsAre(0.5, 0.5));
  // Laplace: 1 / (3 + 2) against 1 / (1 + 2).
  const double a = 1. / 5, b = 1. / 3;
  EXPECT_NEAR(std::exp(posteriors(colours("uniform", 0, Unseen::smooth), green)[0][0]), a / (a + b), 1e-15);
  EXPECT_THAT(error_of(ErrorKind::data, [&] { posteriors(colours("uniform", 0, Unseen::error), green); }),
              HasSubstr("column 'x': 'green' was not seen in training"));
}

TEST(Unseen, WordsAreIgnoredSmoothedOrRefused) {
  const std::string csv = "y,t\na,xx xx\nb,yy\n", test = "t\nxx qq qq\n";
  PlanOptions options = with_types("y", "t=text");
  const double a = 3. / 4, b = 1. / 3;  // of xx
  EXPECT_NEAR(std::exp(posteriors(trained(csv, options), test)[0][0]), a / (a + b), 1e-15);
  options.unseen = Unseen::smooth;
  const double sa = a / 16, sb = b / 9;  // qq twice: (1/4)^2 and (1/3)^2
  EXPECT_NEAR(std::exp(posteriors(trained(csv, options), test)[0][0]), sa / (sa + sb), 1e-15);
  options.unseen = Unseen::error;
  EXPECT_THAT(error_of(ErrorKind::data, [&] { posteriors(trained(csv, options), test); }),
              HasSubstr("'qq' was not seen"));
}

TEST(Explain, NamesThePriorTheValuesAndWhatAddsNothing) {
  const std::string csv = "y,x,t,r\na,red,good film,1.5\nb,blue,bad film,2.5\na,blue,good,1\nb,red,bad,4\n";
  const Classifier model = trained(csv, with_types("y", "x=categorical,t=text,r=gaussian"));
  const auto reasons = explanations(model, "x,t,r\ngreen,good odd,NA\n")[0].reasons;
  ASSERT_EQ(reasons.size(), 5U);
  EXPECT_EQ(reasons[0].kind, Reason::Kind::prior);
  EXPECT_EQ(reasons[1].kind, Reason::Kind::unseen);
  EXPECT_EQ(reasons[1].value, "green");
  EXPECT_TRUE(reasons[1].log_p.empty());
  EXPECT_EQ(reasons[2].kind, Reason::Kind::value);
  EXPECT_EQ(reasons[2].value, "good");
  EXPECT_NEAR(reasons[2].log_p[0] - reasons[2].log_p[1], std::log((3. / 6) / (1. / 6)), 1e-15);
  EXPECT_EQ(reasons[3].value, "odd");
  EXPECT_EQ(reasons[4].kind, Reason::Kind::missing);
  EXPECT_EQ(reasons[4].feature, "r");
}

TEST(Explain, TakesTheRowsThatAreAskedFor) {
  const Classifier model = colours("uniform");
  std::vector<std::size_t> predicted;
  model.explain(*rows_for(model, table_of("x\nred\nblue\nblue\nred\n")), 1, 2,
                [&](const Explanation& each) { predicted.push_back(each.predicted); });
  EXPECT_THAT(predicted, ElementsAre(1, 1));
}

TEST(BestClass, ATieGoesToTheFirst) {
  const std::vector<double> tie = {-2, -1, -1}, none = {kLogZero, kLogZero};
  EXPECT_EQ(best_class(tie), 1U);
  EXPECT_EQ(best_class(none), 0U);
}

TEST(Complement, AloneAddsNoPrior) {
  const std::string csv = "y,t\na,xx xx\na,xx\na,xx\nb,yy\n";
  const Classifier model = trained(csv, with_types("y", "t=complement"));
  // An empty text scores 0 in both classes.
  EXPECT_THAT(exps(posteriors(model, "t\nzz\n")[0]), ElementsAre(0.5, 0.5));
}

// sigmoid(bias + sum of weight * count of the feature) against the posterior of the second class.
void expect_linear(const Classifier& model, const std::string& csv,
                   const std::vector<std::map<std::string, double>>& features) {
  const LinearView view = model.linear();
  const auto expected = posteriors(model, csv);
  ASSERT_EQ(expected.size(), features.size());
  for (std::size_t row = 0; row < features.size(); ++row) {
    double sum = view.bias;
    for (const LinearWeight& each : view.weights) {
      const auto found = features[row].find(each.feature);
      if (found != features[row].end()) sum += each.weight * found->second;
    }
    EXPECT_NEAR(1 / (1 + std::exp(-sum)), std::exp(expected[row][1]), 1e-12);
  }
}

TEST(LinearView, OfBernoulliAndCategorical) {
  const Classifier model =
      trained("y,f,c\na,0,p\na,1,q\nb,1,r\nb,1,p\nb,0,q\n", with_types("y", "f=bernoulli,c=categorical"));
  expect_linear(model, "f,c\n1,p\n0,q\n1,r\n",
                {{{"f=1", 1}, {"c=p", 1}}, {{"c=q", 1}}, {{"f=1", 1}, {"c=r", 1}}});
}

TEST(LinearView, OfMultinomialAndPoisson) {
  const Classifier model =
      trained("y,t,n\na,xx yy,3\na,xx,5\nb,yy yy,1\nb,zz,0\n", with_types("y", "t=multinomial,n=poisson"));
  expect_linear(model, "t,n\nxx xx zz,4\nyy,0\nyy,7\n",
                {{{"xx", 2}, {"zz", 1}, {"n", 4}}, {{"yy", 1}, {"n", 0}}, {{"yy", 1}, {"n", 7}}});
}

TEST(LinearView, OfGaussianHasASquare) {
  const Classifier model = trained("y,x\na,1\na,2\nb,4\nb,8\n", with_types("y", "x=gaussian"));
  expect_linear(model, "x\n3\n-1\n", {{{"x", 3}, {"x^2", 9}}, {{"x", -1}, {"x^2", 1}}});
}

TEST(LinearView, IsForTwoClasses) {
  const Classifier model = trained("y,x\na,1\na,2\nb,4\nb,8\nc,1\nc,3\n", with_types("y", "x=gaussian"));
  error_of(ErrorKind::usage, [&] { model.linear(); });
}

TEST(LogLikelihood, IsTheSumOfTheWeightedJoint) {
  const Classifier model = trained("y,w,x\na,1,p\na,2,q\nb,1,q\n", with_types("y", "w=weight,x=categorical"));
  // Laplace: p and q in a 2/5 and 3/5, in b 1/3 and 2/3.
  const double expected = std::log(3. / 4 * 2 / 5) + 2 * std::log(3. / 4 * 3 / 5) + std::log(1. / 4 * 2 / 3);
  EXPECT_NEAR(model.log_likelihood(*rows_for(model, table_of("y,w,x\na,1,p\na,2,q\nb,1,q\n"))), expected,
              1e-14);
  EXPECT_EQ(model.log_likelihood(*rows_for(model, table_of("y,w,x\nc,1,p\n"))), kLogZero);  // no such class
}

TEST(LogLikelihood, NeedsTheClassOfEveryRow) {
  const Classifier model = trained(kColours, with_types("y", "x=categorical"));
  for (const std::string csv : {"y,x\na,red\nNA,red\n", "x\nred\n"}) {
    EXPECT_THAT(error_of(ErrorKind::data, [&] { model.log_likelihood(*rows_for(model, table_of(csv))); }),
                HasSubstr("class"));
  }
}

TEST(FreeParameters, OfBooleanColumnsAndTwoClasses) {
  for (const std::size_t n : {1U, 3U, 10U}) {
    std::string header = "y", a = "a", b = "b", types;
    for (std::size_t k = 0; k < n; ++k) {
      header += fmt::format(",x{}", k), a += ",0", b += ",1";
      types += fmt::format("{}x{}=bernoulli", k > 0 ? "," : "", k);
    }
    EXPECT_EQ(trained(header + "\n" + a + "\n" + b + "\n", with_types("y", types)).free_parameters(),
              2. * static_cast<double>(n) + 1);
  }
}

}  // namespace
}  // namespace priory::testing
