// SPDX-License-Identifier: Apache-2.0
#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Row = std::map<std::string, std::string>;

Reading read_jsonl(const std::string& text) {
  return read_text(text, Format::jsonl);
}

Row first_row(const std::string& text) {
  const Reading reading = read_jsonl(text);
  EXPECT_THAT(reading.bad, ElementsAre());
  return reading.sparse.at(0);
}

TEST(Jsonl, ScalarsBecomeCells) {
  EXPECT_EQ(first_row(R"({"a": 1.50, "b": "x", "c": true, "d": false, "e": null, "f": "", "g":-0e+7})"),
            (Row{{"a", "1.50"},
                 {"b", "x"},
                 {"c", "true"},
                 {"d", "false"},
                 {"e", "<null>"},
                 {"f", ""},
                 {"g", "-0e+7"}}));
}

TEST(Jsonl, StringsAndKeysAreUnescaped) {
  EXPECT_EQ(first_row(R"({"a\t\"b": "\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\uDE00\u0000."})"),
            (Row{{"a\t\"b", std::string("\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\0.", 19)}}));
}

TEST(Jsonl, ObjectsAreFlattened) {
  EXPECT_EQ(first_row(R"({"a":{"b":1,"c":{"d":2},"e":{}},"f":3})"),
            (Row{{"a.b", "1"}, {"a.c.d", "2"}, {"f", "3"}}));
  EXPECT_EQ(first_row("{ }"), Row());
}

TEST(Jsonl, ArraysAreOneCell) {
  EXPECT_EQ(first_row(R"({"a":[1, "b\n" ,true,null,"null"],"b":[],"c":[ [1],{"x":"]"} ],"d":["",""]})"),
            (Row{{"a", "1 b\n true null"}, {"b", ""}, {"c", R"([ [1],{"x":"]"} ])"}, {"d", " "}}));
}

TEST(Jsonl, LinesMayBeBlankOrEndInCrLf) {
  const Reading reading = read_jsonl(
      "\xEF\xBB\xBF"
      "{\"a\":1}\r\n\n  \r\n{\"a\":2}\r\n{\"b\":3}");
  EXPECT_THAT(reading.sparse, ElementsAre(Row{{"a", "1"}}, Row{{"a", "2"}}, Row{{"b", "3"}}));
  EXPECT_THAT(reading.places, ElementsAre("1 {\"a\":1}", "4 {\"a\":2}", "5 {\"b\":3}"));
}

TEST(Jsonl, BadLinesAreTold) {
  for (const char* bad :
       {"{\"a\":1", "{\"a\":1}}", "{\"a\":1} {\"a\":2}", "{a:1}", "{\"a\":01}", "{\"a\":\"\\ud800\"}",
        "{\"a\":[{]}}", "{\"a\":tru}", "{\"a\" 1}", "{\"a\":1,}", "nonsense", "{\"a\":\"\t\"}"}) {
    const Reading reading = read_jsonl("{\"a\":1}\n" + std::string(bad) + "\n{\"a\":3}\n");
    EXPECT_EQ(reading.sparse.size(), 2U) << bad;
    ASSERT_EQ(reading.bad.size(), 1U) << bad;
    EXPECT_EQ(reading.bad[0].substr(0, 2), "2:") << bad;
  }
  EXPECT_THAT(read_jsonl("[1]\n").bad, ElementsAre("1:1 not a JSON object"));
  EXPECT_THAT(read_jsonl("{\"a\":123456789012345678901234567890}\n").bad,
              ElementsAre(HasSubstr("too large")));
}

TEST(Jsonl, AKeyTwiceIsBad) {
  EXPECT_THAT(read_jsonl("{\"a\":1,\"b\":2,\"a\":3}\n{\"b\":4}").bad,
              ElementsAre(HasSubstr("the key 'a' comes twice")));
  EXPECT_THAT(read_jsonl("{\"a\":{\"b\":1},\"a.b\":2}").bad, ElementsAre(HasSubstr("'a.b'")));
  EXPECT_THAT(read_jsonl("{\"a\":1,\"a\":3}\n{\"a\":4}").sparse, ElementsAre(Row{{"a", "4"}}));
}

TEST(Jsonl, DepthHasALimit) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "{\"a\":";
  EXPECT_EQ(read_jsonl(deep).bad.size(), 1U);
  EXPECT_EQ(read_jsonl(deep + "1" + std::string(100000, '}')).bad.size(), 1U);
}

TEST(Jsonl, BatchesDoNotMatter) {
  const std::string text = "{\"a\":1}\n{\"b\":[1,2]}\n\n{\"c\":\"\xFF\"}\n{\"a\":{\"x\":\"\\n\"}}\n{\"a\n{}";
  const Reading whole = read_jsonl(text);
  EXPECT_EQ(whole.sparse.size(), 5U);
  for (const std::size_t batch : {1U, 2U, 3U, 7U, 64U})
    EXPECT_EQ(read_text(text, Format::jsonl, batch), whole);
}

}  // namespace
}  // namespace priory::testing
