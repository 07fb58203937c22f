// SPDX-License-Identifier: Apache-2.0
#include "core/number_reading.h"

#include <algorithm>
#include <array>

#include "core/number.h"

namespace priory {
namespace {

constexpr std::size_t kLongestNumber = 64;  // bytes of digits and separators
constexpr std::size_t kLongestUnit = 12;    // bytes

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Space, no-break space, thin space, narrow no-break space: what is written between groups of digits.
constexpr std::array<std::string_view, 4> kSpaces = {" ", "\xC2\xA0", "\xE2\x80\x89", "\xE2\x80\xAF"};
constexpr std::array<std::string_view, 2> kApostrophes = {"'", "\xE2\x80\x99"};

template <std::size_t N>
std::size_t begins_with(std::string_view text, const std::array<std::string_view, N>& any) {
  for (const std::string_view each : any) {
    if (text.starts_with(each)) return each.size();
  }
  return 0;
}

// The bytes of a separator of groups that the text begins with; 0 if it begins with none.
std::size_t group_sign(std::string_view text, char thousands) {
  if (thousands == ' ') return begins_with(text, kSpaces);
  if (thousands == '\'') return begins_with(text, kApostrophes);
  return thousands != 0 && !text.empty() && text[0] == thousands ? 1 : 0;
}

std::size_t any_separator(std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] == '.' || text[0] == ',') return 1;
  return std::max(begins_with(text, kSpaces), begins_with(text, kApostrophes));
}

std::size_t count_digits(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_ascii_digit);
  return static_cast<std::size_t>(end - text.begin());
}

// -, +, and the minus sign of Unicode.
std::size_t take_sign(std::string_view text, bool& minus) {
  if (text.starts_with(kMinusSign)) return minus = true, kMinusSign.size();
  if (text.empty() || (text[0] != '-' && text[0] != '+')) return 0;
  minus = text[0] == '-';
  return 1;
}

// 1.234,50-, as accounting systems write it. 2- is a grade and no number.
bool take_minus_behind(std::string_view digits, std::string_view& suffix) {
  if (!suffix.starts_with('-') || digits.find_first_of(".,") == std::string_view::npos) return false;
  suffix = trimmed(suffix.substr(1));
  return true;
}

// The parentheses around all the rest.
bool take_parentheses(std::string_view& rest) {
  if (rest.size() < 3 || rest.front() != '(' || rest.back() != ')') return false;
  rest = trimmed(rest.substr(1, rest.size() - 2));
  return true;
}

// Digits and single separators between them, ending with a digit; an exponent.
std::size_t take_digits(std::string_view text) {
  std::size_t at = 0;
  if (text.size() > 1 && (text[0] == '.' || text[0] == ',') && is_ascii_digit(text[1])) at = 1;
  at += count_digits(text.substr(at));
  while (at > 0 && at < text.size()) {
    const std::size_t sign = any_separator(text.substr(at));
    const std::size_t more = sign == 0 ? 0 : count_digits(text.substr(at + sign));
    if (more == 0) break;
    at += sign + more;
  }
  if (at == 0 || at + 1 >= text.size() || (text[at] != 'e' && text[at] != 'E')) return at;
  const std::size_t sign = text[at + 1] == '-' || text[at + 1] == '+' ? 1 : 0;
  const std::size_t more = count_digits(text.substr(at + 1 + sign));
  return more == 0 ? at : at + 1 + sign + more;
}

// What may stand before a number: a sign of money, or three letters of one.
bool is_money(std::string_view text) {
  static constexpr std::array kMoney = std::to_array<std::string_view>(
      {"$",   "\u20AC", "\u00A3", "\u00A5", "US$", "R$",  "CHF", "EUR", "USD", "GBP", "JPY",    "CAD",
       "AUD", "CNY",    "INR",    "SEK",    "NOK", "DKK", "PLN", "BRL", "Fr.", "kr",  "\u20B9", "\u20BD"});
  return std::ranges::find(kMoney, text) != kMoney.end();
}

bool is_unit(std::string_view text) {
  return text.size() <= kLongestUnit && std::ranges::none_of(text, is_ascii_digit) &&
         text.find_first_of("-+:/\\_#@!?\"") == std::string_view::npos;
}

// k of 1.2k and of 1.2k EUR; what remains is the unit.
int take_multiple(std::string_view& suffix) {
  struct Multiple {
    std::string_view name;
    int zeros;
  };
  static constexpr std::array kMultiples =
      std::to_array<Multiple>({{"k", 3}, {"K", 3}, {"M", 6}, {"bn", 9}, {"B", 9}});
  for (const auto& [name, zeros] : kMultiples) {
    if (!suffix.starts_with(name)) continue;
    const std::string_view rest = suffix.substr(name.size());
    if (!rest.empty() && trimmed(rest).size() == rest.size() && !is_money(rest)) continue;
    suffix = trimmed(rest);
    return zeros;
  }
  return 0;
}

