// SPDX-License-Identifier: Apache-2.0
#include "encode/buckets.h"

#include <gmock/gmock.h>

#include "encode/chunks.h"
#include "training.h"
#include "words/token_hash.h"
#include "words/word_gate.h"

namespace priory::testing {
namespace {

using ::testing::ElementsAre;

// The first chunk of a text column `x`.
struct Read {
  std::unique_ptr<Source<Chunk>> source;
  std::unique_ptr<Decoder<Chunk>> decoder;
  Column column;

  Read(const std::string& csv, const ColumnSpec& spec) {
    ChunkSpec chunk;
    chunk.columns = {spec};
    source = open_chunks(table_of(csv), chunk);
    decoder = source->decoder();
    decoder->decode(*source->next(), [&](const Chunk& each) { column = each.columns[0]; });
  }
};

ColumnSpec text_spec() {
  ColumnSpec out;
  out.kind = CellKind::bag, out.names = {"x"}, out.text = true;
  return out;
}

std::string bucket(std::string_view token, std::size_t bits) {
  return bucket_word(bucket_of(token_hash(token), bits));
}

TEST(Buckets, GetACodeWhenTheyAreMet) {
  Buckets buckets(12);
  Dictionary words;
  const std::uint32_t free = buckets.code("free", words), prize = buckets.code("prize", words);
  EXPECT_NE(free, prize);
  EXPECT_EQ(buckets.code("free", words), free);
  EXPECT_THAT(words.strings(), ElementsAre(bucket("free", 12), bucket("prize", 12)));
}

TEST(Buckets, TokensOfOneBucketAreOneWord) {
  ColumnSpec spec = text_spec();
  spec.tokens.hash_bits = 1;
  const Read read("x\none two three four five six seven\n", spec);
  double total = 0;
  for (const double count : read.column.bag.count) total += count;
  EXPECT_EQ(total, 7);
  EXPECT_EQ(read.column.dictionary->size(), 2U);  // of seven words, both buckets have some
}

TEST(TokenLists, AreTheTokensAsTheyStand) {
  ColumnSpec spec = text_spec();
  spec.listed = true;
  const Read read("x\nbee ant bee\n\"\"\ncow\n", spec);
  const TokenList& tokens = read.column.tokens;
  EXPECT_THAT(tokens.begin, ElementsAre(0, 3, 3, 4));
  EXPECT_EQ(tokens[0], "bee");
  EXPECT_EQ(tokens[1], "ant");
  EXPECT_EQ(tokens[2], "bee");
  EXPECT_EQ(tokens[3], "cow");
  EXPECT_THAT(read.column.bag.count, ElementsAre(2, 1, 1));
  spec.counted = false;
  const Read listed("x\nbee ant bee\n\"\"\ncow\n", spec);
  EXPECT_TRUE(listed.column.bag.word.empty());
  EXPECT_TRUE(listed.column.dictionary->empty());
  EXPECT_EQ(listed.column.bag.n_rows(), 3U);
  EXPECT_EQ(listed.column.tokens.begin, tokens.begin);
}

TEST(WordGate, LetsInWordsThatAreFrequentEnough) {
  FrequencySketch sketch(16);
  sketch.add(token_hash("bee"), 2), sketch.add(token_hash("cow"), 3);
  ColumnSpec spec = text_spec();
  spec.gate = std::make_shared<const WordGate>(sketch, 3);
  const Read read("x\nbee ant cow bee cow\n", spec);
  EXPECT_THAT(read.column.dictionary->strings(), ElementsAre("cow"));
  EXPECT_THAT(read.column.bag.count, ElementsAre(2));
}

}  // namespace
}  // namespace priory::testing
