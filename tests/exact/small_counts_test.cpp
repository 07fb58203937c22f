// SPDX-License-Identifier: Apache-2.0
// Sums tests what is done with the numbers (sums_test); here is how they lie in files and in memory.
#include "exact/small_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace priory {
namespace {

using ::testing::ElementsAre;

// Rows 1 and 3 are large: one has a number beyond 255, the other one below 0.
SmallCounts some() {
  SmallCounts out(4, 2);
  out.add(3, 1, -2), out.add(3, 0, 7);
  out.add(1, 0, 255), out.add(1, 0, 255), out.add(1, 1, 3);
  out.add(0, 1, 255);
  return out;
}

TEST(SmallCounts, AreCanonicalByTheirNumbersAlone) {
  SmallCounts counts = some();
  counts.add(2, 0, 300), counts.add(2, 0, -299);  // large on the way, small at the end
  EXPECT_EQ(counts.n_large(), 3U);
  EXPECT_FALSE(counts.is_canonical());
  EXPECT_THROW(counts.stored(), std::logic_error);
  counts.make_canonical();
  ASSERT_TRUE(counts.is_canonical());
  const SmallCounts::Stored stored = counts.stored();
  EXPECT_THAT(stored.bytes, ElementsAre(0, 255, 0, 0, 1, 0, 0, 0));
  EXPECT_THAT(stored.large, ElementsAre(1, 3));
  EXPECT_THAT(stored.words, ElementsAre(510, 3, 7, static_cast<std::uint64_t>(-2)));
  counts.add(3, 0, 1);
  EXPECT_FALSE(counts.is_canonical());
  EXPECT_EQ(counts.row(3)[0], 8);
}

TEST(SmallCounts, LeaveNumbersAloneThatHaveTooManyDigits) {
  SmallCounts counts(1, 2);
  EXPECT_FALSE(counts.add(0, 0, std::int64_t{1} << 62));
  EXPECT_TRUE(counts.add(0, 0, (std::int64_t{1} << 62) - 1));
  EXPECT_FALSE(counts.add(0, 0, 256));
  EXPECT_TRUE(counts.add(0, 0, 255));  // in its byte
  EXPECT_EQ(counts.row(0)[0], (std::int64_t{1} << 62) + 254);
  EXPECT_FALSE(counts.add(0, 1, std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(counts.row(0)[1], 0);
}

// The memory of others, with its damaged bytes.
struct LentCounts final : Backing {
  SmallCounts counts = [] {
    SmallCounts out = some();
    out.make_canonical();
    return out;
  }();
  const void* damaged = nullptr;

  void check(const void* begin, std::size_t n_bytes) const override {
    const auto* const first = static_cast<const char*>(begin);
    if (damaged >= first && damaged < first + n_bytes) throw std::runtime_error("damaged");
  }
  [[noreturn]] void fail(const std::string& why) const override { throw std::runtime_error(why); }
};

TEST(SmallCounts, InTheMemoryOfOthersAreLikeOwnOnes) {
  const auto memory = std::make_shared<LentCounts>();
  const SmallCounts view(4, 2, memory->counts.stored(), memory);
  EXPECT_EQ(view, some());
  EXPECT_EQ(view.n_large(), 2U);
  EXPECT_EQ(view.stored().bytes.data(), memory->counts.stored().bytes.data());  // no copy
  EXPECT_EQ(view.rows_from(1, 2), some().rows_from(1, 2));
  EXPECT_EQ(view.rows_from(1, 3).rows_from(2, 1).row(0)[1], -2);
  const std::uint32_t rows[] = {3, 0, 1}, cells[] = {1};
  EXPECT_EQ(view.select(rows, cells), some().select(rows, cells));
  SmallCounts written = view, cut = view.rows_from(1, 3);
  written.add(1, 0, 5), cut.add(2, 1, 1);
  EXPECT_EQ(written.row(1)[0], 515);
  EXPECT_EQ(written.backing(), nullptr);
  EXPECT_EQ(cut.row(2)[1], -1);
  EXPECT_EQ(view, some());
}

TEST(SmallCounts, InTheMemoryOfOthersAreCheckedWhereTheyAreUsed) {
  const auto memory = std::make_shared<LentCounts>();
  const SmallCounts view(4, 2, memory->counts.stored(), memory);
  memory->damaged = memory->counts.stored().words.data() + 2;  // of row 3
  EXPECT_EQ(view.row(1)[0], 510);
  EXPECT_THROW(view.row(3), std::runtime_error);
  EXPECT_THROW(view.stored(), std::runtime_error);
  SmallCounts written = view;
  EXPECT_THROW(written.add(0, 0, 1), std::runtime_error);
}

TEST(SmallCounts, RefuseFilesThatNobodyWrites) {
  const auto memory = std::make_shared<LentCounts>();
  SmallCounts::Stored stored = memory->counts.stored();
  const std::uint32_t zero_and_three[] = {0, 3};  // row 0 has bytes
  stored.large = zero_and_three;
  SmallCounts both(4, 2, stored, memory);
  EXPECT_THROW(both.add(0, 0, 1), std::runtime_error);
  const std::uint64_t huge[] = {std::uint64_t{1} << 62, 0, 0, 0};
  stored = memory->counts.stored();
  stored.words = huge;
  SmallCounts digits(4, 2, stored, memory);
  EXPECT_THROW(digits.add(0, 0, 1), std::runtime_error);
}

}  // namespace
}  // namespace priory
