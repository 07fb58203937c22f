// SPDX-License-Identifier: Apache-2.0
// The decoder follows table 3-7 of the Unicode standard: the first byte fixes the length of a sequence and
// the bounds of its second byte, which is where overlong forms, surrogates and values beyond U+10FFFF show.
// utf8proc_iterate is not used: it reports an error without the length of the ill-formed part.
#include "core/utf8.h"

#include <simdjson.h>

namespace priory {
namespace {

struct Lead {
  std::size_t length;  // of the whole sequence; 0: no sequence begins with this byte
  unsigned char low;   // bounds of the second byte
  unsigned char high;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0xC2 || byte > 0xF4) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {4, 0x80, 0xBF};
}

// The sequence at the beginning of `text`, which begins with a byte beyond ASCII.
Utf8Step decode_one(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  auto [length, low, high] = lead_of(byte(0));
  if (length == 0) return {kReplacement, 1};
  char32_t point = byte(0) & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size() || byte(i) < low || byte(i) > high) return {kReplacement, i};
    point = point << 6 | (byte(i) & 0x3FU);
    low = 0x80, high = 0xBF;
  }
  return {point, length};
}

}  // namespace

bool is_utf8(std::string_view text) {
  return text.empty() || simdjson::validate_utf8(text.data(), text.size());
}

Utf8Step first_point(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text[0]);
  return byte < 0x80 ? Utf8Step{byte, 1} : decode_one(text);
}

std::string repaired_utf8(std::string_view text) {
  std::string repaired;
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Step step = first_point(text.substr(i));
    encode_utf8(step.point, repaired);
    i += step.length;
  }
  return repaired;
}

bool is_ascii(std::string_view text) {
  // No early end: the loop without a branch is vectorised, and most texts are ASCII throughout.
  unsigned char all = 0;
  for (const char byte : text) all = static_cast<unsigned char>(all | static_cast<unsigned char>(byte));
  return all < 0x80;
}

void decode_utf8(std::string_view text, std::u32string& out) {
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Step step = first_point(text.substr(i));
    out.push_back(step.point);
    i += step.length;
  }
}

void encode_utf8(char32_t point, std::string& out) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto put_tail = [&](int shift) { put(0x80U | (point >> shift & 0x3FU)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0U | point >> 6);
  } else if (point < 0x10000) {
    put(0xE0U | point >> 12);
    put_tail(6);
  } else {
    put(0xF0U | point >> 18);
    put_tail(12);
    put_tail(6);
  }
  put_tail(0);
}

}  // namespace priory
