// SPDX-License-Identifier: Apache-2.0
// UTF-8 to code points and back. Decoding never fails: a maximal ill-formed subsequence (Unicode 15,
// section 3.9, "U+FFFD substitution of maximal subparts") becomes one U+FFFD, which is also what Python's
// bytes.decode("utf-8", "replace") does. So what is encoded again is always well-formed.
#pragma once

#include <string>
#include <string_view>

namespace priory {

inline constexpr char32_t kReplacement = 0xFFFD;

bool is_ascii(std::string_view text);

// Appends the code points of `text` to `out`.
void decode_utf8(std::string_view text, std::u32string& out);

// Appends the bytes of one code point to `out`; `point` must not be a surrogate or beyond U+10FFFF.
void encode_utf8(char32_t point, std::string& out);

}  // namespace priory
