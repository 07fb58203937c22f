// SPDX-License-Identifier: Apache-2.0
// Lists of languages, files, and how they are cut; stems.
#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "priory/error.h"

#include "text/tokeniser.h"

namespace priory {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Strings = std::vector<std::string>;

Strings tokens(std::string_view text, const TokenOptions& options) {
  Tokeniser tokenise(options);
  const auto& views = tokenise(text);
  return {views.begin(), views.end()};
}

std::string file_with(const std::string& content) {
  const std::string path = testing::TempDir() + "priory_stop_words.txt";
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string message_of(const std::string& name) {
  try {
    stop_words(name);
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

TEST(StopWords, EveryListHasItsArticlesAndItsAuxiliaries) {
  const std::vector<std::pair<std::string, Strings>> some = {
      {"dutch", {"het", "zijn"}},   {"english", {"the", "were"}}, {"french", {"les", "était"}},
      {"german", {"der", "würde"}}, {"italian", {"gli", "sono"}}, {"portuguese", {"uma", "são"}},
      {"spanish", {"los", "había"}}};
  ASSERT_EQ(stop_word_languages().size(), some.size());
  for (const auto& [language, words] : some) {
    const Strings list = stop_words(language);
    for (const std::string& word : words) EXPECT_THAT(list, Contains(word)) << language;
    EXPECT_TRUE(std::ranges::adjacent_find(list, std::ranges::greater_equal()) == list.end());
    EXPECT_THAT(list, Not(Contains("")));
  }
}

TEST(StopWords, AreLowerCaseAndStemLanguagesToo) {
  for (const std::string& language : stop_word_languages()) {
    EXPECT_THAT(stem_languages(), Contains(language));
    TokenOptions lower = {Tokens::space};
    lower.letter_case = LetterCase::lower;
    for (const std::string& word : stop_words(language)) EXPECT_THAT(tokens(word, lower), ElementsAre(word));
  }
}

TEST(StopWords, AFileHasOneAWordALine) {
  EXPECT_THAT(stop_words(file_with("\xEF\xBB\xBF# mine\n\n  zwei \r\neins\neins\nnew york")),
              ElementsAre("eins", "new york", "zwei"));
  EXPECT_THAT(message_of(file_with("# nothing\n\n")), HasSubstr("there are no stop words in it"));
  EXPECT_THAT(message_of(file_with("\xFF\n")), HasSubstr("not UTF-8"));
  EXPECT_THAT(message_of(testing::TempDir()), HasSubstr("directory"));
}

TEST(StopWords, AnUnknownLanguageIsAskedAbout) {
  EXPECT_THAT(message_of("englsh"), HasSubstr("did you mean 'english'?"));
  EXPECT_THAT(message_of("no/such/file"), HasSubstr("no file"));
}

TEST(StopWords, AreCutAsTextsAre) {
  TokenOptions options;
  options.stop_words = {"Don't", "ÉTÉ", "New York"};
  EXPECT_THAT(tokens("don't go to new NEW été york", options), ElementsAre("go", "to"));
}

TEST(StopWords, MatchWhateverTheCase) {
  TokenOptions options;
  options.stop_words = {"Don't", "ÉTÉ", "the"};
  options.tokens = Tokens::space;
  EXPECT_THAT(tokens("don't Don't ÉTÉ été Été The THE Them", options), ElementsAre("Them"));
  options.tokens = Tokens::unicode, options.letter_case = LetterCase::keep;
  EXPECT_THAT(tokens("THE Été Don't Them", options), ElementsAre("Them"));
}

TEST(Stems, ByLanguage) {
  TokenOptions options;
  options.stem = "english";
  EXPECT_THAT(tokens("Connected connection connecting running", options),
              ElementsAre("connect", "connect", "connect", "run"));
  options.stem = "german";
  EXPECT_THAT(tokens("Häuser häuser", options), ElementsAre("haus", "haus"));
}

TEST(Stems, LongWordsStayAsTheyAre) {
  TokenOptions options;
  for (const std::string& language : stem_languages()) {
    options.stem = language;
    const std::string longest = std::string(1 << 20, 'a') + "ing";
    EXPECT_THAT(tokens(longest, options), ElementsAre(longest)) << language;
  }
}

TEST(Stems, AnUnknownLanguageIsAskedAbout) {
  TokenOptions options;
  options.stem = "englisch";
  try {
    check_tokens(options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("did you mean 'english'?"));
    EXPECT_THAT(error.remedy(), HasSubstr("swedish"));
  }
}

TEST(Stems, AndStopWordsAreForWords) {
  TokenOptions stem = {Tokens::characters, 2, 3}, stop = {Tokens::inside_words, 2, 3};
  stem.stem = "english", stop.stop_words = {"the"};
  EXPECT_THROW(check_tokens(stem), Error);
  EXPECT_THROW(check_tokens(stop), Error);
}

}  // namespace
}  // namespace priory
