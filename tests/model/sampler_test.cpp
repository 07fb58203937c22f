// SPDX-License-Identifier: Apache-2.0
// Rows drawn from whole models: as good as rows of a file.
#include "model/sampler.h"

#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sstream>

#include "training.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char* const kMail =
    "y,colour,known,size,links,hits,n1,n2,body\n"
    "a,red,no,1.5,4,3,2,0,win a free free prize now\n"
    "a,\"bl,ue\",no,2.5,2,1,4,1,free tickets click now\n"
    "b,green,yes,7,0,0,0,9,minutes of the monday meeting\n"
    "b,red,yes,5,1,2,1,3,the slides for the meeting\n"
    "b,red,no,5.5,1,2,1,3,the minutes of the train meeting\n";

PlanOptions mail_options() {
  return with_types("y",
                    "colour=categorical,known=bernoulli,size=gaussian,links=poisson,hits=binomial,"
                    "n1=multinomial,n2=multinomial,body=text");
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& cell : cells) out += (out.empty() ? "\"" : ",\"") + cell + "\"";
  return out + "\n";
}

// The rows drawn, as a file.
std::string csv_of(const Classifier& model, const SampleOptions& options) {
  std::string out;
  model.sample(options, [&](const Chunk& chunk) {
    const std::size_t width = chunk.kept_names.size();
    if (out.empty()) out = line_of(chunk.kept_names);
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      const auto begin = chunk.kept.begin() + static_cast<long>(row * width);
      out += line_of({begin, begin + static_cast<long>(width)});
    }
  });
  return out;
}

TEST(Sampler, RowsHaveTheColumnsOfTheModelTheClassFirst) {
  trained(kMail, mail_options()).sample({3, 1, ""}, [](const Chunk& chunk) {
    EXPECT_EQ(chunk.n_rows, 3U);
    EXPECT_EQ(chunk.kept_names[0], "y");
    EXPECT_EQ(std::set<std::string>(chunk.kept_names.begin(), chunk.kept_names.end()),
              (std::set<std::string>{"y", "colour", "known", "size", "links", "hits", "n1", "n2", "body"}));
    EXPECT_EQ(chunk.kept.size(), 3 * 9U);
  });
}

TEST(Sampler, ChunksLearntAreTheFileLearnt) {
  const Classifier model = trained(kMail, mail_options());
  const SampleOptions options{3000, 5, ""};
  const auto plan = std::make_shared<const Plan>(model.plan());
  NamedSums statistics(plan);
  std::size_t empty = 0;
  model.sample(options, [&](const Chunk& chunk) {
    statistics.accumulate(chunk);
    for (std::size_t row = 0; row < chunk.n_rows; ++row)
      empty += chunk.kept[(row + 1) * chunk.kept_names.size() - 1].empty() ? 1U : 0U;
  });
  EXPECT_GT(empty, 0U);  // these are missing in a file, which the count of texts shows
  NamedSums read = learnt(plan, csv_of(model, options));
  read.canonicalise(), statistics.canonicalise();
  ASSERT_EQ(read.parts().size(), statistics.parts().size());
  EXPECT_EQ(read.class_count(), statistics.class_count());
  for (std::size_t k = 0; k < read.parts().size(); ++k) {
    const bool text = read.plan().parts[k].text;
    for (std::size_t s = 0; s < (text ? 2 : read.block(k).sums.size()); ++s)
      EXPECT_EQ(read.block(k).sums[s], statistics.block(k).sums[s]) << k;
  }
}

TEST(Sampler, AModelTrainedOnItsRowsIsRoughlyTheSame) {
  const Classifier model = trained(kMail, mail_options());
  const Classifier again = trained(csv_of(model, {40000, 2, ""}), with_alpha(mail_options(), "0"));
  ASSERT_EQ(again.classes(), model.classes());
  for (std::size_t c = 0; c < 2; ++c)
    EXPECT_NEAR(std::exp(again.log_prior()[c]), std::exp(model.log_prior()[c]), 0.0125);
  for (std::size_t k = 0; k < model.parts().size(); ++k) {
    const PartView truth = model.parts()[k], learnt = again.parts()[k];
    EXPECT_EQ(learnt.values, truth.values);
    for (std::size_t p = 0; p < truth.parameters.size(); ++p) {
      for (std::size_t i = 0; i < truth.parameters[p].data.size(); ++i)
        EXPECT_NEAR(learnt.parameters[p].data[i], truth.parameters[p].data[i],
                    0.05 * std::max(1.0, std::abs(truth.parameters[p].data[i])))
            << truth.plan->label() << " " << truth.parameters[p].name;
    }
  }
}

TEST(Sampler, TheFirstRowsAreTheSameHoweverManyAreDrawn) {
  const Classifier model = trained(kMail, mail_options());
  const std::string few = csv_of(model, {1500, 3, ""}), many = csv_of(model, {4000, 3, ""});
  EXPECT_EQ(many.substr(0, few.size()), few);
  EXPECT_EQ(csv_of(model, {1500, 3, ""}), few);
  EXPECT_NE(csv_of(model, {1500, 4, ""}), few);
  EXPECT_EQ(csv_of(from_bytes(to_bytes(model), "memory"), {1500, 3, ""}), few);
}

TEST(Sampler, OneClassAloneCanBeDrawn) {
  const Classifier model = trained(kMail, mail_options());
  model.sample({100, 1, "b"},
               [](const Chunk& chunk) { EXPECT_THAT(chunk.target.codes, ::testing::Each(1U)); });
  EXPECT_THROW(model.sample({1, 1, "c"}, [](const Chunk&) {}), Error);
}

