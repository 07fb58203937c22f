// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <vector>

#include "priory/chunk.h"

namespace priory {
namespace {

TEST(MaybeOwned, ReadingWhatIsBorrowedCopiesNothing) {
  const std::vector<double> lent = {1, 2, 3};
  MaybeOwned<double> numbers;  // not const: whoever reads it could change it too
  numbers.borrow(lent);
  EXPECT_EQ(numbers[1] + numbers.back() + *numbers.begin(), 6);
  double sum = 0;
  for (const double x : numbers) sum += x;
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(numbers.data(), lent.data());
  EXPECT_TRUE(numbers.borrowed());
}

TEST(MaybeOwned, WritingCopiesFirst) {
  const std::vector<double> lent = {1, 2, 3};
  MaybeOwned<double> numbers;
  numbers.borrow(lent);
  numbers.writable()[1] = 9;
  EXPECT_FALSE(numbers.borrowed());
  EXPECT_EQ(numbers, (std::vector<double>{1, 9, 3}));
  EXPECT_EQ(lent[1], 2);
}

}  // namespace
}  // namespace priory
