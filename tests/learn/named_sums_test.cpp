// SPDX-License-Identifier: Apache-2.0
#include "learn/named_sums.h"

#include <gmock/gmock.h>

#include "input/reading.h"
#include "training.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(NamedSums, ClassesAndValuesAreInCodePointOrder) {
  const std::string csv = "y,x\nb,zz\nZ,é\na,b\nb,B\n";
  const auto plan = std::make_shared<const Plan>(plan_of(csv, with_types("y", "x=categorical")));
  NamedSums statistics = learnt(plan, csv);
  statistics.canonicalise();
  EXPECT_THAT(statistics.classes().strings(), ElementsAre("Z", "a", "b"));
  EXPECT_THAT(statistics.parts()[0].values.strings(), ElementsAre("B", "b", "zz", "é"));
  EXPECT_EQ(statistics.n_rows(), 4);
  EXPECT_EQ(statistics.class_count().value(0, 2), 2);
}

TEST(NamedSums, ColumnsOfCountsKeepTheirOrder) {
  const std::string csv = "y,z,a\n1,0,2\n2,1,0\n";
  const auto plan =
      std::make_shared<const Plan>(plan_of(csv, with_types("y", "z=multinomial,a=multinomial")));
  NamedSums statistics = learnt(plan, csv);
  statistics.canonicalise();
  EXPECT_THAT(statistics.parts()[0].values.strings(), ElementsAre("z", "a"));
}

TEST(NamedSums, DeclaredValuesStayWithoutARow) {
  const std::string csv = "y,x\n1,b\n2,c\n";
  const Classifier model = trained(csv, with_types("y", "x=categorical{a,b,c,d}"));
  EXPECT_THAT(model.parts()[0].values, ElementsAre("a", "b", "c", "d"));
  EXPECT_DOUBLE_EQ(probability(model, 0, 0, 0), 1. / (1 + 4));
}

TEST(NamedSums, RowsOfNoWeightTeachNothing) {
  const std::string csv = "y,w,x\na,1,p\nb,1,q\nc,0,p\na,0,q\n";
  const Classifier model = trained(csv, with_types("y", "w=weight,x=categorical"));
  EXPECT_THAT(model.classes(), ElementsAre("a", "b"));
  EXPECT_THAT(model.class_count(), ElementsAre(1, 1));
  EXPECT_DOUBLE_EQ(probability(model, 0, 0, 0), 2. / 3);
}

TEST(NamedSums, ManyClassesMetOneByOne) {
  std::string csv = "y,x\n";
  for (int k = 0; k < 2000; ++k) csv += fmt::format("class{:04},v{}\n", k, k % 7);
  const Classifier model = trained(csv, with_types("y", "x=categorical"), {1, 1 << 20, 3});
  EXPECT_EQ(model.classes().size(), 2000U);
  EXPECT_EQ(model.classes()[1234], "class1234");
  EXPECT_DOUBLE_EQ(probability(model, 0, 1234 % 7, 1234), 2. / 8);
}

TEST(NamedSums, NoRowsAreAnErrorThatSaysSo) {
  EXPECT_THAT(error_of(ErrorKind::data, [] { trained("y,x\n", with_types("y", "x=categorical")); }),
              HasSubstr("no rows to learn from"));
}

TEST(NamedSums, OneClassIsCertain) {
  const Classifier model = trained("y,x\na,1.5\na,2.5\n", with_types("y", "x=gaussian"));
  EXPECT_THAT(posteriors(model, "x\n100\n")[0], ElementsAre(0));
}

TEST(NamedSums, AClassSeenOnceAndAColumnOfMissingCells) {
  const Classifier model =
      trained("y,x,z\na,1.5,NA\na,2.5,NA\nb,NA,NA\n", with_types("y", "x=gaussian,z=categorical"));
  // Class b has no number of its own: it takes what all share, and only the prior speaks.
  const auto p = posteriors(model, "x,z\n2,NA\n");
  EXPECT_NEAR(std::exp(p[0][0]), 2. / 3, 1e-12);
}

TEST(NamedSums, AConstantNumberIsSmoothedOrRefused) {
  PlanOptions options = with_types("y", "x=gaussian,z=gaussian");
  const std::string csv = "y,x,z\na,7,1\na,7,2\nb,7,3\nb,7,5\n";
  EXPECT_NO_THROW(trained(csv, options));  // by the largest variance of all columns
  options.settings = parse_setting("var-smoothing", "0");
  EXPECT_THAT(error_of(ErrorKind::data, [&] { trained(csv, options); }),
              HasSubstr("column 'x', class 'a': the variance is 0"));
}

TEST(NamedSums, WeightsBeyondTheLargestDoubleAreRefused) {
  EXPECT_THAT(
      error_of(ErrorKind::data,
               [] { trained("y,w,x\na,1e305,p\nb,1,q\n", with_types("y", "w=weight,x=categorical")); }),
      HasSubstr("is no weight"));
}

TEST(NamedSums, CountsBeyondTheLargestDoubleGiveNoNan) {
  const std::string csv = "y,n,m\na,1.7e308,1.7e308\na,1.7e308,1\nb,1,2\n";
  EXPECT_THAT(
      error_of(ErrorKind::data, [&] { trained(csv, with_types("y", "n=multinomial,m=multinomial")); }),
      HasSubstr("column 'n+m'"));
}

}  // namespace
}  // namespace priory::testing