TEST(Sampler, AClassOfPriorZeroIsDrawnOnlyWhenAskedFor) {
  PlanOptions options = mail_options();
  options.prior = parse_prior("a=0,b=1", 0);
  const Classifier model = trained(kMail, options);
  model.sample({500, 1, ""},
               [](const Chunk& chunk) { EXPECT_THAT(chunk.target.codes, ::testing::Each(1U)); });
  model.sample({5, 1, "a"}, [](const Chunk& chunk) { EXPECT_THAT(chunk.target.codes, ::testing::Each(0U)); });
}

// The mean number of words of the texts drawn.
double mean_length(const Classifier& model) {
  double words = 0;
  const SampleOptions options{20000, 1, ""};
  model.sample(options, [&](const Chunk& chunk) {
    for (const double count : chunk.columns[0].bag.count) words += count;
  });
  return words / static_cast<double>(options.n_rows);
}

TEST(Sampler, TextsAreAsLongAsThoseSeen) {
  const std::string texts = "y,w,body\na,3,one two two\nb,3,two\na,3,\nb,3,one one two three\n";
  const PlanOptions plain = with_types("y", "w=ignore,body=text"),
                    heavy = with_types("y", "w=weight,body=text");
  EXPECT_NEAR(mean_length(trained(texts, plain)), 8 / 3.0, 0.06);
  EXPECT_NEAR(mean_length(trained(texts, heavy)), 8 / 3.0, 0.06);  // whatever a row weighs
  PlanOptions chosen = plain;
  chosen.text_options.min_df = {2, false};  // without the word "three"
  EXPECT_NEAR(mean_length(trained(texts, chosen)), 7 / 3.0, 0.06);
  EXPECT_NEAR(mean_length(trained("y,n,m\na,1000000,2000000\nb,3000000,0\n",
                                  with_types("y", "n=multinomial,m=multinomial"))),
              3e6, 100);
}

TEST(Sampler, ATextHasAWordAsOftenAsItsBagCounts) {
  const Classifier model =
      trained("y,body\na,one two one two one two\nb,two one two one\n", with_types("y", "body=text"));
  model.sample({50, 1, ""}, [](const Chunk& chunk) {
    const Bag& bag = chunk.columns[0].bag;
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      std::map<std::string, double> in_text, in_bag;
      std::istringstream text(chunk.kept[row * 2 + 1]);
      for (std::string word; text >> word;) in_text[word] += 1;
      for (std::size_t i = bag.begin[row]; i < bag.begin[row + 1]; ++i)
        EXPECT_TRUE(
            in_bag.emplace((*chunk.columns[0].dictionary)[bag.word[i]], bag.count[i]).second);  // stands once
      EXPECT_EQ(in_text, in_bag);
    }
  });
}

TEST(Sampler, WordsOfTheBernoulliModelAreInCodePointOrder) {
  PlanOptions options = with_types("y", "");
  options.text = {"body"}, options.family = "bernoulli";
  trained("y,body\na,cc bb aa\nb,bb aa\n", options).sample({50, 1, ""}, [](const Chunk& chunk) {
    for (std::size_t row = 0; row < chunk.n_rows; ++row) {
      EXPECT_THAT((std::set<std::string>{"", "aa", "bb", "cc", "aa bb", "aa cc", "bb cc", "aa bb cc"}),
                  ::testing::Contains(chunk.kept[row * 2 + 1]));
    }
  });
}

std::string refusal(const PlanOptions& options) {
  try {
    trained("y,body\na,cc bb aa\nb,bb aa\n", options).sample({1, 1, ""}, [](const Chunk&) {
      ADD_FAILURE() << "a row was drawn";
    });
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.message();
  }
  return {};
}

TEST(Sampler, RefusesWhatIsNoDistributionOverTexts) {
  const PlanOptions text = with_types("y", "body=text");
  PlanOptions idf = text, norm = text, log = text, pairs = text, characters = text;
  idf.text_options.idf = true, norm.text_options.length_norm = LengthNorm::l1;
  log.text_options.tf = Tf::log, pairs.text_options.tokens.max_n = 2;
  characters.text_options.tokens.tokens = Tokens::characters;
  for (const PlanOptions& each : {idf, norm, log}) EXPECT_THAT(refusal(each), HasSubstr("weights"));
  for (const PlanOptions& each : {pairs, characters}) EXPECT_THAT(refusal(each), HasSubstr("n-grams"));
  for (const Tokens kind : {Tokens::inside_words, Tokens::pairs}) {
    characters.text_options.tokens.tokens = kind;
    EXPECT_THAT(refusal(characters), HasSubstr("n-grams"));
  }
  PlanOptions stem = text, fold = text;
  stem.text_options.tokens.stem = "english", fold.text_options.tokens.fold_numbers = true;
  for (const PlanOptions& each : {stem, fold})
    EXPECT_THAT(refusal(each), HasSubstr("not the words of a text"));
  EXPECT_THAT(refusal(with_types("y", "body=complement")), HasSubstr("'complement' is no distribution"));
}

TEST(Sampler, WithoutATargetTheColumnIsCalledClass) {
  const Classifier model = trained("y,class\na,1.5\nb,2\na,2\nb,2.5\n", with_types("y", "class=gaussian"));
  Plan plan = model.plan();
  plan.target.clear();
  const NamedSums& statistics = sums_of(model);
  const Classifier hidden = classifier_of(std::make_shared<const NamedSums>(
      NamedSums::restore(std::make_shared<const Plan>(plan), statistics.classes(), statistics.sums(),
                         statistics.row_count(), statistics.parts())));
  hidden.sample({1, 1, ""},
                [](const Chunk& chunk) { EXPECT_THAT(chunk.kept_names, ElementsAre("class_", "class")); });
}

}  // namespace
}  // namespace priory::testing
