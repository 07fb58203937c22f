// SPDX-License-Identifier: Apache-2.0
// Tokens by a regular expression, and patterns made to hurt. tests/peers/tokens.py compares with Python's re.
#include "text/token_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "priory/error.h"

namespace priory {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> matches(const std::string& pattern, std::string_view text) {
  Units units;
  TokenPattern(pattern).cut(text, units);
  std::vector<std::string> out;
  for (std::size_t k = 0; k < units.units.size(); ++k) out.emplace_back(units.word(k));
  return out;
}

Error error_of(const std::string& pattern, std::string_view text = "") {
  try {
    matches(pattern, text);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return {ErrorKind::io, ""};
}

TEST(TokenPattern, MatchesFromLeftToRight) {
  EXPECT_THAT(matches("[a-z]+", "ab-cd Ef"), ElementsAre("ab", "cd", "f"));
  EXPECT_THAT(matches("x", "abc"), IsEmpty());
  EXPECT_THAT(matches("\\w+", ""), IsEmpty());
}

TEST(TokenPattern, ClassesAreThoseOfUnicode) {
  EXPECT_THAT(matches("\\w+", "été Привет 漢字 ٣٤"), ElementsAre("été", "Привет", "漢字", "٣٤"));
  EXPECT_THAT(matches("\\b\\w", "été Привет"), ElementsAre("é", "П"));
}

TEST(TokenPattern, TheGroupIsTheToken) {
  EXPECT_THAT(matches("#(\\w+)", "#one two #three"), ElementsAre("one", "three"));
  EXPECT_THAT(matches("a|(b)", "abab"), ElementsAre("b", "b"));
}

TEST(TokenPattern, AMatchOfNothingIsNoToken) {
  EXPECT_THAT(matches("a*", "baab"), ElementsAre("aa"));
  EXPECT_THAT(matches("|a", "aa"), ElementsAre("a", "a"));
  EXPECT_THAT(matches("(?=(\\w\\w))", "abc"), ElementsAre("ab", "bc"));
  EXPECT_THAT(matches("a\\K", "aaa"), IsEmpty());
}

TEST(TokenPattern, TheDefaultOfScikitLearnIsTaken) {
  EXPECT_THAT(matches("(?u)\\b\\w\\w+\\b", "a fox's den"), ElementsAre("fox", "den"));
}

TEST(TokenPattern, NoneIsRefusedWithItsPlace) {
  EXPECT_EQ(error_of("é[a").kind(), ErrorKind::usage);
  EXPECT_THAT(error_of("é(ab").message(), HasSubstr("missing closing parenthesis, at character 5"));
  EXPECT_THAT(error_of("(?u)é(ab").message(), HasSubstr("at character 9"));
  EXPECT_THAT(error_of("(a)(b)").message(), HasSubstr("2 groups"));
  EXPECT_THAT(error_of("a\\Cb").message(), HasSubstr("\\C"));
  EXPECT_THAT(error_of("").message(), HasSubstr("empty"));
  EXPECT_THAT(error_of(std::string(5000, 'a')).message(), HasSubstr("5000 bytes"));
  EXPECT_EQ(error_of(std::string(2000, '(')).kind(), ErrorKind::usage);
  EXPECT_EQ(error_of("(?:(?:(?:a{1000}){1000}){1000}){1000}").kind(), ErrorKind::usage);
  EXPECT_EQ(error_of("\xFF").kind(), ErrorKind::usage);
}

TEST(TokenPattern, BacktrackingWithoutEndIsAnError) {
  const std::string text(5000, 'a');
  for (const char* pattern : {"(?:a+)+[!?]", "(?:a|aa)+[!?]", "(?:\\w\\w?)*[.!]"}) {
    const Error error = error_of(pattern, text);
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_THAT(error.message(), HasSubstr("too many steps on the text 'aaaa"));
  }
}

TEST(TokenPattern, LongTextsAreSearchedInPieces) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "word ";
  EXPECT_THAT(matches("\\w+", text), SizeIs(100'000));
  EXPECT_THAT(matches("^word|word$", text.substr(0, text.size() - 1)), SizeIs(2));
  EXPECT_THAT(matches("(?<=d )word", text), SizeIs(99'999));
  EXPECT_THAT(matches("\\w++[!?]", std::string(1 << 17, 'a')), IsEmpty());
  // Without white space a piece ends between two characters.
  std::string han;
  for (int i = 0; i < 100'000; ++i) han += "漢";
  EXPECT_THAT(matches(".", han), SizeIs(100'000));
}

}  // namespace
}  // namespace priory