// Groups of three behind the first, which has one to three digits and no leading zero; or as in India, one or
// two digits, groups of two and one of three: 12,34,567.
bool add_whole_part(std::string_view& rest, char thousands, std::string& out) {
  const std::size_t first = count_digits(rest);
  const char lead = first > 0 ? rest[0] : '0';
  out.append(rest.substr(0, first)), rest.remove_prefix(first);
  std::size_t n_groups = 0, n_pairs = 0, last = first;
  while (const std::size_t sign = group_sign(rest, thousands)) {
    last = count_digits(rest.substr(sign));
    n_pairs += last == 2, ++n_groups;
    if (last != 3 && last != 2) return false;
    out.append(rest.substr(sign, last)), rest.remove_prefix(sign + last);
  }
  if (n_groups == 0) return true;
  const bool of_three = n_pairs == 0 && first <= 3;
  const bool indian = thousands == ',' && n_pairs + 1 == n_groups && first <= 2;
  return last == 3 && first >= 1 && lead != '0' && (of_three || indian);
}

}  // namespace

std::string_view without_spaces(std::string_view text) {
  static constexpr std::array kOthers = std::to_array<std::string_view>({"\t", "\r", "\n", "\v", "\f"});
  const auto at_begin = [&] { return std::max(begins_with(text, kSpaces), begins_with(text, kOthers)); };
  const auto at_end = [&]() -> std::size_t {
    for (const std::string_view each : kSpaces) {
      if (text.ends_with(each)) return each.size();
    }
    return !text.empty() && begins_with(text.substr(text.size() - 1), kOthers) > 0 ? 1 : 0;
  };
  while (const std::size_t n = at_begin()) text.remove_prefix(n);
  while (const std::size_t n = at_end()) text.remove_suffix(n);
  return text;
}

std::optional<NumberShape> number_shape(std::string_view cell) {
  NumberShape out;
  std::string_view rest = trimmed(cell);
  out.parentheses = take_parentheses(rest);
  if (!out.parentheses) rest.remove_prefix(take_sign(rest, out.minus));
  const std::size_t prefix = static_cast<std::size_t>(
      std::ranges::find_if(rest, [](char c) { return is_ascii_digit(c) || c == '-' || c == '+'; }) -
      rest.begin());
  std::size_t before = std::min(prefix, rest.size());
  if (before > 0 && (rest[before - 1] == '.' || rest[before - 1] == ',') && !is_money(rest.substr(0, before)))
    --before;
  if (before > kLongestUnit || before == rest.size()) return std::nullopt;
  const std::string_view money = trimmed(rest.substr(0, before));
  if (!money.empty() && !is_money(money)) return std::nullopt;
  rest.remove_prefix(before);
  if (!money.empty() && !out.parentheses) rest.remove_prefix(take_sign(rest, out.minus));
  const std::size_t size = take_digits(rest);
  if (size == 0 || size > kLongestNumber) return std::nullopt;
  out.digits = rest.substr(0, size);
  std::string_view suffix = trimmed(rest.substr(size));
  if (!out.minus && !out.parentheses) out.parentheses = take_minus_behind(out.digits, suffix);
  if (!is_unit(suffix)) return std::nullopt;
  out.zeros = take_multiple(suffix);
  if (!money.empty() && !suffix.empty()) return std::nullopt;
  out.unit = money.empty() ? suffix : money;
  return out;
}

std::optional<double> parse_digits(std::string_view digits, Separators by, int zeros) {
  std::string plain;
  if (!add_whole_part(digits, by.thousands, plain)) return std::nullopt;
  if (!digits.empty() && digits[0] == by.decimal) {
    plain += '.';
    digits.remove_prefix(1);
    const std::size_t after = count_digits(digits);
    plain.append(digits.substr(0, after)), digits.remove_prefix(after);
  }
  if (!digits.empty() && digits[0] != 'e' && digits[0] != 'E') return std::nullopt;
  if (!digits.empty() && zeros > 0) return std::nullopt;
  plain.append(digits);
  if (zeros > 0) plain += "e" + std::to_string(zeros);  // rounded once
  return parse_number(plain);
}

std::optional<double> read_number(std::string_view cell, const Reading& reading) {
  const std::optional<NumberShape> shape = number_shape(cell);
  if (!shape) return std::nullopt;
  if (!shape->unit.empty() && shape->unit != reading.unit) return std::nullopt;
  if (shape->zeros > 0 && !reading.multiples) return std::nullopt;
  if (shape->parentheses && !reading.parentheses) return std::nullopt;
  const bool letters = !reading.unit.empty() && is_ascii_letter(reading.unit[0]);
  if (letters && shape->unit.empty() && !is_money(reading.unit)) return std::nullopt;
  const auto number = parse_digits(shape->digits, {reading.decimal, reading.thousands}, shape->zeros);
  if (!number) return std::nullopt;
  return shape->minus || shape->parentheses ? -*number : *number;
}

}  // namespace priory
