// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "priory/priory.h"

namespace priory {
namespace {

using ::testing::HasSubstr;

Classifier model_of_shapes() {
  PlanOptions options;
  options.target = "kind";
  return train(Table::from_text("shape,kind\nround,a\nround,a\nflat,b\n", "shapes", {}), options);
}

TEST(ModelJson, HasClassesAndParameters) {
  const std::string json = to_json(model_of_shapes());
  EXPECT_THAT(json, HasSubstr(R"("schema": "priory.model/1")"));
  EXPECT_THAT(json, HasSubstr(R"("classes": ["a", "b"])"));
  EXPECT_THAT(json, HasSubstr(R"("values": ["flat", "round"])"));
  EXPECT_THAT(to_json(model_of_shapes(), {-2.5, {}}), HasSubstr(R"("log_likelihood": -2.5)"));
}

TEST(ModelJson, TheTableHasEveryParameter) {
  // One prior a class, and one probability of each of two values.
  const std::string csv = parameter_table(model_of_shapes()).csv();
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 + 2 * 2);
  EXPECT_EQ(full_joint_parameters(model_of_shapes()), 3);  // 2 (2 - 1) + 2 - 1
}

TEST(QueryAnswerJson, OfANumberAndOfATable) {
  const JointDistribution joint(model_of_shapes());
  const Query number("P(shape=round | kind=a)");  // (2 + 1) / (2 + 2)
  EXPECT_EQ(to_text(number, joint.ask(number)), "0.75\n");
  EXPECT_THAT(to_json(number, joint.ask(number)), HasSubstr(R"("probability": 0.75)"));
  EXPECT_FALSE(to_table(number, joint.ask(number)));
  const Query all("P(shape | kind=a)");
  EXPECT_EQ(to_text(all, joint.ask(all), true), "shape,probability\nflat,0.25\nround,0.75\n");
}

TEST(DrawnRows, AreLinesOfJson) {
  std::string lines;
  draw_rows(model_of_shapes(), {3, 1, "a"},
            [&](const DrawnColumns& columns, std::span<const std::string> cells) {
              lines += json_line(columns, cells);
            });
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3);
  EXPECT_THAT(lines, HasSubstr(R"("kind": "a")"));
}

TEST(CrossValidationJson, MeansOverTheFolds) {
  CrossValidation cv;
  cv.folds.resize(2);
  cv.folds[0].measures.accuracy = 0.5, cv.folds[1].measures.accuracy = 1, cv.folds[1].fold = 2;
  EXPECT_THAT(to_json(cv), HasSubstr(R"("folds": 2)"));
  EXPECT_THAT(to_json(cv), HasSubstr(R"("mean": {"accuracy": 0.75)"));
  EXPECT_THAT(to_text(cv), HasSubstr("all folds together"));
}

}  // namespace
}  // namespace priory
