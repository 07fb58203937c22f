// SPDX-License-Identifier: Apache-2.0
#include "input/csv/csv.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Reading read_csv(const std::string& text) {
  return read_text(text, Format::csv);
}

std::string csv_error(const std::string& text, const ReadOptions& options = {}) {
  return error_of(ErrorKind::data, [&] { Table::from_text(text, "t.csv", options); });
}

TEST(Csv, QuotesAsInRfc4180) {
  const Reading reading = read_csv("a,b\n\"x,y\",\"he said \"\"no\"\"\"\n\"two\nlines\",\"\"\n");
  EXPECT_THAT(reading.dense, ElementsAre(Texts{"x,y", "he said \"no\""}, Texts{"two\nlines", ""}));
  EXPECT_TRUE(reading.bad.empty());
}

TEST(Csv, AQuoteInsideABareCellIsKept) {
  EXPECT_THAT(read_csv("a,b\n5\" pipe,x\"y\"\n").dense, ElementsAre(Texts{"5\" pipe", "x\"y\""}));
}

TEST(Csv, AllLineEndsAndNone) {
  const std::vector<Texts> rows = {{"1", "2"}, {"3", "4"}};
  EXPECT_EQ(read_csv("a,b\n1,2\n3,4\n").dense, rows);
  EXPECT_EQ(read_csv("a,b\n1,2\n3,4").dense, rows);
  EXPECT_EQ(read_csv("a,b\r\n1,2\r\n3,4\r\n").dense, rows);
  EXPECT_EQ(read_csv("a,b\r1,2\r3,4").dense, rows);
  EXPECT_EQ(read_csv("\xEF\xBB\xBF"
                     "a,b\n1,2\n3,4\n")
                .dense,
            rows);
  EXPECT_EQ(names_of(Table::from_text("\xEF\xBB\xBF"
                                      "a,b\n",
                                      "t")),
            (Texts{"a", "b"}));
}

TEST(Csv, BlankLinesArePassedOverButAreCellsOfOneColumn) {
  EXPECT_THAT(read_csv("\n\na,b\n\n1,2\n\r\n\n").places, ElementsAre("5 1,2"));
  EXPECT_THAT(read_csv("a\n1\n\n2\n").dense, ElementsAre(Texts{"1"}, Texts{""}, Texts{"2"}));
}

TEST(Csv, RaggedRowsAreBad) {
  const Reading reading = read_csv("a,b,c,d\n1,2,3,4,5\n1,2,3,4\n1\n");
  EXPECT_THAT(reading.bad, ElementsAre("2:9 5 cells, the header has 4", "4:2 1 cell, the header has 4"));
  EXPECT_EQ(reading.dense.size(), 1U);
}

TEST(Csv, FaultyQuotesAreBad) {
  EXPECT_THAT(read_csv("a,b\n1,\"x\"y\n3,4\n").bad, ElementsAre("2:6 text after a closing quote"));
  EXPECT_THAT(read_csv("a,b\n1,2\n3,\"4\n5,6\n").bad, ElementsAre("3:3 a quote is opened and never closed"));
  EXPECT_THAT(read_csv("a,b\n\"x\ny\",\"z\n").bad, ElementsAre("3:4 a quote is opened and never closed"));
  EXPECT_THAT(csv_error("a,\"b\n1,2\n"), HasSubstr("t.csv:1:3: a quote is opened and never closed"));
}

TEST(Csv, NulBytesAreKept) {
  const std::string text("a,b\n1\0002,\0\n", 10);
  EXPECT_THAT(read_csv(text).dense, ElementsAre(Texts{std::string("1\0002", 3), std::string("\0", 1)}));
}

// Each character as two bytes, in this order; "😀" is a pair of surrogates.
std::string utf16(std::u16string_view text, bool big) {
  std::string out;
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8U), low = static_cast<char>(unit & 0xFFU);
    out += big ? high : low;
    out += big ? low : high;
  }
  return out;
}

TEST(Csv, Utf16IsReadWithAndWithoutItsMark) {
  for (const bool big : {false, true}) {
    for (const std::u16string_view mark : {u"\uFEFF", u""}) {
      const std::string text = utf16(std::u16string(mark) + u"a,b\nMüller,😀\n1,2\n", big);
      EXPECT_THAT(read_csv(text).dense, ElementsAre(Texts{"Müller", "😀"}, Texts{"1", "2"}));
    }
  }
}

TEST(Csv, Utf16ThatIsBroken) {
  // Half a pair, and half a character at the end.
  const std::string text = utf16(u"\uFEFFa,b\nx,y", false) + std::string("\x3D\xD8z\0q", 5);
  EXPECT_THAT(read_csv(text).dense, ElementsAre(Texts{"x", "y\uFFFDz\uFFFD"}));
}

