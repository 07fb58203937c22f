// SPDX-License-Identifier: Apache-2.0
// Where numbers become text. What no figure of ours can be is stopped here, before anybody computes with it.
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

#include "priory/error.h"

namespace priory {
namespace {

constexpr double kLong = 1e15;

double checked(double number) {
  if (!std::isnan(number)) return number;
  throw std::logic_error("a number to be written is none (NaN)");
}

}  // namespace

std::string number_text(double number) {
  return fmt::format("{}", checked(number));
}

std::string fixed_text(double number, int decimals, bool sign) {
  if (std::abs(checked(number)) >= kLong) return rounded_text(number, decimals + 1, sign);
  return sign ? fmt::format("{:+.{}f}", number, decimals) : fmt::format("{:.{}f}", number, decimals);
}

std::string rounded_text(double number, int digits, bool sign) {
  checked(number);
  return sign ? fmt::format("{:+.{}g}", number, digits) : fmt::format("{:.{}g}", number, digits);
}

}  // namespace priory
