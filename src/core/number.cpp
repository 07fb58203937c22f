// SPDX-License-Identifier: Apache-2.0
#include "core/number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>

namespace priory {
namespace {

// Whole numbers up to 2^53 and powers of ten up to 10^22 are doubles, and their quotient is rounded once: the
// nearest double to a short decimal such as -12.345, which is what most numbers in files are. Nothing for
// other spellings, of which some are numbers.
std::optional<double> parse_short_decimal(std::string_view text) {
  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                       1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
  if (text.empty() || text.size() >= std::size(kPowers)) return std::nullopt;
  const bool minus = text.front() == '-';
  const char *at = text.data() + (minus ? 1 : 0), *const end = text.data() + text.size();
  std::uint64_t digits = 0;
  const auto read = [&] {
    const char* const begin = at;
    for (; at != end && *at >= '0' && *at <= '9'; ++at)
      digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
    return static_cast<std::size_t>(at - begin);
  };
  const std::size_t n_whole = read();
  if (at != end && *at == '.') ++at;
  const std::size_t n_after = read();
  if (at != end || n_whole + n_after == 0 || digits > (std::uint64_t{1} << 53)) return std::nullopt;
  const double value = static_cast<double>(digits) / kPowers[n_after];
  return minus ? -value : value;
}

std::optional<double> negated(std::string_view digits) {
  if (digits.empty() || !(digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9'))) return std::nullopt;
  const auto number = parse_number(digits);
  return number ? std::optional(-*number) : std::nullopt;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (const auto value = parse_short_decimal(text)) return value;
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  if (text.starts_with(kMinusSign)) return negated(text.substr(kMinusSign.size()));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range)
    value = std::strtod(std::string(text).c_str(), nullptr);
  else if (error != std::errc())
    return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace priory
