// SPDX-License-Identifier: Apache-2.0
#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using Row = std::map<std::string, std::string>;

Reading read_svmlight(const std::string& text) {
  return read_text(text, Format::svmlight);
}

TEST(Svmlight, LabelAndFeatures) {
  const Reading reading =
      read_svmlight("+1 1:0.5 17:-2e3 # a comment 3:4\n-1\n \nspam\t007:+1  0:.5 \r\n# all\n");
  EXPECT_THAT(reading.sparse,
              ElementsAre(Row{{"label", "+1"}, {"1", "0.5"}, {"17", "-2e3"}}, Row{{"label", "-1"}},
                          Row{{"label", "spam"}, {"7", "+1"}, {"0", ".5"}}));
  EXPECT_EQ(reading.bad.size(), 0U);
}

TEST(Svmlight, QueriesArePassedOver) {
  EXPECT_THAT(read_svmlight("1 qid:3 2:5\n").sparse, ElementsAre(Row{{"label", "1"}, {"2", "5"}}));
}

TEST(Svmlight, AbsentIsZero) {
  const Table table = Table::from_text("1 2:5\n", "t.svm");
  EXPECT_EQ(table.format(), Format::svmlight);
  EXPECT_TRUE(table.columns().empty());
  const auto source = records_of(table);
  source->decoder()->decode(*source->next(), [](const Records& rows) {
    EXPECT_TRUE(rows.sparse);
    EXPECT_TRUE(rows.absent_is_zero);
    EXPECT_EQ(rows.place(0, rows.cells[1]).text(), "t.svm:1:5");
  });
}

TEST(Svmlight, BadRowsHaveReasonAndColumn) {
  EXPECT_THAT(read_svmlight("1,2 1:1\n").bad, ElementsAre("1:1 '1,2' is several labels"));
  EXPECT_THAT(read_svmlight("1:1 2:2\n").bad, ElementsAre("1:1 the row has no label"));
  EXPECT_THAT(read_svmlight("1 1:1 2\n").bad, ElementsAre("1:7 '2' is not index:value"));
  EXPECT_THAT(read_svmlight("1 -1:1\n").bad, ElementsAre("1:3 '-1' is not an index"));
  EXPECT_THAT(read_svmlight("1 :1\n").bad, ElementsAre("1:3 '' is not an index"));
  EXPECT_THAT(read_svmlight("1 1:1 01:2\n").bad, ElementsAre("1:7 index 1 comes twice"));
  EXPECT_THAT(read_svmlight("1 99999999999999999999:2\n").bad, ElementsAre("1:3 the index is too large"));
  for (const char* value : {"", "x", "1x", "0x1", "1,5", "++1", "+-1", "1e999"}) {
    EXPECT_THAT(read_svmlight("1 2:" + std::string(value) + "\n").bad,
                ElementsAre("1:5 '" + std::string(value) + "' is not a number"));
  }
}

TEST(Svmlight, ABadRowLeavesNothingBehind) {
  const Reading reading = read_svmlight("1 1:1 2:x\n2 1:5\n");
  EXPECT_THAT(reading.sparse, ElementsAre(Row{{"label", "2"}, {"1", "5"}}));
}

TEST(Svmlight, BatchesDoNotMatter) {
  const std::string text = "1 1:1\n\n2 2:2 3:3\r\nx y\n3 # \n4 1:1 1:1\n5";
  const Reading whole = read_svmlight(text);
  EXPECT_EQ(whole.bad.size(), 2U);
  for (const std::size_t batch : {1U, 2U, 3U, 7U, 64U})
    EXPECT_EQ(read_text(text, Format::svmlight, batch), whole);
}

}  // namespace
}  // namespace priory::testing
