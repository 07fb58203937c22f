// SPDX-License-Identifier: Apache-2.0
// utf8proc knows no scripts, so their blocks are listed, without the digits and signs in them. All of them
// lie beyond U+0E00, where UTF-8 takes three bytes: a cell without a byte from 0xE0 on is settled by one loop
// that the compiler vectorises, and that is every cell in a Latin, Greek, Cyrillic, Hebrew or Arabic script.
#include "core/scripts.h"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace priory {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

constexpr std::array kUnspaced = {
    Range{0x0E01, 0x0E3A},    // Thai
    Range{0x0E40, 0x0E4E},    //
    Range{0x0E81, 0x0ECE},    // Lao
    Range{0x0EDC, 0x0EDF},    //
    Range{0x1000, 0x103F},    // Myanmar
    Range{0x1050, 0x108F},    //
    Range{0x109A, 0x109D},    //
    Range{0x1780, 0x17D3},    // Khmer
    Range{0x17D7, 0x17D7},    //
    Range{0x17DC, 0x17DD},    //
    Range{0x1950, 0x1974},    // Tai Le
    Range{0x1980, 0x19C9},    // New Tai Lue
    Range{0x1A20, 0x1A7F},    // Tai Tham
    Range{0x1AA7, 0x1AA7},    //
    Range{0x3005, 0x3007},    // iteration mark, closing mark, zero
    Range{0x3021, 0x3029},    // Suzhou numerals
    Range{0x3031, 0x3035},    // kana repeat marks
    Range{0x3038, 0x303C},    //
    Range{0x3041, 0x309A},    // hiragana
    Range{0x309D, 0x309F},    //
    Range{0x30A1, 0x30FA},    // katakana
    Range{0x30FC, 0x30FF},    //
    Range{0x31F0, 0x31FF},    //
    Range{0x3400, 0x4DBF},    // Han
    Range{0x4E00, 0x9FFF},    //
    Range{0xA9E0, 0xA9EF},    // Myanmar extended
    Range{0xA9FA, 0xA9FE},    //
    Range{0xAA60, 0xAA76},    //
    Range{0xAA7A, 0xAA7F},    //
    Range{0xAA80, 0xAADD},    // Tai Viet
    Range{0xF900, 0xFAFF},    // Han, compatibility
    Range{0xFF66, 0xFF9F},    // katakana, half width
    Range{0x1AFF0, 0x1B16F},  // kana, extended
    Range{0x20000, 0x3FFFD},  // Han, extensions
};

constexpr unsigned char kFirstLead = 0xE0;  // of the UTF-8 of U+0800 and beyond
constexpr std::size_t kLookedAt = 256;      // bytes of a cell

unsigned char largest_byte(std::string_view text) {
  unsigned char out = 0;
  for (const char byte : text) out = std::max(out, static_cast<unsigned char>(byte));
  return out;
}

bool is_letter(utf8proc_int32_t point) {
  const utf8proc_category_t category = utf8proc_category(point);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

}  // namespace

bool is_unspaced(char32_t point) {
  if (point < kUnspaced[0].first) return false;
  const auto after = std::ranges::upper_bound(kUnspaced, point, {}, &Range::first);
  return point <= std::prev(after)->last;
}

ScriptCounts count_scripts(std::string_view cell) {
  ScriptCounts out;
  cell = cell.substr(0, kLookedAt);
  if (largest_byte(cell) < kFirstLead) return out;
  const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(cell.data());
  for (auto left = static_cast<utf8proc_ssize_t>(cell.size()); left > 0;) {
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t length = utf8proc_iterate(at, left, &point);
    if (length <= 0) break;  // the last character of a cell cut short
    const bool unspaced = is_unspaced(static_cast<char32_t>(point));
    out.unspaced += unspaced;
    out.others += !unspaced && is_letter(point);
    at += length, left -= length;
  }
  return out;
}

}  // namespace priory
