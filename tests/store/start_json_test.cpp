// SPDX-License-Identifier: Apache-2.0
// Starts of EM from JSON: what is read, and what is said of what is not one.
#include <gmock/gmock.h>

#include "clustering.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kHalves = R"("log_prior": [-0.6931471805599453, -0.6931471805599453])";

// A start of two classes for the columns c (p and q) and x.
std::string start_with(const std::string& prior, const std::string& parts) {
  return "{\"kind\": \"mixture\", \"classes\": [\"1\", \"2\"], " + prior + ", \"parts\": [" + parts + "]}";
}

std::string coin(const std::string& log_prob, const std::string& values = R"(["p", "q"])") {
  return R"({"family": "categorical", "columns": ["c"], "values": )" + values + R"(, "log_prob": )" +
         log_prob + "}";
}

std::string normal(const std::string& mean, const std::string& variance) {
  return R"({"family": "gaussian", "columns": ["x"], "mean": )" + mean + R"(, "variance": )" + variance + "}";
}

const std::string kCoin = coin(R"([["-inf", 0], [-1, -0.4586751453870819]])");
const std::string kNormal = normal("[1, 5.5]", "[1, 2]");

TEST(StartJson, IsReadAsInspectWritesIt) {
  const Start start = start_from_json(start_with(kHalves, kCoin + "," + kNormal), "s.json");
  EXPECT_EQ(start.name, "s.json");
  EXPECT_THAT(start.classes, ElementsAre("1", "2"));
  EXPECT_THAT(start.log_prior, ElementsAre(-0.6931471805599453, -0.6931471805599453));
  ASSERT_EQ(start.parts.size(), 2U);
  EXPECT_EQ(start.parts[0].family, "categorical");
  EXPECT_THAT(start.parts[0].columns, ElementsAre("c"));
  EXPECT_THAT(start.parts[0].values, ElementsAre("p", "q"));
  ASSERT_EQ(start.parts[0].arrays.size(), 1U);
  EXPECT_THAT(start.parts[0].arrays[0].shape, ElementsAre(2, 2));
  EXPECT_THAT(start.parts[0].arrays[0].data,
              ElementsAre(-std::numeric_limits<double>::infinity(), 0, -1, -0.4586751453870819));
  EXPECT_THAT(start.parts[1].arrays[0].shape, ElementsAre(2));
  EXPECT_THAT(start.parts[1].arrays[0].data, ElementsAre(1, 5.5));
}

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

std::string misread(const std::string& json) {
  const std::string out = refusal([&] { start_from_json(json, "s.json"); });
  EXPECT_THAT(out, HasSubstr("s.json"));
  return out;
}

TEST(StartJson, ThatIsNoneIsRefused) {
  for (const std::string json : {"",
                                 "{",
                                 "nonsense",
                                 "[]",
                                 "3",
                                 "null",
                                 "{}",
                                 R"({"log_prior": [0]})",
                                 R"({"parts": []})",
                                 R"({"log_prior": {"a": [0]}, "parts": []})",
                                 R"({"log_prior": [[0]], "parts": []})",
                                 R"({"log_prior": [0], "parts": [1]})",
                                 R"({"log_prior": [0], "parts": [[]]})",
                                 R"({"log_prior": [0], "parts": [{"family": 3, "columns": ["x"]}]})",
                                 R"({"log_prior": [0], "parts": [{"family": "gaussian", "columns": "x"}]})",
                                 R"({"log_prior": [0], "parts": [{"family": "gaussian"}]})",
                                 R"({"log_prior": [0], "parts": [{"columns": ["x"]}]})",
                                 R"({"classes": "1", "log_prior": [0], "parts": []})",
                                 "\xff\xfe",
                                 "{\"log_prior\": [\"\xff\"]}"}) {
    SCOPED_TRACE(json);
    misread(json);
  }
  EXPECT_THAT(misread(std::string(100000, '[')), HasSubstr("deep"));
}

TEST(StartJson, ThatNamesNoDistributionIsRefused) {
  EXPECT_THAT(misread(start_with(R"("log_prior": [])", "")), HasSubstr("log_prior"));
  EXPECT_THAT(misread(start_with(R"("log_prior": [-1, -1])", "")), HasSubstr("0.73"));  // 2 / e
  EXPECT_THAT(misread(start_with(R"("log_prior": ["inf", 0])", "")), HasSubstr("'inf'"));
  EXPECT_THAT(misread(start_with(R"("log_prior": ["-inf", "-inf"])", "")), HasSubstr("log_prior"));
  EXPECT_THAT(misread(start_with(kHalves, coin("[[0, 0.5], [0, 0]]"))), HasSubstr("'log_prob'"));
  EXPECT_THAT(misread(start_with(kHalves, coin("[[0, 0], [0]]"))), HasSubstr("ragged"));
  EXPECT_THAT(misread(start_with(kHalves, coin("[[0, 0], 0]"))), HasSubstr("ragged"));
  EXPECT_THAT(misread(start_with(kHalves, coin("[0, [0, 0]]"))), HasSubstr("ragged"));
  EXPECT_THAT(misread(start_with(kHalves, coin("[[], [0]]"))), HasSubstr("ragged"));
  EXPECT_THAT(misread(start_with(kHalves, coin(R"([["a", 0], [0, 0]])"))), HasSubstr("'a'"));
  EXPECT_THAT(misread(start_with(kHalves, normal("[0, 0]", "[1, 0]"))), HasSubstr("'variance'"));
  EXPECT_THAT(misread(start_with(kHalves, normal("[0, 0]", "[1, -1]"))), HasSubstr("'variance'"));
  EXPECT_THAT(misread(start_with(kHalves, normal(R"(["-inf", 0])", "[1, 1]"))), HasSubstr("'mean'"));
  EXPECT_THAT(misread(start_with(kHalves, normal("[1e999, 0]", "[1, 1]"))), HasSubstr("number"));
}

