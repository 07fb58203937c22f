// SPDX-License-Identifier: Apache-2.0
#include "input/row_source.h"

#include "input/reading.h"

namespace priory::testing {
namespace {

struct Made {
  std::vector<std::unique_ptr<Origin>> origins;
  Head head;
  std::unique_ptr<Source<Records>> source;
};

Made source_of(const std::string& text, std::size_t batch, std::size_t largest) {
  Made made;
  made.origins.push_back(text_origin(text, "t"));
  RowSourceOptions options;
  options.read.batch_bytes = batch;
  options.largest_record = largest;
  made.head = open_file(
                  *made.origins[0], false, [](auto) { return Format::csv; }, options.read, nullptr)
                  .head;
  made.source = row_source(made.origins, made.head, options);
  return made;
}

TEST(RowSource, BatchesAreAboutAsLargeAsAsked) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100000; ++i) text += "1234567,89\n";
  const Made made = source_of(text, 10000, kLargestRecord);
  std::size_t n_batches = 0;
  const auto decoder = made.source->decoder();
  while (const auto batch = made.source->next()) {
    ++n_batches;
    decoder->decode(*batch, [](const Records& rows) { EXPECT_LE(rows.n_rows, 1 + 10000U / 11); });
  }
  EXPECT_EQ(n_batches, 110U);  // each but the first begins soon after a multiple of 10000
}

TEST(RowSource, ARecordLargerThanABatchIsRead) {
  const Made made = source_of("a,b\n1," + std::string(200000, 'x') + "\n3,4\n", 16, kLargestRecord);
  Reading reading;
  const auto decoder = made.source->decoder();
  while (const auto batch = made.source->next())
    decoder->decode(*batch, [&](const Records& r) { append(r, reading); });
  ASSERT_EQ(reading.dense.size(), 2U);
  EXPECT_EQ(reading.dense[0][1].size(), 200000U);
}

TEST(RowSource, ARecordBeyondTheLimitIsAnError) {
  const Made made = source_of("a,b\n1,2\n3,\"" + std::string(5000, 'x') + "\n", 16, 1024);
  const auto read = [&] {
    while (made.source->next()) {
    }
  };
  EXPECT_THAT(error_of(ErrorKind::data, read),
              ::testing::StartsWith("t:3: the record is longer than 1024 bytes"));
}

TEST(RowSource, DecodersAreIndependent) {
  const Made made = source_of("a,b\n1,2\n3,4\n", 4, kLargestRecord);
  const auto first = made.source->next(), second = made.source->next();
  const auto one = made.source->decoder(), other = made.source->decoder();
  one->decode(*second, [&](const Records& outer) {
    other->decode(*first, [](const Records& rows) { EXPECT_EQ(rows.line[0], 2U); });
    EXPECT_EQ(outer.line[0], 3U);
    EXPECT_EQ(outer.at(0, 1).text(), "4");
  });
}

// The texts of the next batch that has some.
Texts next_lines(Source<Records>& source) {
  Reading reading;
  const auto decoder = source.decoder();
  while (reading.dense.empty()) {
    const auto batch = source.next();
    if (!batch) break;
    decoder->decode(*batch, [&](const Records& rows) { append(rows, reading); });
  }
  Texts out;
  for (const Texts& row : reading.dense) out.push_back(row[0]);
  return out;
}

TEST(RowSource, WhatIsInAPipeIsHandedOnWhileMoreIsWaitedFor) {
  for (const Format format : {Format::lines, Format::csv}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const auto write = [&](const std::string& text) {
      EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    };
    ReadOptions options;
    options.format = format, options.delimiter = ',', options.header = false;
    write("1\nan");
    const Table table = Table::open({"/dev/fd/" + std::to_string(ends[0])}, options);
    const auto source = records_of(table);
    EXPECT_THAT(next_lines(*source), ::testing::ElementsAre("1"));
    EXPECT_NE(source->next(), nullptr);  // nothing is whole, and yet it comes back
    write("other\n3\n");
    EXPECT_THAT(next_lines(*source), ::testing::ElementsAre("another", "3"));
    write("the rest");
    ::close(ends[1]);
    EXPECT_THAT(next_lines(*source), ::testing::ElementsAre("the rest"));
    EXPECT_EQ(source->next(), nullptr);
    ::close(ends[0]);
  }
}

}  // namespace
}  // namespace priory::testing