TEST(Csv, LinesAboveTheHeaderArePointedAt) {
  const std::string rows = "a;b;c\n1;2;3\n4;5;6\n7;8;9\n";
  EXPECT_THAT(csv_error("Sales 2024\n\n" + rows), HasSubstr("skip-lines 2"));
  EXPECT_THAT(csv_error("# made by us\n" + rows), HasSubstr("skip-lines 1"));
  ReadOptions options;
  options.skip_lines = 2;
  const Table table = Table::from_text("Sales 2024\n\n" + rows, "t.csv", options);
  EXPECT_EQ(table.columns().size(), 3U);
}

TEST(Csv, AFirstRowOfDataIsPointedAt) {
  const auto notes = [](const std::string& text) { return Table::from_text(text, "t.csv").notes().size(); };
  EXPECT_EQ(notes("5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,versicolor\n"), 1U);
  EXPECT_EQ(notes("yes,red\nno,blue\nyes,red\nno,red\n"), 1U);
  EXPECT_EQ(notes("country,2019,2020\nA,1,2\nB,3,4\n"), 0U);  // years count up
  EXPECT_EQ(notes("x,y\n1,a\n2,b\n"), 0U);
}

TEST(Csv, HeadersThatCannotBe) {
  EXPECT_THAT(csv_error(""), HasSubstr("t.csv: no header"));
  EXPECT_THAT(csv_error("\n\n"), HasSubstr("no header"));
  EXPECT_THAT(csv_error("\na,b,a\n"), HasSubstr("t.csv:2: columns 1 and 3 are both named 'a'"));
}

TEST(Csv, AHeaderAloneIsATableWithoutRows) {
  const Table table = Table::from_text("a,b,", "t.csv");
  EXPECT_EQ(names_of(table), (Texts{"a", "b", "3"}));
  EXPECT_EQ(read_all(table), Reading());
}

TEST(Csv, WithoutAHeaderColumnsAreNumbered) {
  ReadOptions options;
  options.header = false;
  const Table table = Table::from_text("x,y\n1,2\n3\n", "t.csv", options);
  EXPECT_EQ(names_of(table), (Texts{"1", "2"}));
  EXPECT_THAT(read_all(table).dense, ElementsAre(Texts{"x", "y"}, Texts{"1", "2"}));
  EXPECT_THAT(read_all(table).bad, ElementsAre("3:2 1 cell, the first row has 2"));
}

TEST(Csv, TheDelimiterIsGivenOrFound) {
  ReadOptions options;
  options.delimiter = ':';
  EXPECT_EQ(names_of(Table::from_text("a,b:c\n", "t.csv", options)), (Texts{"a,b", "c"}));
  EXPECT_EQ(Table::from_text("a;b\n1;2\n", "t.csv").delimiter(), ';');
  EXPECT_EQ(names_of(Table::from_text("a,b\tc\n", "t.tsv")), (Texts{"a,b", "c"}));
  EXPECT_EQ(names_of(Table::from_text("a,b\tc\n", "t.TSV.gz")), (Texts{"a,b", "c"}));
  for (const char c : {'"', '\n', '\r', '\0', '\xA7'}) {
    options.delimiter = c;
    error_of(ErrorKind::usage, [&] { Table::from_text("a\n", "t.csv", options); });
  }
}

TEST(Csv, AHeaderLongerThanTheFirstLook) {
  std::string header = "\"first;\n" + std::string(100000, 'x') + "\"";
  std::string row = "0";
  for (int i = 1; i < 30000; ++i) header += ";c" + std::to_string(i), row += ";" + std::to_string(i);
  const Table table = Table::from_text(header + "\n" + row + "\n", "t.csv");
  EXPECT_EQ(table.columns().size(), 30000U);
  const Reading reading = read_all(table);
  ASSERT_EQ(reading.dense.size(), 1U);
  EXPECT_EQ(reading.dense[0][29999], "29999");
  EXPECT_EQ(reading.places[0].substr(0, 2), "3 ");
}

TEST(Csv, PlacesOfCells) {
  const Table table = Table::from_text("a,b\n\"x\ny\",z\n", "t.csv");
  const auto source = records_of(table);
  const auto batch = source->next();
  source->decoder()->decode(*batch, [](const Records& rows) {
    EXPECT_EQ(rows.place(0, rows.at(0, 0)).text(), "t.csv:2:1");
    EXPECT_EQ(rows.place(0, rows.at(0, 1)).text(), "t.csv:3:4");
  });
}

}  // namespace
}  // namespace priory::testing
