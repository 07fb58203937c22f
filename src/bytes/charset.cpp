// SPDX-License-Identifier: Apache-2.0
#include "bytes/charset.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <iconv.h>

#include "bytes/charset_name.h"
#include "core/utf8.h"

namespace priory {
namespace {

constexpr std::size_t kLongestName = 40;

// Characters of 0x80 to 0x9F; 0 where there is none.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view each) { return name == each; });
}

std::string from_windows_1252(std::string_view text, bool& broken) {
  std::string out;
  out.reserve(text.size() + text.size() / 4);
  for (const char c : text) {
    const char32_t code = windows_1252(static_cast<unsigned char>(c));
    broken = broken || code == 0xFFFD;
    append_utf8(code, out);
  }
  return out;
}

// iconv_open takes more than names ("//IGNORE", paths of modules): those never reach it.
bool is_plain_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("-_.:+()").find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), fits);
}

// A conversion to UTF-8; opening one costs more than a mail, so the last one of a thread is kept.
class Conversion {
 public:
  Conversion() = default;
  ~Conversion() { close(); }
  Conversion(const Conversion&) = delete;
  Conversion& operator=(const Conversion&) = delete;

  bool open(std::string_view charset) {
    if (charset != charset_) {
      close();
      charset_ = charset;
      handle_ = ::iconv_open("UTF-8", charset_.c_str());
    }
    return handle_ != kNone;
  }

  std::string run(std::string_view text, bool& broken) {
    std::string out;
    std::array<char, 4096> room;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before read
    ::iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    char* from = const_cast<char*>(text.data());  // NOLINT(cppcoreguidelines-pro-type-const-cast): POSIX
    std::size_t left = text.size();
    while (left > 0) {
      char* to = room.data();
      std::size_t free = room.size();
      const bool stopped = ::iconv(handle_, &from, &left, &to, &free) == static_cast<std::size_t>(-1);
      out.append(room.data(), room.size() - free);
      if (!stopped || errno == E2BIG) continue;
      broken = true;
      out += kReplacementUtf8;
      ++from, --left;
    }
    return out;
  }

 private:
  // NOLINTNEXTLINE(performance-no-int-to-ptr): that is what iconv_open returns when it fails
  static inline const iconv_t kNone = reinterpret_cast<iconv_t>(-1);

  void close() {
    if (handle_ != kNone) ::iconv_close(handle_);
    handle_ = kNone;
  }

  std::string charset_;
  iconv_t handle_ = kNone;
};

// RFC 1843: pairs between ~{ and ~} or the end of the line are GB 2312 without its high bits.
std::string from_hz(std::string_view text) {
  std::string out;
  bool pairs = false;
  while (!text.empty()) {
    const std::string_view two = text.substr(0, 2);
    const bool is_pair = pairs && two.size() == 2 && two[0] > ' ' && two[0] < '~';
    const bool escape = !is_pair && two.size() == 2 && two[0] == '~' &&
                        std::string_view("{}~\n").find(two[1]) != std::string_view::npos;
    if (is_pair) {
      for (const char c : two) out += static_cast<char>(c | 0x80);
    } else if (escape) {
      pairs = two[1] == '{';
      if (two[1] == '~') out += '~';
    } else {
      pairs = pairs && two[0] != '\n';
      out += two[0];
    }
    text.remove_prefix(is_pair || escape ? 2 : 1);
  }
  return out;
}

// RFC 2781, 4.3: without a mark the first byte of two is the higher one.
bool is_unmarked_utf16(std::string_view name, std::string_view text) {
  return name == "utf-16" && !text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF");
}

}  // namespace

char32_t windows_1252(unsigned char byte) {
  if (byte < 0x80 || byte > 0x9F) return byte;
  const char32_t code = kWindows1252[byte - 0x80U];
  return code == 0 ? 0xFFFD : code;
}

void append_utf8(char32_t code, std::string& out) {
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6U)), out += tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12U)), out += tail(6), out += tail(0);
  } else {
    out += static_cast<char>(0xF0U | (code >> 18U)), out += tail(12), out += tail(6), out += tail(0);
  }
}

std::string to_utf8(std::string_view text, std::string_view charset, bool& broken) {
  const std::string name = charset_name(charset);
  const bool unnamed = name.empty() || is_any_of(name, {"us-ascii", "ascii", "default"});
  const bool unicode = common_spelling(name) == "utf-8";
  if (unnamed || unicode) {
    if (is_utf8(text)) return std::string(text);
    broken = true;
    return unicode ? repaired_utf8(text) : from_windows_1252(text, broken);
  }
  // As browsers read the first two: hardly anybody means the control characters that they have there.
  if (is_any_of(name, {"iso-8859-1", "latin1", "windows-1252", "cp1252"}))
    return from_windows_1252(text, broken);
  if (is_any_of(name, {"hz-gb-2312", "hz"})) return to_utf8(from_hz(text), "gb18030", broken);
  if (is_unmarked_utf16(name, text)) return to_utf8(text, "utf-16be", broken);
  thread_local Conversion conversion;
  if (is_plain_name(name) && (conversion.open(name) || conversion.open(common_spelling(name)))) {
    std::string out = conversion.run(text, broken);
    return is_utf8(out) ? out : repaired_utf8(out);
  }
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
  broken = broken || !ascii;
  return is_utf8(text) ? std::string(text) : from_windows_1252(text, broken);
}

}  // namespace priory
