// SPDX-License-Identifier: Apache-2.0
#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Reading read(const std::string& text, std::size_t batch_bytes = 1 << 20) {
  return read_text(text, Format::fasttext, batch_bytes);
}

TEST(Fasttext, TheLabelIsAWordAnywhereInTheLine) {
  EXPECT_THAT(read("__label__spam free prize\nsee you __label__ham\none __label__x two\n").dense,
              ElementsAre(Texts{"spam", "free prize"}, Texts{"ham", "see you"}, Texts{"x", "one two"}));
}

TEST(Fasttext, BlankLinesArePassedOverAndLineEndsDoNotMatter) {
  const Reading reading = read("\r\n__label__a\tx y\r\n  \n__label__b z");
  EXPECT_THAT(reading.dense, ElementsAre(Texts{"a", "x y"}, Texts{"b", "z"}));
  EXPECT_THAT(reading.places, ElementsAre("2 __label__a\tx y", "4 __label__b z"));
}

TEST(Fasttext, ALineWithoutALabelHasNoClass) {
  EXPECT_THAT(read("my__label__x is no label\n__label__ nameless\n").dense,
              ElementsAre(Texts{"<null>", "my__label__x is no label"}, Texts{"<null>", "nameless"}));
}

TEST(Fasttext, SeveralLabelsAreABadRow) {
  const Reading reading = read("__label__a __label__b text\n__label__a fine\n");
  EXPECT_THAT(reading.dense, ElementsAre(Texts{"a", "fine"}));
  EXPECT_THAT(reading.bad, ElementsAre("1:12 two labels, __label__a and __label__b"));
}

TEST(Fasttext, BrokenBytesAreRepairedAndCounted) {
  const Reading reading = read("__label__a caf\xE9 noir\n");
  EXPECT_THAT(reading.dense, ElementsAre(Texts{"a", "caf\xEF\xBF\xBD noir"}));
  EXPECT_EQ(reading.n_bad_utf8, 1U);
}

TEST(Fasttext, TheSizeOfBatchesChangesNothing) {
  const std::string text = "__label__a one two\n\n__label__b three\nfour __label__a __label__b\nlast";
  const Reading whole = read(text);
  for (std::size_t size = 1; size < 20; ++size) EXPECT_EQ(read(text, size), whole) << size;
}

TEST(Fasttext, DeclaresItsTarget) {
  const Table table = Table::from_text("__label__a x\n", "t");  // by its first line
  EXPECT_EQ(table.format(), Format::fasttext);
  EXPECT_EQ(table.target(), "label");
  EXPECT_THAT(names_of(table), ElementsAre("label", "text"));
}

TEST(Lines, EachIsATextAndBlankOnesToo) {
  const Reading reading = read_text("free prize, now\n\n  two\r\nlast", Format::lines);
  EXPECT_THAT(reading.dense, ElementsAre(Texts{"free prize, now"}, Texts{""}, Texts{"  two"}, Texts{"last"}));
}

TEST(Lines, TakeTheNameThatIsAskedFor) {
  ReadOptions options;
  options.format = Format::lines;
  options.text_name = "body";
  const Table table = Table::from_text("x\n", "t", options);
  EXPECT_THAT(names_of(table), ElementsAre("body"));
  EXPECT_THAT(table.target(), IsEmpty());
}

TEST(Lines, BrokenBytesAreRepairedAndCounted) {
  const Reading reading = read_text("a\n\xFF z\n", Format::lines);
  EXPECT_THAT(reading.dense, ElementsAre(Texts{"a"}, Texts{"\xEF\xBF\xBD z"}));
  EXPECT_EQ(reading.n_bad_utf8, 1U);
}

}  // namespace
}  // namespace priory::testing
