// SPDX-License-Identifier: Apache-2.0
// Models that are opened without being read: the same digits as those read whole, damage found where it is
// met.
#include "model/part_estimate.h"
#include "model/scorer.h"
#include "store/safetensors.h"
#include "words/sorted_strings.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

// Texts over so many words that few of them are estimated alone, and their dictionary stays in the file.
constexpr int kWords = 3000;

std::string word(int k) {
  return fmt::format("w{:04}", k);
}

std::string many_words(int n_classes) {
  std::string out = "y,t,c\n";
  for (int k = 0; k < kWords; ++k)
    out += fmt::format("c{},{} {} {} {} often,v{}\n", k % n_classes, word(k), word(k * 7 % kWords),
                       word(k * k % kWords), word(k / 100), k % 300);
  return out;
}

struct Variant {
  const char* name;
  std::string family;
  TextOptions text;
  bool weight_norm = false;
  double alpha = 1;
};

std::vector<Variant> variants() {
  TextOptions idf, chosen, frequent;
  idf.idf = true, idf.length_norm = LengthNorm::l2;
  chosen.min_df = {2, false}, chosen.max_df = {0.5, true};
  frequent.max_features = 700;
  std::vector<Variant> out;
  for (const char* family : {"multinomial", "complement", "bernoulli"}) {
    out.push_back({"plain", family, {}});
    out.push_back({"chosen", family, chosen, family == std::string("complement"), 0.25});
    out.push_back({"frequent", family, frequent});
  }
  out.push_back({"idf", "multinomial", idf});
  out.push_back({"weight-norm", "complement", idf, true});
  out.push_back({"maximum likelihood", "bernoulli", {}, false, 0});
  out.push_back({"maximum likelihood", "multinomial", {}, false, 0});
  return out;
}

Classifier model_of(const Variant& variant, int n_classes = 3) {
  PlanOptions options = with_types("y", "t=text,c=categorical");
  options.text_options = variant.text;
  options.settings = parse_setting("alpha", fmt::format("{},c=1", variant.alpha));
  if (variant.weight_norm) options.settings.push_back({"weight-norm", "", 1});
  options.parts = {{{"t"}, variant.family}};
  return trained(many_words(n_classes), options);
}

std::string some_rows() {
  return fmt::format("t,c\n{} {} {} often unheard,v7\n,v8\nnothing known,\n{} {},unseen\n", word(3),
                     word(2999), word(17), word(0), word(0));
}

TEST(UsedModel, AnswersAsTheWholeOneToTheBit) {
  for (const Variant& each : variants()) {
    SCOPED_TRACE(each.family + ", " + each.name);
    const Classifier model = model_of(each);
    const std::string bytes = to_bytes(model);
    const Classifier used = from_bytes(bytes, "memory", Check::used), whole = from_bytes(bytes, "memory");
    state_of(model).parts[0].parameters();  // all
    const auto expected = posteriors(model, some_rows());
    EXPECT_EQ(posteriors(used, some_rows()), expected);
    EXPECT_EQ(posteriors(whole, some_rows()), expected);
    // In bulk all words are estimated.
    EXPECT_EQ(posteriors(used, many_words(3)), posteriors(model, many_words(3)));
    EXPECT_EQ(to_bytes(used), bytes);
    EXPECT_EQ(to_bytes(whole), bytes);
  }
}

TEST(UsedModel, ExplainsAsTheWholeOne) {
  for (const Variant& each : variants()) {
    SCOPED_TRACE(each.family + ", " + each.name);
    const Classifier model = model_of(each);
    state_of(model).parts[0].parameters();  // all
    const auto few = explanations(from_bytes(to_bytes(model), "memory", Check::used), some_rows());
    const auto same = explanations(model, some_rows());
    ASSERT_EQ(few.size(), same.size());
    for (std::size_t k = 0; k < few.size(); ++k) {
      EXPECT_EQ(few[k].log_scores, same[k].log_scores);
      ASSERT_EQ(few[k].reasons.size(), same[k].reasons.size());
      for (std::size_t i = 0; i < few[k].reasons.size(); ++i) {
        EXPECT_EQ(few[k].reasons[i].value, same[k].reasons[i].value);
        EXPECT_EQ(few[k].reasons[i].log_p, same[k].reasons[i].log_p);
      }
    }
  }
}

TEST(UsedModel, SomeValuesAreEstimatedInTheDigitsOfAll) {
  for (const Variant& each : variants()) {
    SCOPED_TRACE(each.family + ", " + each.name);
    const Classifier model = model_of(each);
    const PartModel& part = state_of(model).parts[0];
    const auto last = static_cast<std::uint32_t>(part.values->size() - 1);
    const std::vector<std::uint32_t> some = {0, 5, 77, last};
    const Parameters few = part.estimate->of(some);
    const Parameters& all = part.parameters();
    ASSERT_EQ(few.size(), all.size());
    for (std::size_t k = 0; k < few.size(); ++k) {
      if (all[k].rows == 1) {
        EXPECT_EQ(few[k].data, all[k].data);
        continue;
      }
      ASSERT_EQ(few[k].rows, some.size() + 1);
      for (std::size_t i = 0; i <= some.size(); ++i) {
        const auto row = all[k].row(i < some.size() ? some[i] : last + 1);
        EXPECT_TRUE(std::equal(row.begin(), row.end(), few[k].row(i).begin())) << k << " " << i;
      }
    }
  }
}

