// SPDX-License-Identifier: Apache-2.0
// Texts counted in buckets: the same model as that of texts in which every word was replaced by its bucket
// beforehand, and names that words alone decide.
#include "model/naming.h"

#include <gmock/gmock.h>
#include <map>

#include "core/random.h"
#include "encode/chunks.h"
#include "plan/chunk_layout.h"
#include "threads.h"
#include "training.h"
#include "words/token_hash.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::size_t kBits = 6;

std::string bucket(std::string_view word) {
  return bucket_word(bucket_of(token_hash(word), kBits));
}

// Words w0 to w199, the first ones often, in three classes.
struct HashedRows {
  std::string csv = "y,x\n", hashed = csv;
  std::map<std::string, std::map<std::string, std::uint64_t>> counts;  // by bucket and word

  explicit HashedRows(std::uint64_t seed, std::size_t n_rows = 200) {
    priory::Random random(seed);
    for (std::size_t row = 0; row < n_rows; ++row) {
      const std::uint64_t label = random.below(3);
      csv += "abc"[label], csv += ',', hashed += "abc"[label], hashed += ',';
      for (int k = 0; k < 12; ++k) {
        const std::uint64_t word = random.below(random.below(180) + 1) + label * 7;
        const std::string text = "w" + std::to_string(word);
        csv += text + ' ', hashed += bucket(text) + ' ';
        ++counts[bucket(text)][text];
      }
      csv += '\n', hashed += '\n';
    }
  }
};

PlanOptions options_of(const std::string& family, std::size_t bits, Tokens tokens = Tokens::space) {
  PlanOptions out;
  out.target = "y", out.text = {"x"}, out.family = family;
  out.text_options.tokens.tokens = tokens;
  out.text_options.tokens.hash_bits = bits;
  return out;
}

OpenChunks lister(const Plan& plan, const std::string& csv, Way way = {}) {
  ChunkSpec spec = token_list_spec(plan);
  spec.target_needed = true;
  spec.chunk_rows = way.chunk_rows;
  return [spec, table = table_of(csv, way.batch_bytes)] { return open_chunks(table, spec, nullptr, true); };
}

Classifier trained_with_names(const std::string& csv, const PlanOptions& options, Way way = {}) {
  const Plan plan = plan_of(csv, options, way);
  return Classifier::train(plan, opener(plan, csv, way), way.threads)
      .named(lister(plan, csv, way), way.threads);
}

TEST(HashedTexts, AreTextsOfBuckets) {
  const HashedRows texts(1);
  for (const char* family : {"multinomial", "complement", "bernoulli"}) {
    for (const bool idf : {false, true}) {
      PlanOptions hashed = options_of(family, kBits), plain = options_of(family, 0);
      hashed.text_options.idf = plain.text_options.idf = idf;
      hashed.text_options.min_df = plain.text_options.min_df = {20, false};
      EXPECT_EQ(posteriors(trained(texts.csv, hashed), texts.csv),
                posteriors(trained(texts.hashed, plain), texts.hashed));
    }
  }
}

TEST(HashedTexts, LearnForgetAndMergeExactly) {
  const HashedRows a(1), b(2);
  const PlanOptions options = options_of("multinomial", kBits);
  const Plan plan = plan_of(a.csv, options);
  const Classifier first = trained_with_names(a.csv, options), second = trained_with_names(b.csv, options);
  EXPECT_EQ(to_bytes(first.learn(opener(plan, b.csv)).forget(opener(plan, b.csv))), to_bytes(first));
  EXPECT_EQ(to_bytes(first.merge(second)), to_bytes(second.merge(first)));
  EXPECT_EQ(posteriors(first.merge(second), a.csv), posteriors(first.learn(opener(plan, b.csv)), a.csv));
}

TEST(HashedTexts, ThreadsChangeNoByte) {
  const HashedRows texts(3);
  const PlanOptions options = options_of("complement", kBits);
  const std::string one = to_bytes(trained_with_names(texts.csv, options));
  EXPECT_EQ(to_bytes(trained_with_names(texts.csv, options, {2, 300, 7})), one);
  EXPECT_EQ(to_bytes(trained_with_names(texts.csv, options, {7, 1000, 3})), one);
  EXPECT_EQ(to_bytes(from_bytes(one, "m")), one);
}

// Every word that makes up a tenth of its bucket, most frequent first, three at most.
std::string expected_name(const std::map<std::string, std::uint64_t>& words) {
  std::uint64_t total = 0;
  std::vector<std::pair<std::uint64_t, std::string>> most;
  for (const auto& [word, n] : words) total += n;
  for (const auto& [word, n] : words) {
    if (10 * n >= total) most.emplace_back(-n, word);
  }
  std::sort(most.begin(), most.end(), [](auto& a, auto& b) {
    return a.first == b.first ? a.second < b.second
                              : static_cast<std::int64_t>(a.first) < static_cast<std::int64_t>(b.first);
  });
  std::string out;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, most.size()); ++k)
    out += (k == 0 ? "" : "|") + most[k].second;
  return out;
}

TEST(Naming, CallsBucketsByTheirWords) {
  const HashedRows texts(4);
  const std::vector<std::string> values =
      trained_with_names(texts.csv, options_of("multinomial", kBits)).parts()[0].values;
  EXPECT_EQ(values.size(), texts.counts.size());
  for (const auto& [bucket, words] : texts.counts) EXPECT_THAT(values, Contains(expected_name(words)));
}

// By a sketch, when the words are too many to be counted.
TEST(Naming, OfManyWordsIsTheSame) {
  const HashedRows texts(5);
  const PlanOptions options = options_of("multinomial", kBits);
  const Plan plan = plan_of(texts.csv, options);
  const Classifier model = Classifier::train(plan, opener(plan, texts.csv));
  const OpenChunks listed = lister(plan, texts.csv, {1, 500, 10});
  const auto exact = find_names(sums_of(model), listed, 1, {});
  for (const unsigned threads : {1U, 3U}) {
    const auto sketched = find_names(sums_of(model), listed, threads, {}, 10);
    EXPECT_TRUE(*sketched[0] == *exact[0]);
  }
}

TEST(HashedTexts, AreExplainedInWordsOfTheRow) {
  const std::string csv = "y,x\na,free prize free\nb,minutes of the meeting\n";
  const Classifier model = trained_with_names(csv, options_of("multinomial", 16, Tokens::unicode));
  const Explanation of_row = explanations(model, "x\nfree meeting unheard\n")[0];
  std::vector<std::string> values, unseen;
  for (const Reason& reason : of_row.reasons) {
    if (reason.kind == Reason::Kind::value) values.push_back(reason.value);
    if (reason.kind == Reason::Kind::unseen) unseen.push_back(reason.value);
  }
  EXPECT_THAT(values, ::testing::UnorderedElementsAre("free", "meeting"));
  EXPECT_THAT(unseen, ::testing::ElementsAre("unheard"));
}

TEST(HashedTexts, AreNotDrawn) {
  const HashedRows texts(6);
  const Classifier model = trained(texts.csv, options_of("multinomial", kBits));
  try {
    model.sample({}, [](const Chunk&) {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.message(), HasSubstr("‹hash-bits›"));
  }
}

}  // namespace
}  // namespace priory::testing
