// SPDX-License-Identifier: Apache-2.0
// UTF-8 to code points and back. Decoding never fails: a maximal ill-formed subsequence (Unicode 15,
// section 3.9, "U+FFFD substitution of maximal subparts") becomes one U+FFFD, which is also what Python's
// bytes.decode("utf-8", "replace") does. So what is encoded again is always well-formed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace priory {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";

bool is_ascii(std::string_view text);

bool is_utf8(std::string_view text);

// One character, or one ill-formed subsequence.
struct Utf8Step {
  char32_t point;      // U+FFFD of what is ill-formed
  std::size_t length;  // bytes used, at least 1
};
Utf8Step first_point(std::string_view text);  // of a text that is not empty

// The text with U+FFFD in place of what is ill-formed.
std::string repaired_utf8(std::string_view text);

// Appends the code points of `text` to `out`.
void decode_utf8(std::string_view text, std::u32string& out);

// Appends the bytes of one code point to `out`; `point` must not be a surrogate or beyond U+10FFFF.
void encode_utf8(char32_t point, std::string& out);

}  // namespace priory
