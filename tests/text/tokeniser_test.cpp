// SPDX-License-Identifier: Apache-2.0
// The rules of each kind of token. Expectations were checked with scikit-learn 1.2.1's CountVectorizer;
// tests/peers/tokens.py compares with it at length.
#include "text/tokeniser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "priory/error.h"

#include "text/token_pipeline.h"

namespace priory {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Strings = std::vector<std::string>;

Strings cut(std::string_view text, const TokenOptions& options = {}) {
  Tokeniser tokenise(options);
  const auto& views = tokenise(text);
  return {views.begin(), views.end()};
}

Strings ascii(std::string_view text) {
  return cut(text, {Tokens::ascii});
}

Strings split(std::string_view text) {
  return cut(text, {Tokens::space});
}

Strings characters(std::string_view text, std::size_t min_n = 1, std::size_t max_n = 1) {
  return cut(text, {Tokens::characters, min_n, max_n});
}

TEST(UnicodeTokens, RunsOfTwoOrMoreLowerCased) {
  EXPECT_THAT(cut("A Fox, the FOX's den_1!"), ElementsAre("fox", "the", "fox", "den_1"));
  EXPECT_THAT(cut("42 7 x1 __ _"), ElementsAre("42", "x1", "__"));
  EXPECT_THAT(cut("e-mail@example.com"), ElementsAre("mail", "example", "com"));
}

TEST(UnicodeTokens, NothingFromNothing) {
  EXPECT_THAT(cut(""), IsEmpty());
  EXPECT_THAT(cut(" .,;! \n"), IsEmpty());
  EXPECT_THAT(cut("a b c é 漢"), IsEmpty());
}

TEST(UnicodeTokens, LettersAndNumbersOfAllScripts) {
  EXPECT_THAT(cut("Größe ÉTÉ Привет 漢字 العربية ٣٤ Ⅷ⑳ 1½"),
              ElementsAre("größe", "été", "привет", "漢字", "العربية", "٣٤", "ⅷ⑳", "1½"));
}

TEST(UnicodeTokens, LengthCountsCodePointsNotBytes) {
  EXPECT_THAT(cut("é éé 𝔸 𝔸𝔸"), ElementsAre("éé", "𝔸𝔸"));
}

TEST(UnicodeTokens, MarksEndWords) {
  EXPECT_THAT(cut("cafe\u0301s"), ElementsAre("cafe"));
  EXPECT_THAT(cut("हिन्दी"), IsEmpty());
  EXPECT_THAT(cut("soft\u00ADly zero\u200Dwidth"), ElementsAre("soft", "ly", "zero", "width"));
}

TEST(UnicodeTokens, DottedCapitalIEndsItsWord) {
  EXPECT_THAT(cut("İSTANBUL AİB"), ElementsAre("stanbul", "ai"));
}

TEST(UnicodeTokens, FinalSigma) {
  EXPECT_THAT(cut("ΟΔΟΣ ΣΟΦΙΑ ΟΔΟΣ.Α"), ElementsAre("οδος", "σοφια", "οδοσ"));
}

TEST(UnicodeTokens, NulAndIllFormedBytesEndWords) {
  EXPECT_THAT(cut(std::string_view("ab\0cd", 5)), ElementsAre("ab", "cd"));
  EXPECT_THAT(cut("ab\xFF"
                  "cd\xC3"),
              ElementsAre("ab", "cd"));
  EXPECT_THAT(cut("ab\xE9 \xED\xA0\x80 xy"), ElementsAre("ab", "xy"));
}

TEST(UnicodeTokens, NGramsJoinedByOneSpace) {
  EXPECT_THAT(cut("To be, or not", {Tokens::unicode, 1, 2}),
              ElementsAre("to", "be", "or", "not", "to be", "be or", "or not"));
  EXPECT_THAT(cut("Été a\tNOËL\n\nà Paris", {Tokens::unicode, 2, 3}),
              ElementsAre("été noël", "noël paris", "été noël paris"));
  EXPECT_THAT(cut("one", {Tokens::unicode, 2, 2}), IsEmpty());
}

TEST(UnicodeTokens, OneLongToken) {
  const std::string plain(1 << 20, 'A');
  EXPECT_THAT(cut(plain), ElementsAre(std::string(1 << 20, 'a')));
  EXPECT_THAT(cut(plain + "É"), ElementsAre(std::string(1 << 20, 'a') + "é"));
}

TEST(UnicodeTokens, LongNGrams) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "ab ";
  const Strings all = cut(text, {Tokens::unicode, 1, std::numeric_limits<std::size_t>::max()});
  EXPECT_THAT(all, SizeIs(500 * 501 / 2));
  EXPECT_EQ(all.back(), text.substr(0, text.size() - 1));
}

