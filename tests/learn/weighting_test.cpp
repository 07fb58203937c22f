// SPDX-License-Identifier: Apache-2.0
#include "learn/vocabulary/weighting.h"

#include <gmock/gmock.h>

#include "input/reading.h"
#include "training.h"

namespace priory::testing {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two texts: words 0 (3 times) and 1 (4 times); word 1 (twice).
Bag two_texts() {
  Bag bag;
  bag.word = {0, 1, 1}, bag.count = {3, 4, 2};
  bag.begin = {0, 2, 3}, bag.missing = {false, false};
  return bag;
}

std::vector<double> weighed(TextOptions options, std::vector<double> idf = {}) {
  Bag bag = two_texts();
  weigh(bag, options, idf);
  return {bag.count.begin(), bag.count.end()};
}

TEST(Weighting, TermFrequencies) {
  TextOptions options;
  EXPECT_THAT(weighed(options), ElementsAre(3, 4, 2));
  options.tf = Tf::binary;
  EXPECT_THAT(weighed(options), ElementsAre(1, 1, 1));
  options.tf = Tf::log;
  EXPECT_THAT(weighed(options),
              ElementsAre(DoubleEq(1 + std::log(3)), DoubleEq(1 + std::log(4)), DoubleEq(1 + std::log(2))));
}

TEST(Weighting, LengthNorms) {
  TextOptions options;
  options.length_norm = LengthNorm::l1;
  EXPECT_THAT(weighed(options), ElementsAre(DoubleEq(3. / 7), DoubleEq(4. / 7), 1));
  options.length_norm = LengthNorm::l2;
  EXPECT_THAT(weighed(options), ElementsAre(DoubleEq(3. / 5), DoubleEq(4. / 5), 1));
}

TEST(Weighting, IdfComesBeforeTheNorm) {
  TextOptions options;
  options.idf = true, options.length_norm = LengthNorm::l2;
  EXPECT_THAT(weighed(options, {4, 4, 1}), ElementsAre(DoubleEq(3. / 5), DoubleEq(4. / 5), 1));
  EXPECT_THAT(weighed(options, {4, 2.25, 1}), ElementsAre(DoubleEq(12. / 15), DoubleEq(9. / 15), 1));
}

TEST(Weighting, InverseDocumentFrequency) {
  EXPECT_DOUBLE_EQ(inverse_document_frequency(3, 1), std::log(4. / 2) + 1);
  EXPECT_DOUBLE_EQ(inverse_document_frequency(3, 3), 1);
}

const std::string kTexts = "y,t\na,xx yy xx\na,xx zz\nb,yy\nb,\n";

PlanOptions text_options(const TextOptions& text) {
  PlanOptions out = with_types("y", "t=text");
  out.text_options = text;
  return out;
}

TEST(Weighting, OfATrainedModelIsByHand) {
  TextOptions text;
  text.idf = true;
  const Classifier model = trained(kTexts, text_options(text));
  // Three texts (an empty one is missing): xx and yy are in two of them, zz in one.
  const double common = std::log(4. / 3) + 1, rare = std::log(4. / 2) + 1;
  const double total = 3 * common + common + rare;  // of class a: xx three times, yy, zz
  EXPECT_NEAR(probability(model, 0, 0, 0), (3 * common + 1) / (total + 3), 1e-15);
  EXPECT_NEAR(probability(model, 0, 2, 0), (rare + 1) / (total + 3), 1e-15);
  EXPECT_NEAR(probability(model, 0, 1, 1), (common + 1) / (common + 3), 1e-15);
  const auto score = explanations(model, "t\nzz zz\n")[0].log_scores;
  EXPECT_NEAR(score[0], std::log(2. / 4) + 2 * rare * std::log((rare + 1) / (total + 3)), 1e-14);
}

TEST(Vocabulary, IsChosenByTheNumberOfTexts) {
  const auto words = [](TextOptions text) { return trained(kTexts, text_options(text)).parts()[0].values; };
  TextOptions text;
  EXPECT_THAT(words(text), ElementsAre("xx", "yy", "zz"));
  text.min_df = {2, false};
  EXPECT_THAT(words(text), ElementsAre("xx", "yy"));
  text.min_df = {0.5, true};  // of three texts: 1.5
  EXPECT_THAT(words(text), ElementsAre("xx", "yy"));
  text = {}, text.max_df = {1, false};
  EXPECT_THAT(words(text), ElementsAre("zz"));
  text = {}, text.max_df = {0.5, true};
  EXPECT_THAT(words(text), ElementsAre("zz"));
}

TEST(Vocabulary, IsCutToTheMostFrequentWords) {
  TextOptions text;
  text.max_features = 2;
  for (const bool idf : {false, true}) {
    text.idf = idf;
    EXPECT_THAT(trained(kTexts, text_options(text)).parts()[0].values, ElementsAre("xx", "yy"));
  }
  text.max_features = 1;
  const Classifier model = trained(kTexts, text_options(text));
  EXPECT_THAT(model.parts()[0].values, ElementsAre("xx"));
  EXPECT_EQ(probability(model, 0, 0, 0), 1);  // its probability is among the chosen
}

TEST(Vocabulary, WithNoWordLeftIsAnError) {
  TextOptions text;
  text.min_df = {9, false};
  EXPECT_THAT(error_of(ErrorKind::data, [&] { trained(kTexts, text_options(text)); }),
              HasSubstr("no word of column 't'"));
}

}  // namespace
}  // namespace priory::testing
