// SPDX-License-Identifier: Apache-2.0
#include "bytes/pipe.h"

#include <random>

#include "input/reading.h"

namespace priory::testing {
namespace {

std::shared_ptr<Pipe> pipe_of(const std::string& text) {
  return std::make_shared<Pipe>(text_bytes(std::make_shared<const std::string>(text)), "p");
}

std::string rest_of(Bytes& bytes) {
  std::string text, block(70001, '\0');
  while (const std::size_t n = bytes.read(block.data(), block.size())) text.append(block, 0, n);
  return text;
}

std::string megabytes() {
  std::string text(3 << 20, '\0');
  std::mt19937 random(7);
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

TEST(Pipe, WhatIsKeptCanBeReadAgain) {
  const std::string text = megabytes();  // more than is kept in memory
  const auto pipe = pipe_of(text);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(rest_of(*pipe->reader(true)), text);
  EXPECT_EQ(rest_of(*pipe->reader(false)), text);
  EXPECT_EQ(rest_of(*pipe->reader(false)), text);  // all of it was kept before
}

TEST(Pipe, AReaderMayStopHalfWay) {
  const std::string text = megabytes();
  const auto pipe = pipe_of(text);
  std::string part(1500000, '\0');
  EXPECT_EQ(read_fully(*pipe->reader(true), part.data(), part.size()), part.size());
  EXPECT_EQ(text.substr(0, part.size()), part);
  EXPECT_EQ(rest_of(*pipe->reader(true)), text);
  EXPECT_EQ(rest_of(*pipe->reader(true)), text);
}

TEST(Pipe, WhatIsNotKeptIsGone) {
  const auto pipe = pipe_of("abc");
  EXPECT_EQ(rest_of(*pipe->reader(false)), "abc");
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { pipe->reader(true); }),
              ::testing::HasSubstr("cannot read p a second time"));
}

TEST(Pipe, AKeepingReaderOvertakenIsTold) {
  const auto pipe = pipe_of("abcdef");
  const auto slow = pipe->reader(true), fast = pipe->reader(false);
  char two[2];
  EXPECT_EQ(slow->read(two, 2), 2U);
  EXPECT_EQ(rest_of(*fast), "abcdef");
  EXPECT_THROW(slow->read(two, 2), Error);
}

}  // namespace
}  // namespace priory::testing
