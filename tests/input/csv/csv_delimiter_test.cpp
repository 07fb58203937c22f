// SPDX-License-Identifier: Apache-2.0
#include "input/csv/csv_delimiter.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

char found(std::string_view text) {
  return find_delimiter({text, true});
}

TEST(CsvDelimiter, IsTheOneThatGivesEqualWidths) {
  EXPECT_EQ(found("a,b\n1,2\n"), ',');
  EXPECT_EQ(found("a\tb\n1\t2\n"), '\t');
  EXPECT_EQ(found("a|b|c\n1|2|3\n"), '|');
  EXPECT_EQ(found("a;b\n1,5;2,5\n"), ';');          // decimal commas
  EXPECT_EQ(found("a, b;c, d\n1, 2;3, 4\n"), ',');  // both agree: more cells win
  EXPECT_EQ(found("id;text\n1;a, b, c\n2;d\n"), ';');
  EXPECT_EQ(found("id;text\n1;\"a;b;c\nd;e\"\n2;d\n"), ';');
}

TEST(CsvDelimiter, IsACommaWhenNothingTells) {
  EXPECT_EQ(found(""), ',');
  EXPECT_EQ(found("a\n1\n2\n"), ',');
  EXPECT_EQ(found("text\na,b;c\n"), ',');
}

TEST(CsvDelimiter, RaggedRowsDoNotHideIt) {
  EXPECT_EQ(found("a;b\n1;2\n3\n4;5\n"), ';');
}

TEST(CsvDelimiter, BlankLinesDoNotCount) {
  EXPECT_EQ(found("\n\na;b\n\n1;2\n\n"), ';');
  EXPECT_EQ(first_width("\n\na;b\n", ';'), 2U);
}

TEST(CsvDelimiter, AnUnfinishedRecordIsNotLookedAt) {
  EXPECT_EQ(find_delimiter({"a;b\n1;2\n3,4,5,6", false}), ';');
  EXPECT_EQ(CsvSample({"a;\"b\nc", false}).records(';'), "");
}

}  // namespace
}  // namespace priory::testing
