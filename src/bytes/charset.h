// SPDX-License-Identifier: Apache-2.0
// Text in any charset to UTF-8. Never fails: bytes that the charset does not have become U+FFFD; a text in an
// unknown charset, or without one, is UTF-8 if it can be, else windows-1252, which has a character for nearly
// every byte and is what most of such texts are in.
#pragma once

#include <string>
#include <string_view>

namespace priory {

// `charset` as mails and pages name it, empty: not known. `broken` is set when something had to be guessed or
// replaced.
std::string to_utf8(std::string_view text, std::string_view charset, bool& broken);

void append_utf8(char32_t code, std::string& out);  // U+FFFD for what is no character

char32_t windows_1252(unsigned char byte);

}  // namespace priory
