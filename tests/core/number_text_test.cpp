// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

#include "priory/error.h"

#include "../../app/checked_format.h"

namespace priory {
namespace {

TEST(NumberText, RefusesWhatIsNoNumber) {
  EXPECT_THROW(number_text(std::nan("")), std::logic_error);
  EXPECT_THROW(fixed_text(std::nan(""), 2), std::logic_error);
  EXPECT_THROW(rounded_text(-std::nan(""), 2), std::logic_error);
  EXPECT_EQ(number_text(-INFINITY), "-inf");
}

TEST(NumberText, TheProgramsFormatRefusesItToo) {
  EXPECT_THROW(app::fmt::format("{}", std::nan("")), std::logic_error);
  EXPECT_THROW(app::fmt::format("{} of {:.3g}", 7, -std::nan("")), std::logic_error);
  EXPECT_THROW(app::fmt::format("{}", std::nanf("")), std::logic_error);
  EXPECT_EQ(app::fmt::format("{} of {:.3g}: {}", 7, 1.5, "nan"), "7 of 1.5: nan");
}

}  // namespace
}  // namespace priory
