// SPDX-License-Identifier: Apache-2.0
#include "input/reading.h"
#include "store/safetensors.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Plan read(const std::string& json) {
  return plan_from_json(json, "test");
}

std::string refused(const std::string& json) {
  return error_of(ErrorKind::model, [&] { read(json); });
}

std::string with_parts(const std::string& parts) {
  return R"({"schema": "priory.plan/1", "target": "y", "parts": [)" + parts + "]}";
}

TEST(PlanFile, LeavesNothingToTheRows) {
  const std::string bins = R"({"family": "bins", "columns": ["x"], "bins": [{"borders": [0, 1, 2])";
  EXPECT_THAT(refused(with_parts(bins + "}]}")), HasSubstr("leaves something to the rows"));
  EXPECT_EQ(read(with_parts(bins + R"(, "joined": [0, 1]}]})")).parts.size(), 1U);
}

TEST(PlanFile, WhatIsNotThereHasItsUsualValue) {
  const Plan plan = read(with_parts(R"({"family": "gaussian", "columns": ["x"]},
      {"family": "multinomial", "columns": ["t"], "text": {}}, {"family": "categorical", "columns": ["c"]})"));
  const std::string csv = "y,x,t,c\na,1.5,good film,u\nb,2,bad,v\na,0.25,film,w\n";
  const PlanOptions options = with_types("y", "x=gaussian,t=text,c=categorical");
  EXPECT_EQ(to_bytes(Classifier::train(plan, opener(plan, csv))), to_bytes(trained(csv, options)));
}

TEST(PlanFile, IsReadAsItWasWritten) {
  PlanOptions options = with_types("y", "c=categorical{red,green,blue},x=gaussian,t=text,id=ignore,w=weight");
  options.text_options.idf = true;
  options.unseen = Unseen::smooth;
  options.missing = {"?", "-"};
  options.prior = parse_prior("a=0.25,b=0.75", 0.5);
  options.settings = parse_setting("alpha", "0.1,c=2");
  const std::string csv =
      "y,c,x,t,id,w\na,red,1.5,good film,1,1\nb,blue,?,bad,2,0.5\na,red,2.5,good film,3,1\n";
  const Plan made = plan_of(csv, options);
  EXPECT_FALSE(is_decided(made));
  const Plan plan = decide(made, opener(made, csv));
  const Plan again = read(plan_to_json(plan));
  EXPECT_EQ(plan_to_json(again), plan_to_json(plan));
  EXPECT_EQ(again.parts, plan.parts);
  EXPECT_EQ(again.prior, plan.prior);
  EXPECT_EQ(again.missing, plan.missing);
  EXPECT_EQ(again.weight, "w");
  EXPECT_THAT(again.ignored, ElementsAre("id"));
  // ln((1 + 3) / (1 + df)) + 1: of three texts `bad` is in one, the others in two; df is 0 for one never met
  EXPECT_THAT(again.parts[2].fixed_words->words, ElementsAre("bad", "film", "good"));
  const double once = std::log(4.0 / 2) + 1, twice = std::log(4.0 / 3) + 1;
  EXPECT_THAT(again.parts[2].fixed_words->idf, ElementsAre(once, twice, twice, std::log(4.0) + 1));
}

TEST(PlanFile, AnUndecidedPlanIsNotWritten) {
  PlanOptions options = with_types("y", "t=text");
  options.text_options.idf = true;
  const Plan plan = plan_of("y,t\na,one two\nb,two\n", options);
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { plan_to_json(plan); }), HasSubstr("leaves something"));
}

TEST(PlanFile, UnknownKeysHaveASuggestion) {
  EXPECT_THAT(refused(R"({"schema": "priory.plan/1", "parst": []})"), HasSubstr("'parts'"));
  EXPECT_THAT(refused(with_parts(R"({"family": "gaussian", "columns": ["x"], "setings": {}})")),
              HasSubstr("did you mean 'settings'?"));
  EXPECT_THAT(refused(with_parts(R"({"family": "gaussian", "columns": ["x"], "settings": {"rigde": 1}})")),
              HasSubstr("did you mean 'ridge'?"));
  EXPECT_THAT(refused(with_parts(R"({"family": "multinomial", "columns": ["t"], "text": {"tf": "logg"}})")),
              HasSubstr("did you mean 'log'?"));
}

TEST(PlanFile, WhatCannotBeIsRefused) {
  const std::string x = R"({"family": "gaussian", "columns": ["x"]})";
  for (const std::string& json : {
           std::string(),
           std::string("{}"),
           std::string("[]"),
           std::string("null"),
           std::string("{"),
           std::string(R"({"schema": "priory.plan/2", "parts": []})"),
           with_parts(""),                                             // no part
           with_parts(x + "," + x),                                    // a column twice
           with_parts(R"({"family": "gaussian", "columns": ["y"]})"),  // the target
           with_parts(R"({"family": "weibull", "columns": ["x"]})"),
           with_parts(R"({"family": "gaussian", "columns": []})"),
           with_parts(R"({"family": "gaussian", "columns": ["x"], "settings": {"ridge": -1}})"),
           with_parts(R"({"family": "gaussian", "columns": ["x"], "settings": {"ridge": "much"}})"),
           with_parts(R"({"family": "gaussian", "columns": ["x"], "words": ["a"]})"),
           with_parts(R"({"family": "multinomial", "columns": ["t"], "text": {"idf": true}})"),
           with_parts(
               R"({"family": "multinomial", "columns": ["t"], "text": {"idf": true}, "words": ["b", "a"],
                   "idf_of_words": [1, 1, 1]})"),
           with_parts(
               R"({"family": "multinomial", "columns": ["t"], "text": {"idf": true}, "words": ["a", "b"],
                   "idf_of_words": [1, 1]})"),
           with_parts(R"({"family": "multinomial", "columns": ["t"], "text": {"max_n": 65}})"),
           R"({"schema": "priory.plan/1", "em": {"components": 2}, "parts": [)" + x + "]}",
           R"({"schema": "priory.plan/1", "prior": {"alpha": -1}, "parts": [)" + x + "]}",
       })
    EXPECT_NE(refused(json), "") << json;
}

TEST(PlanFile, IsThatOfAModelToo) {
  const Folder folder;
  const Classifier model = small_model(true);
  save(model, folder.path("m.priory"));
  const Plan plan = load_plan(folder.path("m.priory"));
  save_plan(plan, folder.path("m.json"));
  EXPECT_EQ(load_plan(folder.path("m.json")).parts, plan.parts);
  EXPECT_EQ(plan.parts, plan_of(model).parts);
  EXPECT_TRUE(is_decided(plan));
}

}  // namespace
}  // namespace priory::testing
