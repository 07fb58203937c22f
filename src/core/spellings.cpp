// SPDX-License-Identifier: Apache-2.0
#include "core/spellings.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>

namespace priory {
namespace {

constexpr std::size_t kLongestSuspect = 8;  // bytes

// In lower case, of ASCII letters only.
struct Lowered {
  std::array<char, kLongestSuspect> bytes{};
  std::size_t size = 0;
  std::string_view view() const { return {bytes.data(), size}; }
};

Lowered lowered(std::string_view text) {
  Lowered out;
  out.size = text.size();
  std::ranges::transform(text, out.bytes.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

}  // namespace

Suspect suspect(std::string_view cell) {
  static constexpr std::array kAnywhere = std::to_array<std::string_view>(
      {"?",      "-",   "--",   "---", "n/a",    "#n/a",    "#na",     "nan",    "<na>",  "null",
       "#null!", "nat", "n.a.", "\\n", "(null)", "#value!", "#div/0!", "#name?", "#ref!", "#num!"});
  static constexpr std::array kAmongNumbers =
      std::to_array<std::string_view>({"na", "none", ".", "..", "-nan", "missing", "unknown", "k.a.", "nil"});
  if (cell.empty() || cell.size() > kLongestSuspect) return Suspect::no;
  constexpr std::string_view kFirst = "?-nN#<\\(.mMuUkKxX";
  if (kFirst.find(cell[0]) == std::string_view::npos) return Suspect::no;
  const Lowered lower = lowered(cell);
  if (std::ranges::find(kAnywhere, lower.view()) != kAnywhere.end()) return Suspect::anywhere;
  return std::ranges::find(kAmongNumbers, lower.view()) != kAmongNumbers.end() ? Suspect::among_numbers
                                                                               : Suspect::no;
}

int truth_of(std::string_view cell) {
  static constexpr std::array kNo =
      std::to_array<std::string_view>({"no", "false", "f", "n", "off", "0", "0.0", "nein", "falsch", "non",
                                       "faux", "nej", "nee", "não", "nie", "нет"});
  static constexpr std::array kYes =
      std::to_array<std::string_view>({"yes", "true", "t", "y", "on", "1", "1.0", "ja", "j", "wahr", "oui",
                                       "vrai", "si", "sí", "sim", "tak", "да"});
  if (cell.empty() || cell.size() > kLongestSuspect) return -1;
  const Lowered lower = lowered(cell);
  if (std::ranges::find(kNo, lower.view()) != kNo.end()) return 0;
  return std::ranges::find(kYes, lower.view()) != kYes.end() ? 1 : -1;
}

std::string folded(std::string_view text) {
  constexpr auto kHow = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                                       UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK);
  utf8proc_uint8_t* out = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &out, kHow);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(out, &std::free);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(out), static_cast<std::size_t>(size)};
}

}  // namespace priory
