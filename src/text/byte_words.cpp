// SPDX-License-Identifier: Apache-2.0
// Three tables made at compile time and one loop over bytes. The buffer is made large enough once: words
// cut from bytes never outgrow their text, so that the loop has no room to check.
#include "text/byte_words.h"

namespace priory {
namespace {

constexpr bool between(int byte, int low, int high) {
  return byte >= low && byte <= high;
}

constexpr bool is_white(int byte) {
  return between(byte, 0x09, 0x0D) || between(byte, 0x1C, 0x20);
}

constexpr ByteTable word_table(bool underscore) {
  ByteTable table{};
  table.fill(kBreak);
  for (unsigned char byte = '0'; byte <= '9'; ++byte) table[byte] = byte;
  for (unsigned char byte = 'a'; byte <= 'z'; ++byte) table[byte] = table[byte - 0x20U] = byte;
  if (underscore) table['_'] = '_';
  return table;
}

constexpr ByteTable space_table() {
  ByteTable table{};
  table.fill(kBreak);
  for (unsigned char byte = 0; byte < 0x80; ++byte) {
    if (!is_white(byte)) table[byte] = byte;
  }
  return table;
}

}  // namespace

constexpr ByteTable kUnicodeBytes = word_table(true);
constexpr ByteTable kAsciiBytes = word_table(false);
constexpr ByteTable kSpaceBytes = space_table();

void cut_bytes(std::string_view text, const ByteTable& table, std::size_t shortest, Units& out) {
  out.clear();
  // Every word but the last has a byte after it that ends it: room for the space that takes its place.
  out.bytes.resize(text.size() + 1);
  char* const bytes = out.bytes.data();
  std::size_t written = 0;
  const auto at = [&](std::size_t i) { return table[static_cast<unsigned char>(text[i])]; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = written;
    for (; i < text.size() && at(i) != kBreak; ++i) bytes[written++] = static_cast<char>(at(i));
    if (written == begin || written - begin < shortest) {
      written = begin;
      continue;
    }
    out.units.push_back({begin, written});
    bytes[written++] = ' ';
  }
}

}  // namespace priory
