// SPDX-License-Identifier: Apache-2.0
// What ranks read of a table, one after the other, is what one reader reads: rows, their lines, what is bad.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "priory/error.h"

#include "input/drawing.h"
#include "input/reading.h"
#include "ranks.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

void join(Reading& all, const Reading& more) {
  const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  add(all.dense, more.dense), add(all.sparse, more.sparse);
  add(all.places, more.places), add(all.bad, more.bad);
  all.n_bad_utf8 += more.n_bad_utf8;
}

template <class OpenTable>
void expect_shared_out(std::size_t n, const OpenTable& open) {
  const Reading whole = read_all(open(nullptr));
  std::vector<Reading> shares(n);
  on_ranks(n, [&](Ranks& ranks) { shares[ranks.rank()] = read_all(open(&ranks)); });
  Reading all;
  for (const Reading& share : shares) join(all, share);
  RC_ASSERT(all.places == whole.places);
  RC_ASSERT(all.bad == whole.bad);
  RC_ASSERT(all == whole);
}

RC_GTEST_PROP(ShareAmongThreads, AnyCsvIsReadOnce, ()) {
  const std::string text = "x,y\n" + draw_bytes("ab,,\"\"\n\r\n") + draw_bytes("a,\"\n");
  const std::size_t batch = *rc::gen::inRange<std::size_t>(1, 20), n = *rc::gen::inRange<std::size_t>(2, 7);
  expect_shared_out(n, [&](Ranks* ranks) {
    ReadOptions options;
    options.format = Format::csv, options.delimiter = ',';
    options.batch_bytes = batch, options.ranks = ranks;
    return Table::from_text(text, "t", options);
  });
}

RC_GTEST_PROP(ShareAmongThreads, LinesAreReadOnce, ()) {
  const std::string text = draw_bytes("ab \n\r\n") + draw_bytes("a\n");
  const std::size_t batch = *rc::gen::inRange<std::size_t>(1, 20), n = *rc::gen::inRange<std::size_t>(2, 7);
  expect_shared_out(n, [&](Ranks* ranks) {
    ReadOptions options;
    options.format = Format::lines;
    options.batch_bytes = batch, options.ranks = ranks;
    return Table::from_text(text, "t", options);
  });
}

class ShareOfFilesAmongThreads : public ::testing::Test {
 protected:
  static ReadOptions options_for(Ranks* ranks) {
    ReadOptions out;
    out.batch_bytes = 16, out.ranks = ranks;
    return out;
  }
  Folder folder_;
};

TEST_F(ShareOfFilesAmongThreads, FilesOfAnySizeWithQuotedLineEnds) {
  std::vector<std::string> paths;
  for (int file = 0; file < 5; ++file) {
    std::string text = "a,b\n";
    for (int row = 0; row < file * file * 7; ++row)
      text += "x" + std::to_string(file) + ",\"line\n" + std::to_string(row) + "\"\n";
    paths.push_back(folder_.write("f" + std::to_string(file) + ".csv", text));
  }
  for (const std::size_t n : {2U, 3U, 8U}) {
    const Reading whole = read_all(Table::open(paths, options_for(nullptr)));
    std::vector<Reading> shares(n);
    on_ranks(n,
             [&](Ranks& ranks) { shares[ranks.rank()] = read_all(Table::open(paths, options_for(&ranks))); });
    Reading all;
    for (const Reading& share : shares) join(all, share);
    EXPECT_EQ(all.places, whole.places) << n;
    for (const Reading& share : shares) EXPECT_GT(share.dense.size(), 0U) << n;
  }
}

TEST_F(ShareOfFilesAmongThreads, WhoSeesAnotherFileIsNamed) {
  const std::string here = folder_.write("here.csv", "a\n1\n2\n"),
                    there = folder_.write("there.csv", "a\n1\n");
  try {
    on_ranks(3, [&](Ranks& ranks) { Table::open({ranks.rank() == 2 ? there : here}, options_for(&ranks)); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), ::testing::HasSubstr("rank 2 sees " + there + " with 4 bytes, rank 0"));
  }
}

TEST_F(ShareOfFilesAmongThreads, AFileThatOneRankCannotOpenEndsTheWorkOfAll) {
  const std::string here = folder_.write("here.csv", "a\n1\n2\n");
  try {
    on_ranks(3, [&](Ranks& ranks) {
      Table::open({ranks.rank() == 1 ? here + ".no" : here}, options_for(&ranks));
    });
    FAIL();
  } catch (const AgreedError& error) {
    EXPECT_THAT(error.message(), ::testing::HasSubstr("here.csv.no"));
  }
}

}  // namespace
}  // namespace priory::testing
