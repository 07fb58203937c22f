// SPDX-License-Identifier: Apache-2.0
#include "core/utf8.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

constexpr const char* kBad = "\xEF\xBF\xBD";

// The example of the Unicode standard, table 3-8, and its neighbours 3-9 to 3-11.
TEST(Utf8, MaximalSubpartsAreReplaced) {
  const std::string bad = kBad;
  EXPECT_EQ(repaired_utf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"),
            bad + bad + bad + bad + bad + bad + bad + bad + "A");
  EXPECT_EQ(repaired_utf8("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"),
            bad + bad + bad + bad + bad + bad + bad + bad + "A");
  EXPECT_EQ(repaired_utf8("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"),
            bad + bad + bad + bad + bad + "A" + bad + bad + "B");
  EXPECT_EQ(repaired_utf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), bad + bad + bad + bad + "A");
}

TEST(Utf8, WellFormedTextStays) {
  const std::string text("a\0\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z", 12);
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(repaired_utf8(text), text);
  EXPECT_EQ(repaired_utf8(""), "");
}

TEST(Utf8, RepairedTextIsWellFormed) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      for (const char c : {'x', '\x80', '\xC3', '\xFF'}) {
        const std::string text = {static_cast<char>(a), static_cast<char>(b), c};
        EXPECT_TRUE(is_utf8(repaired_utf8(text)));
        EXPECT_EQ(repaired_utf8(text) == text, is_utf8(text));
      }
    }
  }
}

TEST(Utf8, CellsAreRepairedAndCounted) {
  // A character of UTF-8 stands beside what is none: the cell is no Latin-1.
  const Reading reading = read_text("a,b\n1,x\xFFyé\n\"\xE9ü\"\"\",2\n3,4\n", Format::csv);
  EXPECT_EQ(reading.dense[0][1], std::string("x") + kBad + "yé");
  EXPECT_EQ(reading.dense[1][0], std::string(kBad) + "ü\"");
  EXPECT_EQ(reading.dense[2], (Texts{"3", "4"}));
  EXPECT_EQ(reading.n_bad_utf8, 2U);
}

TEST(Utf8, CellsOfATableInLatin1AreReadSo) {
  const Reading reading = read_text("a,b\nM\xFCller,\x80 5\ncaf\xE9,x\n", Format::csv);
  EXPECT_EQ(reading.dense[0], (Texts{"Müller", "€ 5"}));
  EXPECT_EQ(reading.dense[1], (Texts{"café", "x"}));
  EXPECT_EQ(reading.n_bad_utf8, 0U);
}

TEST(Utf8, NamesAreRepaired) {
  EXPECT_EQ(names_of(Table::from_text("aé\xFF,b\n", "t.csv")), (Texts{std::string("aé") + kBad, "b"}));
  EXPECT_EQ(names_of(Table::from_text("Gr\xF6\xDF"
                                      "e,b\n",
                                      "t.csv")),
            (Texts{"Größe", "b"}));
}

TEST(Utf8, JsonIsRepairedAndCounted) {
  const Reading reading = read_text("{\"a\":\"x\xFF\",\"b\":1}\n{\"a\":\"\\u00e9\"}\n", Format::jsonl);
  EXPECT_EQ(reading.sparse[0].at("a"), std::string("x") + kBad);
  EXPECT_EQ(reading.sparse[1].at("a"), "\xC3\xA9");
  EXPECT_EQ(reading.n_bad_utf8, 1U);
}

}  // namespace
}  // namespace priory::testing
