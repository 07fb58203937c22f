// SPDX-License-Identifier: Apache-2.0
// Widths are those of Unicode's East Asian Width as utf8proc has them: 0, 1 or 2 columns a code point.
#include "report/display.h"

#include <fmt/format.h>
#include <utf8proc.h>

namespace priory {
namespace {

struct CodePoint {
  utf8proc_int32_t value = -1;  // negative: the byte is not UTF-8
  std::size_t size = 1;         // in bytes
};

CodePoint first_of(std::string_view text) {
  CodePoint point;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &point.value);
  if (size > 0) point.size = static_cast<std::size_t>(size);
  return point;
}

bool acts_on_terminal(utf8proc_int32_t value) {
  constexpr utf8proc_int32_t kNonJoiner = 0x200C, kJoiner = 0x200D;  // part of ordinary words and emoji
  if (value == kNonJoiner || value == kJoiner) return false;
  switch (utf8proc_category(value)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    default:
      return false;
  }
}

std::string escape(utf8proc_int32_t value) {
  switch (value) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return value < 0x100 ? fmt::format("\\x{:02x}", value) : fmt::format("\\u{:04x}", value);
  }
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint point = first_of(text);
    width += point.value < 0 ? 1 : static_cast<std::size_t>(utf8proc_charwidth(point.value));
    text.remove_prefix(point.size);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const CodePoint point = first_of(text);
    if (point.value < 0) {
      shown += escape(static_cast<unsigned char>(text.front()));
    } else if (acts_on_terminal(point.value)) {
      shown += escape(point.value);
    } else {
      shown += text.substr(0, point.size);
    }
    text.remove_prefix(point.size);
  }
  return shown;
}

std::string truncated(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::string kept;
  std::size_t used = 1;  // of the …
  while (!text.empty()) {
    const CodePoint point = first_of(text);
    used += display_width(text.substr(0, point.size));
    if (used > width) break;
    kept += text.substr(0, point.size);
    text.remove_prefix(point.size);
  }
  return kept + "…";
}

}  // namespace priory
