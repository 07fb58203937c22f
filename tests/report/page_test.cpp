// SPDX-License-Identifier: Apache-2.0
// The data of the page: complete, exact, and unable to leave the element they stand in. What the page makes
// of them is tested in a browser, by tests/web.
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "priory/error.h"
#include "priory/report.h"

#include "report/page_bytes.h"
#include "report/page_curves.h"

namespace priory {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

json data_of(const Page& page) {
  std::ostringstream out;
  JsonWriter writer(out);
  write_json(writer, page);
  return json::parse(out.str());
}

// n rows whose probabilities of "yes" are 1/(n+1), ..., n/(n+1); every third is "no".
Evaluation evenly(std::size_t n) {
  Evaluation out({"no", "yes"});
  for (std::size_t k = 1; k <= n; ++k) {
    const double p = static_cast<double>(k) / static_cast<double>(n + 1);
    out.add(k % 3 == 0 ? "no" : "yes", std::vector{std::log1p(-p), std::log(p)}, p >= 0.5 ? 1 : 0);
  }
  return out;
}

Page page_of(const Evaluation& evaluation, const Measures& measures) {
  Page out;
  out.measures = &measures;
  out.evaluation = &evaluation;
  return out;
}

TEST(PageCurves, ShortOnesAreKeptWhole) {
  const Curve all = curve(evenly(100), 1);
  const std::vector<CurvePoint> kept = thinned(all, 100);
  ASSERT_EQ(kept.size(), 100U);
  EXPECT_EQ(kept[0].score, all.points[1].score);
  EXPECT_EQ(kept[99].true_positives, all.points[100].true_positives);
}

TEST(PageCurves, ThinOnesHaveExactPointsTheEndsAndEvenOdds) {
  const Curve all = curve(evenly(10000), 1);
  const std::vector<CurvePoint> kept = thinned(all, 200);
  EXPECT_LE(kept.size(), 210U);
  EXPECT_GE(kept.size(), 150U);
  EXPECT_EQ(kept.front().score, all.points[1].score);
  EXPECT_EQ(kept.back().true_positives, all.positives);
  EXPECT_EQ(kept.back().false_positives, all.negatives);
  std::size_t at = 1;
  double widest = 0, before = 0;
  for (const CurvePoint& each : kept) {
    while (all.points[at].score != each.score) ++at;  // else it runs off the end
    EXPECT_EQ(each.true_positives, all.points[at].true_positives);
    EXPECT_EQ(each.false_positives, all.points[at].false_positives);
    widest = std::max(widest, all.recall(each) - before);
    before = all.recall(each);
  }
  EXPECT_LT(widest, 0.02);
  // The last point of at least even odds and the first below: a threshold of 0.5 is exact.
  const auto above = [](const CurvePoint& each) { return each.score >= 0; };
  const auto last = std::find_if_not(kept.begin(), kept.end(), above);
  const auto wanted = std::find_if_not(all.points.begin(), all.points.end(), above);
  EXPECT_EQ(last->score, wanted->score);
  EXPECT_EQ((last - 1)->score, (wanted - 1)->score);
}

TEST(PageJson, HasTheEvaluationAsItStandsElsewhere) {
  const Evaluation evaluation = evenly(30);
  const Measures measures = evaluation.measure();
  Page page = page_of(evaluation, measures);
  page.raw = &evaluation;
  page.threshold = 0.25;
  const json data = data_of(page);
  EXPECT_EQ(data["schema"], "priory.report/1");
  EXPECT_EQ(data["evaluation"], json::parse(to_json(measures)));
  EXPECT_EQ(data["positive"], "yes");
  EXPECT_EQ(data["threshold"], 0.25);
  ASSERT_EQ(data["curves"].size(), 1U);
  EXPECT_EQ(data["curves"][0]["steps"], 30);
  EXPECT_EQ(data["curves"][0]["tp"].back(), 20);
  EXPECT_EQ(data["curves"][0]["roc_auc"], *measures.roc_auc);
  double rows = 0;
  for (const json& bin : data["reliability"]) rows += bin["weight"].get<double>();
  EXPECT_EQ(rows, 30);
  EXPECT_EQ(data["raw_reliability"], data["reliability"]);
}

TEST(PageJson, WithoutRowsIsAboutTheModelAlone) {
  Page page;
  page.title = "m";
  page.model.classes = {"a", "b"};
  page.model.nomogram =
      PageNomogram{"b", "a", 0.5, {{"x", {"u", "v"}, {}, {1, -1}}, {"n", {}, {0, 1}, {2, 3}}}};
  page.model.trace = {-3, -2};
  page.model.profiles = {{"x", {"u"}, {{0.25, 0.75}}, {}, {}}, {"n", {}, {}, {1, 2}, {3, 4}}};
  const json data = data_of(page);
  EXPECT_FALSE(data.contains("evaluation"));
  EXPECT_FALSE(data.contains("data"));
  EXPECT_TRUE(data["model"]["target"].is_null());
  EXPECT_EQ(data["model"]["trace"], json({-3, -2}));
  EXPECT_EQ(data["model"]["nomogram"]["axes"][0]["values"], json({"u", "v"}));
  EXPECT_EQ(data["model"]["nomogram"]["axes"][1]["numbers"], json({0, 1}));
  EXPECT_EQ(data["model"]["profiles"][0]["probability"][0], json({0.25, 0.75}));
  EXPECT_EQ(data["model"]["profiles"][1]["deviation"], json({3, 4}));
}

TEST(PageJson, LongCellsAreCutBetweenCharacters) {
  const Evaluation evaluation = evenly(3);
  const Measures measures = evaluation.measure();
  Page page = page_of(evaluation, measures);
  Example row;
  row.actual = "no";
  std::string text;
  for (int k = 0; k < 400; ++k) text += "é";
  row.cells = {"short", "x" + text};  // 600 bytes end inside a character
  page.examples = {{"a", "b"}, {row}};
  const json cells = data_of(page)["examples"]["rows"][0]["cells"];
  EXPECT_EQ(cells[0], "short");
  EXPECT_THAT(cells[1].get<std::string>(), ::testing::EndsWith("é…"));
  EXPECT_LT(cells[1].get<std::string>().size(), 606U);
}

TEST(PageHtml, DataCannotLeaveTheirElement) {
  if (page_bytes().empty()) GTEST_SKIP() << "built without node";
  Page page;
  page.title = "</script><script>alert(1)</script> & <!-- \xE2\x80\xA8 \xE2\x80\xA9 @REPORT@";
  page.model.classes = {"<b>", "\xFF</SCRIPT>"};
  const std::string html = to_html(page);
  const std::size_t begin = html.find("id=\"report\">") + 12, end = html.find("</script>", begin);
  const std::string inside = html.substr(begin, end - begin);
  EXPECT_THAT(inside, Not(::testing::AnyOf(HasSubstr("<"), HasSubstr(">"), HasSubstr("&"),
                                           HasSubstr("\xE2\x80\xA8"), HasSubstr("\xE2\x80\xA9"))));
  EXPECT_EQ(json::parse(inside)["title"], page.title);
  EXPECT_EQ(json::parse(inside)["model"]["classes"][1], "\xEF\xBF\xBD</SCRIPT>");
}

TEST(PageHtml, OnlyTheTwoInlineTextsMayRunAndNothingIsLoaded) {
  if (page_bytes().empty()) GTEST_SKIP() << "built without node";
  const std::string html = to_html({});
  EXPECT_THAT(html, HasSubstr("default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(html,
              Not(::testing::AnyOf(HasSubstr("unsafe-inline"), HasSubstr("src=\""), HasSubstr("@import"))));
  EXPECT_LT(page_bytes().size(), 250'000U);
}

}  // namespace
}  // namespace priory
