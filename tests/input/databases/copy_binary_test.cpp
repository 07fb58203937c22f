// SPDX-License-Identifier: Apache-2.0
// The bytes are written by hand from PostgreSQL's documentation of COPY, "Binary Format".
#include "input/databases/copy_binary.h"

#include <gtest/gtest.h>

#include "priory/error.h"

namespace priory {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kHeader = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0"sv;
constexpr std::string_view kHalf = "\0\0\0\x08\x3F\xE0\0\0\0\0\0\0"sv;  // 0.5 as a float8
constexpr std::string_view kMinusTwo = "\0\0\0\x02\xFF\xFE"sv;          // -2 as an int2
constexpr std::string_view kTrue = "\0\0\0\x01\x01"sv;
constexpr std::string_view kText = "\0\0\0\x03one"sv;
constexpr std::string_view kNull = "\xFF\xFF\xFF\xFF"sv;
constexpr std::string_view kFour = "\0\x04"sv;
constexpr std::string_view kEnd = "\xFF\xFF"sv;

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view each : parts) out += each;
  return out;
}

const std::vector<BufferType> kTypes = {{BufferType::Kind::numbers, NumberType::f64, {}},
                                        {BufferType::Kind::numbers, NumberType::i16, {}},
                                        {BufferType::Kind::codes, NumberType::i32, {"false", "true"}},
                                        {BufferType::Kind::texts, NumberType::f64, {}}};

TEST(CopyBinary, HeaderIsWaitedFor) {
  for (std::size_t size = 0; size < kHeader.size(); ++size)
    EXPECT_EQ(copy_header(kHeader.substr(0, size)), 0U);
  EXPECT_EQ(copy_header(kHeader), 19U);
  const std::string extended = joined({kHeader.substr(0, 15), "\0\0\0\x02"sv, "xy"sv});
  EXPECT_EQ(copy_header(std::string_view(extended).substr(0, 20)), 0U);
  EXPECT_EQ(copy_header(extended), 21U);
  EXPECT_THROW(copy_header("PGCOPX"), Error);
}

TEST(CopyBinary, RowsAreReadByTheirTypes) {
  const std::string bytes =
      joined({kFour, kHalf, kMinusTwo, kTrue, kText, kFour, kNull, kNull, kNull, kNull, kEnd});
  const CopyTuples all = whole_tuples(bytes, 4, 100, 1000);
  EXPECT_EQ(all.n_rows, 2U);
  EXPECT_EQ(all.size, bytes.size());
  EXPECT_TRUE(all.ended);
  ColumnBuffers buffers(kTypes, {"a", "b", "c", "d"}, "rows", 8);
  ASSERT_EQ(read_tuples(bytes, {0, 1, 2, 3}, kTypes, buffers), 2U);
  EXPECT_EQ(*buffers.numbers<double>(0), 0.5);
  EXPECT_EQ(*buffers.numbers<std::int16_t>(1), -2);
  EXPECT_EQ(*buffers.numbers<std::int32_t>(2), 1);
  EXPECT_EQ(buffers.texts(3)[0], "one");
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_EQ(buffers.missing(c)[0], 0);
    EXPECT_EQ(buffers.missing(c)[1], 1);
  }
}

TEST(CopyBinary, BatchesEndWhereRowsEnd) {
  const std::string row = joined({"\0\x01"sv, kText});
  const std::string bytes = row + row + row + std::string(kEnd);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const CopyTuples some = whole_tuples(std::string_view(bytes).substr(0, size), 1, 100, 1000);
    EXPECT_EQ(some.n_rows, size / row.size());
    EXPECT_FALSE(some.ended);
  }
  EXPECT_EQ(whole_tuples(bytes, 1, 2, 1000).n_rows, 2U);
  EXPECT_EQ(whole_tuples(bytes, 1, 100, 1).n_rows, 1U);
}

TEST(CopyBinary, WhatIsNoneIsRefused) {
  EXPECT_THROW(whole_tuples(joined({"\0\x02"sv, kText, kText}), 1, 9, 999), Error);  // of other fields
  EXPECT_THROW(whole_tuples("\0\x01\x7F\xFF\xFF\xFF"sv, 1, 9, 999), Error);          // too large
  EXPECT_THROW(whole_tuples("\0\x01\xFF\xFF\xFF\xFE"sv, 1, 9, 999), Error);          // a size of -2
  ColumnBuffers buffers(kTypes, {"a", "b", "c", "d"}, "rows", 8);
  EXPECT_THROW(read_tuples(joined({"\0\x01"sv, kText}), {0}, kTypes, buffers), Error);  // 3 bytes for 8
}

}  // namespace
}  // namespace priory