TEST(UsedModel, ALearningOrForgettingOneIsTheWholeOne) {
  const Classifier model = model_of(variants()[0]);
  const Classifier used = from_bytes(to_bytes(model), "memory", Check::used);
  const std::string more = "y,t,c\nc1,brand new words w0003,v3\n";
  const auto open = [&] { return rows_for(model, table_of(more)); };
  const auto learnt = used.learn(open);
  EXPECT_EQ(to_bytes(learnt), to_bytes(model.learn(open)));
  EXPECT_EQ(to_bytes(learnt.forget(open)), to_bytes(model));
  EXPECT_EQ(to_bytes(used.merge(used)), to_bytes(model.merge(model)));
}

// A byte is damaged in every block: either it is met and told, or the answer is that of the whole file.
TEST(UsedModel, DamageIsToldWhereItIsMet) {
  const std::string bytes = to_bytes(model_of(variants()[0], 20));
  const auto expected = posteriors(from_bytes(bytes, "memory"), some_rows());
  std::size_t refused = 0, unmet = 0;
  for (std::size_t at = 9; at < bytes.size(); at += 4001) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    EXPECT_THAT(error_of(ErrorKind::model, [&] { from_bytes(damaged, "memory"); }), HasSubstr("memory"))
        << at;
    try {
      EXPECT_EQ(posteriors(from_bytes(damaged, "memory", Check::used), some_rows()), expected) << at;
      ++unmet;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::model) << at << ": " << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 0U);
  EXPECT_GT(unmet, refused);
}

// Sealed by who made the file, and nonsense: no crash, and an Error of kind model or an answer that is a
// number.
TEST(UsedModel, SealedNonsenseIsRefusedOrAnswers) {
  for (const std::size_t variant : {0U, 1U, 4U, 7U}) {
    const Safetensors file = Safetensors::parse(to_bytes(model_of(variants()[variant])));
    for (std::size_t at = 0; at < file.data.size(); at += 4999) {
      Safetensors damaged = file;
      damaged.data[at] = static_cast<char>(damaged.data[at] ^ 0xC1);
      for (const Check check : {Check::all, Check::used}) {
        try {
          const Classifier model = from_bytes(damaged.sealed(), "memory", check);
          for (const auto& row : posteriors(model, some_rows())) {
            for (const double log_p : row) EXPECT_FALSE(std::isnan(log_p)) << at;
          }
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::model) << at << ": " << error.what();
        }
      }
    }
  }
}

TEST(UsedModel, TotalsThatAreNotThoseOfTheWordsAreToldWhenAllIsChecked) {
  Safetensors file = Safetensors::parse(to_bytes(model_of(variants()[0])));
  const auto at = file.header["totals0.0"]["data_offsets"][0].get<std::size_t>();
  file.data[at] = static_cast<char>(file.data[at] ^ 1);
  EXPECT_THAT(error_of(ErrorKind::model, [&] { from_bytes(file.sealed(), "memory"); }),
              HasSubstr("its totals are not those of its values"));
}

TEST(UsedModel, WordsNotInOrderAreToldWhenAllIsChecked) {
  Safetensors file = Safetensors::parse(to_bytes(model_of(variants()[0])));
  const auto at = file.header["part0.values.bytes"]["data_offsets"][0].get<std::size_t>();
  file.data[at] = 'z';
  EXPECT_THAT(error_of(ErrorKind::model, [&] { from_bytes(file.sealed(), "memory"); }),
              HasSubstr("not in order"));
}

TEST(UsedModel, SelectionsThatAreNoneAreRefused) {
  const Safetensors file = Safetensors::parse(to_bytes(model_of(variants()[1])));
  const auto at = file.header["selected0"]["data_offsets"][0].get<std::size_t>();
  for (const std::uint32_t code : {0xFFFFFFFFU, 2999U, 1U << 20U}) {
    Safetensors damaged = file;
    std::memcpy(damaged.data.data() + at, &code, sizeof code);
    for (const Check check : {Check::all, Check::used})
      EXPECT_THAT(error_of(ErrorKind::model, [&] { from_bytes(damaged.sealed(), "memory", check); }),
                  HasSubstr("selected words"));
  }
}

TEST(UsedModel, SelectionsThatTheOptionsDoNotMakeAreToldWhenAllIsChecked) {
  Safetensors file = Safetensors::parse(to_bytes(model_of(variants()[1])));
  ordered_json meta = file.metadata();
  meta["plan"]["parts"][0]["text"]["min_df"] = {3, false};
  file.set_metadata(meta);
  EXPECT_THAT(error_of(ErrorKind::model, [&] { from_bytes(file.sealed(), "memory"); }),
              HasSubstr("not those its options select"));
}

TEST(UsedModel, OutlivesTheBytesItCameFrom) {
  auto bytes = std::make_unique<std::string>(to_bytes(model_of(variants()[0])));
  const Classifier used = from_bytes(*bytes, "memory", Check::used);
  const auto expected = posteriors(used, some_rows());
  bytes->assign(bytes->size(), 'x');
  bytes.reset();
  EXPECT_EQ(posteriors(used, some_rows()), expected);
}

}  // namespace
}  // namespace priory::testing