TEST(AsciiTokens, LettersAndDigitsOnly) {
  EXPECT_THAT(ascii("A Fox_2's caf\u00E9"), ElementsAre("a", "fox", "2", "s", "caf"));
  EXPECT_THAT(ascii("@[`{/:AZaz09"), ElementsAre("azaz09"));
  EXPECT_THAT(ascii("\u212A\u0130 \xFF\x80x\xC3"), ElementsAre("x"));
  EXPECT_THAT(ascii(""), IsEmpty());
}

TEST(AsciiTokens, NGrams) {
  EXPECT_THAT(cut("I\xC3\xA9 am", {Tokens::ascii, 1, 2}), ElementsAre("i", "am", "i am"));
}

TEST(SpaceTokens, CaseAndPunctuationKept) {
  EXPECT_THAT(split("  A Fox,\tthe\r\nFOX's! "), ElementsAre("A", "Fox,", "the", "FOX's!"));
  EXPECT_THAT(split(" \t "), IsEmpty());
}

TEST(SpaceTokens, AllWhiteSpaceOfUnicode) {
  EXPECT_THAT(split("a\u00A0b\u2003c\u3000d\u0085e\x1C"
                    "f\u2028g\u1680h"),
              ElementsAre("a", "b", "c", "d", "e", "f", "g", "h"));
  EXPECT_THAT(split("a\x1F"
                    "b\x0B"
                    "c"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(split("a\u200Bb\uFEFF \u180E"), ElementsAre("a\u200Bb\uFEFF", "\u180E"));
}

TEST(SpaceTokens, NulStaysAndIllFormedBytesAreReplaced) {
  EXPECT_THAT(split(std::string_view("a\0b \0", 5)),
              ElementsAre(std::string("a\0b", 3), std::string(1, '\0')));
  EXPECT_THAT(split("a\xFFz \xE2\x82"), ElementsAre("a\uFFFDz", "\uFFFD"));
}

TEST(CharacterTokens, EveryCodePointCaseKept) {
  EXPECT_THAT(characters("aÉ漢😀"), ElementsAre("a", "É", "漢", "😀"));
  EXPECT_THAT(characters("e\u0301"), ElementsAre("e", "\u0301"));
  EXPECT_THAT(characters(""), IsEmpty());
}

TEST(CharacterTokens, OnlyRunsOfWhiteSpaceBecomeOneSpace) {
  EXPECT_THAT(characters("a\tb\n\nc"), ElementsAre("a", "\t", "b", " ", "c"));
  EXPECT_THAT(characters("\u00A0"), ElementsAre("\u00A0"));
  EXPECT_THAT(characters(" \u2003\r\n"), ElementsAre(" "));
}

TEST(CharacterTokens, NGrams) {
  EXPECT_THAT(characters("aé  b", 1, 3), ElementsAre("a", "é", " ", "b", "aé", "é ", " b", "aé ", "é b"));
  EXPECT_THAT(characters("abc", 3, 9), ElementsAre("abc"));
  EXPECT_THAT(characters("abc", 4, 9), IsEmpty());
}

TEST(CharacterTokens, IllFormedBytesAreReplaced) {
  EXPECT_THAT(characters("\xF0\x9F\x98"
                         "a\xC0\x80"),
              ElementsAre("\uFFFD", "a", "\uFFFD", "\uFFFD"));
}

TEST(CharacterTokens, LongNGramsOfALongText) {
  const Strings all = characters(std::string(100000, 'x'), 5, 6);
  EXPECT_THAT(all, SizeIs(99996 + 99995));
  EXPECT_THAT(Strings(all.begin(), all.begin() + 99996), Each("xxxxx"));
}

TEST(Tokeniser, EveryByteAloneAndTwiceIsTaken) {
  for (const Tokens kind : {Tokens::unicode, Tokens::ascii, Tokens::space, Tokens::characters}) {
    Tokeniser tokenise({kind, 1, 2});
    for (int byte = 0; byte < 256; ++byte) {
      for (const std::size_t count : {1U, 2U}) {
        for (const auto token : tokenise(std::string(count, static_cast<char>(byte))))
          EXPECT_FALSE(token.empty());
      }
    }
  }
}

TEST(Tokeniser, PlainAndDecodedWaysAgree) {
  std::string plain;
  for (int byte = 0; byte < 128; ++byte) plain += std::string{'a', 'B', static_cast<char>(byte), 'C', 'd'};
  for (const Tokens kind : {Tokens::unicode, Tokens::space}) {
    Strings expected = cut(plain, {kind});
    expected.push_back("éé");
    EXPECT_THAT(cut(plain + " éé", {kind}), ElementsAreArray(expected));
  }
}

TEST(Tokeniser, HoldsNothingOfTheTextBefore) {
  Tokeniser tokenise({Tokens::unicode, 1, 2});
  for (const auto* text : {"été à noël", "one two three", "été", ""}) {
    const auto& views = tokenise(text);
    EXPECT_EQ(Strings(views.begin(), views.end()), cut(text, {Tokens::unicode, 1, 2}));
  }
}

TEST(Tokeniser, Moves) {
  Tokeniser first(TokenOptions{});
  Tokeniser second(std::move(first));
  first = Tokeniser({Tokens::ascii});
  EXPECT_THAT(second("a bc"), ElementsAre("bc"));
  EXPECT_THAT(first("a bc"), ElementsAre("a", "bc"));
}

TEST(Tokeniser, RefusesLengthsThatMakeNoSense) {
  EXPECT_THROW(Tokeniser({Tokens::unicode, 0, 1}), Error);
  EXPECT_THROW(Tokeniser({Tokens::characters, 3, 2}), Error);
}

TokenOptions of(Tokens kind, LetterCase letters) {
  TokenOptions out = {kind};
  out.letter_case = letters;
  return out;
}

TEST(Case, EachKindHasAUsualOneAndTakesTheOther) {
  using enum LetterCase;
  EXPECT_THAT(cut("Den DEN é", of(Tokens::unicode, keep)), ElementsAre("Den", "DEN"));
  EXPECT_THAT(cut("Den ÉTÉ", of(Tokens::unicode, keep)), ElementsAre("Den", "ÉTÉ"));
  EXPECT_THAT(cut("Den É", of(Tokens::ascii, keep)), ElementsAre("Den"));
  EXPECT_THAT(cut("Den ÉTÉ", of(Tokens::space, lower)), ElementsAre("den", "été"));
  EXPECT_THAT(cut("Den!", of(Tokens::space, lower)), ElementsAre("den!"));
  EXPECT_THAT(cut("aÉ", of(Tokens::characters, lower)), ElementsAre("a", "é"));
  EXPECT_THAT(cut("ΟΔΟΣ", of(Tokens::inside_words, lower)), ElementsAre(" ", "ο", "δ", "ο", "ς", " "));
}

TEST(InsideWords, ASpaceAtBothEndsAndShortWordsOnce) {
  EXPECT_THAT(cut("Jo\tab", {Tokens::inside_words, 2, 3}),
              ElementsAre(" J", "Jo", "o ", " Jo", "Jo ", " a", "ab", "b ", " ab", "ab "));
  EXPECT_THAT(cut("a bcde", {Tokens::inside_words, 5, 6}), ElementsAre(" a ", " bcde", "bcde ", " bcde "));
  EXPECT_THAT(cut(" \n ", {Tokens::inside_words, 1, 2}), IsEmpty());
}

TEST(FoldNumbers, RunsOfDigitsAreOneZero) {
  TokenOptions options;
  options.fold_numbers = true;
  EXPECT_THAT(cut("2024 a12b34 x ٣٤ 7 1½", options), ElementsAre("0", "a0b0", "0", "0½"));
  options.tokens = Tokens::characters;
  EXPECT_THAT(cut("a42b", options), ElementsAre("a", "0", "b"));
}

TEST(Order, NumbersThenStopWordsThenStemsThenNGrams) {
  TokenOptions options = {Tokens::unicode, 1, 2};
  options.fold_numbers = true;
  options.stop_words = {"0", "the"};
  options.stem = "english";
  EXPECT_THAT(cut("The 12 runners, running THE 5k", options),
              ElementsAre("runner", "run", "0k", "runner run", "run 0k"));
}

// Bytes of ASCII, mostly letters, with some beyond it.
std::string random_letters(std::mt19937& random) {
  static const Strings kPieces = {"a", "B",  "the",      "Run", "ning", "1",      "23", "_",
                                  " ", "  ", "\t",       "'",   "-",    ".",      "\0", "é",
                                  "Σ", "İ",  "\xE2\x82", "漢",  "字",   "\u0E01", "٣",  "\n"};
  std::string out;
  const std::size_t n = random() % 40, kinds = random() % 2 == 0 ? 15 : kPieces.size();
  for (std::size_t i = 0; i < n; ++i) out += kPieces[random() % kinds];
  return out;
}

TokenOptions random_options(std::mt19937& random) {
  TokenOptions out = {static_cast<Tokens>(random() % 7), 1 + random() % 2};
  out.max_n = out.min_n + random() % 2;
  out.letter_case = static_cast<LetterCase>(random() % 3);
  out.fold_numbers = random() % 3 == 0;
  if (out.tokens == Tokens::pattern) out.pattern = random() % 2 == 0 ? "\\w+" : "[^\\W\\d]+|\\S";
  if (out.of_characters()) return out;
  if (random() % 3 == 0) out.stop_words = {"b", "the", "漢"};
  if (random() % 3 == 0) out.stem = "english";
  return out;
}

TEST(Tokeniser, AgreesWithThePlainOne) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const TokenOptions options = random_options(random);
    Tokeniser fast(options);
    PlainTokeniser plain(options);
    for (int k = 0; k < 20; ++k) {
      const std::string text = random_letters(random);
      ASSERT_THAT(fast(text), ElementsAreArray(plain(text))) << text;
    }
  }
}

}  // namespace
}  // namespace priory