TEST(StartJson, WithRatesAndProbabilitiesThatCannotBeIsRefused) {
  const auto part = [](const std::string& family, const std::string& arrays) {
    return start_with(kHalves, R"({"family": ")" + family + R"(", "columns": ["x"], )" + arrays + "}");
  };
  EXPECT_THAT(misread(part("poisson", R"("rate": [-1, 2])")), HasSubstr("'rate'"));
  EXPECT_THAT(misread(part("binomial", R"("probability": [0.5, 1.5], "trials": [3, 3])")),
              HasSubstr("'probability'"));
  EXPECT_THAT(misread(part("binomial", R"("probability": [-0.5, 0.5], "trials": [3, 3])")),
              HasSubstr("'probability'"));
  EXPECT_THAT(misread(part("binomial", R"("probability": [0.5, 0.5], "trials": [3, -3])")),
              HasSubstr("'trials'"));
}

// What fits no rows at hand

const std::string kRows = "c,x\np,1\nq,6\np,2\nq,5\n";

std::string misfit(const std::string& json, std::size_t k = 2) {
  const Start start = start_from_json(json, "s.json");
  const HiddenRows rows = hidden_rows(kRows, with_types("", "c=categorical,x=gaussian"));
  const std::string out = refusal([&] { cluster(rows, k, {}, &start); });
  EXPECT_THAT(out, HasSubstr("s.json"));
  return out;
}

TEST(StartJson, ThatDoesNotFitTheRowsIsRefused) {
  EXPECT_THAT(misfit(start_with(kHalves, kCoin + "," + kNormal), 3), HasSubstr("2 classes"));
  EXPECT_THAT(misfit(start_with(kHalves, kCoin)), HasSubstr("no part 'x'"));
  EXPECT_THAT(misfit(start_with(kHalves, kNormal)), HasSubstr("no part 'c'"));
  const std::string poisson = R"({"family": "poisson", "columns": ["x"], "rate": [1, 2]})";
  EXPECT_THAT(misfit(start_with(kHalves, kCoin + "," + poisson)), HasSubstr("family 'gaussian'"));
  EXPECT_THAT(misfit(start_with(kHalves, coin("[[-1, -0.5], [-1, -0.5]]", R"(["p", "r"])") + "," + kNormal)),
              HasSubstr("'q'"));
  EXPECT_THAT(misfit(start_with(kHalves, coin("[[-1, -0.5]]") + "," + kNormal)), HasSubstr("[1, 2]"));
  EXPECT_THAT(misfit(start_with(kHalves, coin("[[-1], [-0.5]]") + "," + kNormal)), HasSubstr("[2, 1]"));
  EXPECT_THAT(misfit(start_with(kHalves, kCoin + "," + normal("[1, 2, 3]", "[1, 1]"))), HasSubstr("[3]"));
  EXPECT_THAT(misfit(start_with(kHalves, kCoin + "," + normal("[[1], [2]]", "[1, 1]"))), HasSubstr("[2, 1]"));
  const std::string no_variance = R"({"family": "gaussian", "columns": ["x"], "mean": [1, 2]})";
  EXPECT_THAT(misfit(start_with(kHalves, kCoin + "," + no_variance)), HasSubstr("no 'variance'"));
}

// The values may stand in any order, and there may be more of them than the rows have.
TEST(StartJson, KnowsValuesByTheirNames) {
  const HiddenRows rows = hidden_rows(kRows, with_types("", "c=categorical,x=ignore"));
  const std::string log_prob = "[[-3, -0.1, -2.5], [-0.2, -1.9, -4]]";
  const Start start = start_from_json(start_with(kHalves, coin(log_prob, R"(["z", "q", "p"])")), "s.json");
  EmOptions none;
  none.max_iterations = 0;
  const EmResult result = cluster(rows, 2, none, &start);
  EXPECT_DOUBLE_EQ(probability(result.model, 0, 0, 0), std::exp(-2.5));  // p in class 1
  EXPECT_DOUBLE_EQ(probability(result.model, 0, 1, 0), std::exp(-0.1));  // q
  EXPECT_DOUBLE_EQ(probability(result.model, 0, 0, 1), std::exp(-4));
  EXPECT_DOUBLE_EQ(probability(result.model, 0, 1, 1), std::exp(-1.9));
}

}  // namespace
}  // namespace priory::testing
