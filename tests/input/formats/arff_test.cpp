// SPDX-License-Identifier: Apache-2.0
#include "input/formats/arff.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = DeclaredColumn::Kind;
using Row = std::map<std::string, std::string>;

const char* const kHead =
    "% a comment\n@RELATION 'weather now'\n\n@attribute outlook {sunny, 'very rainy',\"o\\\"k\"}\n"
    "@Attribute 'the temp' REAL % not a type\n@ATTRIBUTE\tnote String\n@attribute day date "
    "'yyyy-MM-dd'\n@data\n";

Reading read_arff(const std::string& rows) {
  return read_text(kHead + rows, Format::arff);
}

std::string head_error(const std::string& head) {
  return error_of(ErrorKind::data, [&] { Table::from_text(head, "t.arff"); });
}

TEST(Arff, TheHeadDeclaresColumns) {
  const Table table = Table::from_text(kHead, "t.arff");
  EXPECT_EQ(names_of(table), (Texts{"outlook", "the temp", "note", "day"}));
  EXPECT_EQ(table.columns()[0].kind, Kind::values);
  EXPECT_EQ(table.columns()[0].values, (Texts{"sunny", "very rainy", "o\"k"}));
  EXPECT_EQ(table.columns()[1].kind, Kind::numeric);
  EXPECT_EQ(table.columns()[2].kind, Kind::text);
  EXPECT_EQ(table.columns()[3].kind, Kind::text);
  EXPECT_EQ(read_all(table), Reading());
}

TEST(Arff, DenseRows) {
  const Reading reading =
      read_arff("sunny, 1.5 ,'it\\'s, so\\n',x\r\n% no row\n\n'very rainy',?,'?',\"a b\"\n\"o\\\"k\",,,");
  EXPECT_THAT(reading.dense,
              ElementsAre(Texts{"sunny", "1.5", "it's, so\n", "x"}, Texts{"very rainy", "<null>", "?", "a b"},
                          Texts{"o\"k", "", "", ""}));
  EXPECT_EQ(reading.bad.size(), 0U);
  EXPECT_EQ(reading.places[1].substr(0, 3), "12 ");
}

TEST(Arff, BadDenseRows) {
  EXPECT_THAT(read_arff("sunny,1,2\n").bad, ElementsAre("9:1 3 cells, the header declares 4"));
  EXPECT_THAT(read_arff("sunny,1,2,3,4\n").bad, ElementsAre("9:1 5 cells, the header declares 4"));
  EXPECT_THAT(read_arff("1,snow,2,3\n").bad, ElementsAre("9:1 '1' is not a declared value of 'outlook'"));
  EXPECT_THAT(read_arff("sunny,1,'a,3\n").bad,
              ElementsAre("9:9 a quote is opened and not closed on this line"));
  EXPECT_THAT(read_arff("sunny,1,'a'b,3\n").bad, ElementsAre("9:9 text after a closing quote"));
  EXPECT_THAT(read_arff("sunny,1,2,3\n{0 sunny}\n").bad, ElementsAre("10:1 a sparse row among dense ones"));
}

TEST(Arff, SparseRows) {
  const Reading reading = read_arff("{1 7, 2 'y z'}\n { }\n{0 'very rainy',3 ?}\n");
  EXPECT_THAT(reading.sparse,
              ElementsAre(Row{{"outlook", "sunny"}, {"the temp", "7"}, {"note", "y z"}, {"day", "<null>"}},
                          Row{{"outlook", "sunny"}, {"note", "<null>"}, {"day", "<null>"}},
                          Row{{"outlook", "very rainy"}, {"note", "<null>"}, {"day", "<null>"}}));
}

