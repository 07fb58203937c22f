// SPDX-License-Identifier: Apache-2.0
// Words cut out of bytes, without decoding: for `Tokens::ascii`, and for texts that are ASCII throughout,
// which most are. A table of 256 entries says what each byte becomes in a word, or that it ends one.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "text/units.h"

namespace priory {

using ByteTable = std::array<unsigned char, 256>;
inline constexpr unsigned char kBreak =
    0xFF;  // no byte of ASCII, so that every one of those can be in a word

extern const ByteTable kUnicodeBytes;  // [A-Za-z0-9_], lower-cased: Tokens::unicode on ASCII
extern const ByteTable kAsciiBytes;    // [A-Za-z0-9], lower-cased
extern const ByteTable kSpaceBytes;    // all but white space: Tokens::space on ASCII

// Makes `out` the maximal runs in `text` of `shortest` or more bytes that do not end a word.
void cut_bytes(std::string_view text, const ByteTable& table, std::size_t shortest, Units& out);

}  // namespace priory
