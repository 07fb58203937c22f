// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <algorithm>
#include <numeric>
#include <rapidcheck/gtest.h>
#include <string>

#include "fold/sum_over_ranks.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

TEST(RanksAsThreads, ExchangeBringsEveryLetterToItsRank) {
  on_ranks(4, [](Ranks& ranks) {
    std::vector<std::string> letters;
    for (std::size_t k = 0; k < 4; ++k) letters.push_back(std::to_string(10 * ranks.rank() + k));
    const auto got = ranks.exchange(std::vector<std::string_view>(letters.begin(), letters.end()));
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(got[k], std::to_string(10 * k + ranks.rank()));
  });
}

TEST(RanksAsThreads, BroadcastReachesAllFromAnyone) {
  for (std::size_t n = 1; n <= 9; ++n) {
    for (std::size_t from = 0; from < n; ++from) {
      on_ranks(n, [&](Ranks& ranks) {
        const std::string bytes = ranks.rank() == from ? "from " + std::to_string(from) : "";
        EXPECT_EQ(ranks.broadcast(bytes, from), "from " + std::to_string(from)) << n;
      });
    }
  }
}

TEST(RanksAsThreads, WhoFailsIsHeardByAllInTheirNextExchange) {
  const Error error(ErrorKind::data, "a row is bad", {"a.csv", 7, 3}, "mend it");
  on_ranks(5, [&](Ranks& ranks) {
    try {
      if (ranks.rank() == 3) ranks.fail(error);
      ranks.gather("mine");
      FAIL() << "rank " << ranks.rank() << " went on";
    } catch (const AgreedError& agreed) {
      EXPECT_STREQ(agreed.what(), error.what());
      EXPECT_EQ(agreed.kind(), ErrorKind::data);
    }
  });
}

TEST(RanksAsThreads, OfTwoThatFailTheFirstIsHeard) {
  on_ranks(4, [&](Ranks& ranks) {
    const bool fails = ranks.rank() == 1 || ranks.rank() == 2;
    try {
      if (fails) ranks.fail(Error(ErrorKind::data, "rank " + std::to_string(ranks.rank())));
      ranks.gather("");
      FAIL();
    } catch (const AgreedError& agreed) {
      EXPECT_EQ(agreed.message(), "rank 1");
    }
  });
}

TEST(RanksAsThreads, ListsStayInTheOrderOfTheRanks) {
  for (std::size_t n = 1; n <= 9; ++n) {
    on_ranks(n, [&](Ranks& ranks) {
      using List = Listed<std::size_t>;
      const List mine{std::vector<std::size_t>(ranks.rank() % 3, ranks.rank())};
      const List all = sum_over(ranks, List{}, mine);
      List expected;
      for (std::size_t k = 0; k < n; ++k) expected.merge({std::vector<std::size_t>(k % 3, k)});
      EXPECT_EQ(all.items, expected.items) << n;
    });
  }
}

RC_GTEST_PROP(Wire, BringsSumsAsTheyAre, (const std::vector<double>& numbers)) {
  Sums sums(3, 2), back;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (std::isfinite(numbers[k])) sums.add(k % 2, k % 2, numbers[k]);  // the last row stays zero
  }
  unpack(packed(sums), back);
  RC_ASSERT(back == sums);
}

RC_GTEST_PROP(Wire, BringsNumbersAndTexts,
              (std::int64_t a, std::uint32_t b, double c, const std::string& d, const std::vector<bool>& e)) {
  WireWriter writer;
  writer(a, b, c, d, e);
  const std::string bytes = writer.take();
  std::int64_t a2 = 0;
  std::uint32_t b2 = 0;
  double c2 = 0;
  std::string d2;
  std::vector<bool> e2;
  WireReader reader(bytes);
  reader(a2, b2, c2, d2, e2);
  RC_ASSERT(reader.done());
  RC_ASSERT(a2 == a && b2 == b && c2 == c && d2 == d && e2 == e);
}

TEST(Wire, SaysWhenBytesAreMissingOrLeft) {
  std::string text;
  EXPECT_THROW(unpack(packed(std::string("four")).substr(0, 3), text), Error);
  EXPECT_THROW(unpack(packed(std::string("four")) + "x", text), Error);
}

}  // namespace
}  // namespace priory::testing