TEST(Arff, BadSparseRows) {
  const auto bad = [](const std::string& row) { return read_arff("{}\n" + row + "\n").bad; };
  EXPECT_THAT(bad("sunny,1,2,3"), ElementsAre("10:1 a dense row among sparse ones"));
  EXPECT_THAT(bad("{4 x}"), ElementsAre("10:2 '4' is no position of a column"));
  EXPECT_THAT(bad("{-1 x}"), ElementsAre("10:2 '-1' is no position of a column"));
  EXPECT_THAT(bad("{99999999999999999999999 x}"), ElementsAre(HasSubstr("is no position")));
  EXPECT_THAT(bad("{1 2, 1 3}"), ElementsAre("10:7 position 1 twice"));
  EXPECT_THAT(bad("{1 2"), ElementsAre("10:5 no closing brace"));
  EXPECT_THAT(bad("{1 2} x"), ElementsAre("10:7 text after the closing brace"));
  EXPECT_THAT(bad("{1}"), ElementsAre("10:3 a value is missing"));
  EXPECT_THAT(bad("{1 2,}"), ElementsAre("10:6 '' is no position of a column"));
  EXPECT_THAT(bad("{0 snow}"), ElementsAre("10:4 'snow' is not a declared value of 'outlook'"));
}

TEST(Arff, ErrorsInTheHeadHaveTheirPlace) {
  EXPECT_THAT(head_error("@relation r\n@attribute a blob\n@data\n"),
              HasSubstr("t.arff:2:14: unknown type 'blob'"));
  EXPECT_THAT(head_error("@relation r\n@attribute a {x, y\n@data\n"),
              HasSubstr("t.arff:2:19: the list of values"));
  EXPECT_THAT(head_error("@relation r\n@attribute a {x, x}\n@data\n"),
              HasSubstr("t.arff:2:18: a value is declared twice"));
  EXPECT_THAT(head_error("@relation r\n@attribute 'a real\n@data\n"),
              HasSubstr("t.arff:2:12: a quote is opened"));
  EXPECT_THAT(head_error("@relation r\n@attribute\n@data\n"),
              HasSubstr("t.arff:2:11: @attribute needs a name"));
  EXPECT_THAT(head_error("@relation r\n1,2\n"), HasSubstr("t.arff:2:1: '1,2' is neither"));
  EXPECT_THAT(head_error("@relation r\n@attribute a real\n"), HasSubstr("t.arff: the file has no @data"));
  EXPECT_THAT(head_error("@relation r\n@data\n"), HasSubstr("declares no @attribute"));
  EXPECT_THAT(head_error("@attribute a real\n@attribute a real\n@data\n"), HasSubstr("both named 'a'"));
  EXPECT_THAT(head_error(""), HasSubstr("the file has no @data"));
}

TEST(Arff, DeclaredValuesAreComparedAfterRepair) {
  const std::string text = "@attribute a {\xE9, x}\n@data\n\xE9\n";
  const Reading reading = read_text(text, Format::arff);
  EXPECT_THAT(reading.dense, ElementsAre(Texts{"\xEF\xBF\xBD"}));
  EXPECT_EQ(reading.n_bad_utf8, 1U);
}

TEST(Arff, LaterFilesMustDeclareTheSame) {
  const Folder folder;
  const std::string a = folder.write("a.arff", "@attribute x real\n@attribute y {p,q}\n@data\n1,p\n");
  const std::string b = folder.write("b.arff", "@attribute y {q,p}\n@attribute x numeric\n@data\nq,2\n");
  const std::string c = folder.write("c.arff", "@attribute x real\n@attribute y {p,r}\n@data\n1,p\n");
  EXPECT_THAT(read_all(Table::open({a, b})).dense, ElementsAre(Texts{"1", "p"}, Texts{"2", "q"}));
  EXPECT_THAT(error_of(ErrorKind::data,
                       [&] {
                         read_all(Table::open({a, c}));
                       }),
              HasSubstr("declares column 'y' otherwise"));
}

TEST(Arff, BatchesDoNotMatter) {
  for (const std::string rows :
       {"sunny,1,'a',b\n\n% x\nsnow,1,2,3\nsunny,\"2\",3,4", "{}\n{1 2}\n{9 1}\n{0 sunny}"}) {
    const Reading whole = read_arff(rows);
    EXPECT_EQ(whole.bad.size(), 1U);
    for (const std::size_t batch : {1U, 2U, 3U, 7U, 64U})
      EXPECT_EQ(read_text(kHead + rows, Format::arff, batch), whole);
  }
}

}  // namespace
}  // namespace priory::testing
