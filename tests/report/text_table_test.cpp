// SPDX-License-Identifier: Apache-2.0
// Tables: alignment by display width, cells that would act on the terminal, and the other formats' quoting.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>

#include "priory/error.h"
#include "priory/report.h"

#include "report/display.h"

namespace priory {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TextTable, AlignsNumbersRightAndTextsByDisplayWidth) {
  TextTable table({"class", "n"});
  table.add_row({"日本", "7"});
  table.add_row({"é", "12345"});
  EXPECT_EQ(table.text(),
            "class      n\n"
            "────────────\n"
            "日本       7\n"
            "é      12345\n");
}

TEST(TextTable, CutsTextsButNotNumbers) {
  TextTable table({"name", "count"});
  table.add_row({"a very long name indeed", "123456789"});
  EXPECT_THAT(table.text(20), HasSubstr("a very l…  123456789\n"));
  EXPECT_EQ(table.least_width(), 4U + 2 + 9);
  EXPECT_THAT(table.text(1), HasSubstr("a v…  123456789\n"));
}

TEST(TextTable, NothingInACellMovesTheCursor) {
  TextTable table({"x\r"});
  table.add_row({"\x1b[2J\n\t\x7f\xc2\x9b\xe2\x80\xae\xff"});
  EXPECT_EQ(table.text(),
            "x\\r\n"
            "─────────────────────────────\n"
            "\\x1b[2J\\n\\t\\x7f\\x9b\\u202e\\xff\n");
}

TEST(TextTable, CsvQuotesByRfc4180) {
  TextTable table({"a", "b,c"});
  table.add_row({"say \"hi\"", "two\nlines"});
  EXPECT_EQ(table.csv(), "a,\"b,c\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n");
}

TEST(TextTable, MarkdownShowsCellsLiterally) {
  TextTable table({"word", "n"});
  table.add_row({"<b>|a_b\n", "1.5"});
  EXPECT_EQ(table.markdown(), "| word | n |\n| --- | ---: |\n| \\<b\\>\\|a\\_b\\\\n | 1.5 |\n");
}

TEST(TextTable, RefusesRaggedRows) {
  EXPECT_THROW(TextTable({"a"}).add_row({"1", "2"}), Error);
}

RC_GTEST_PROP(TextTable, LinesFitTheWidthWhateverTheCells, (const std::vector<std::string>& cells)) {
  TextTable table({"one", "two"});
  for (const std::string& cell : cells) table.add_row({cell, "x" + cell});
  std::istringstream lines(table.text(30));
  std::size_t n_lines = 0;
  for (std::string line; std::getline(lines, line); ++n_lines) RC_ASSERT(display_width(line) <= 30U);
  RC_ASSERT(n_lines == cells.size() + 2);
}

TEST(Display, TruncatesByColumns) {
  EXPECT_EQ(truncated("日本語", 6), "日本語");
  EXPECT_EQ(truncated("日本語", 5), "日本…");
  EXPECT_EQ(truncated("日本語", 4), "日…");
  EXPECT_EQ(truncated("abc", 0), "");
}

}  // namespace
}  // namespace priory
