// SPDX-License-Identifier: Apache-2.0
#include "input/mail/mail_headers.h"

#include <algorithm>

#include "core/utf8.h"
#include "input/lines.h"

namespace priory {
namespace {

constexpr std::size_t kLongestValue = 2048;  // bytes of a header that are looked at
constexpr std::size_t kLongestHost = 255;
constexpr std::size_t kLongestWords = 65536;  // bytes of words of a mail

bool is_joint(char c) {
  return c == '.' || c == '-' || c == '_';
}

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

// Of an identifier what comes before the @ is there once only.
bool is_identifier(std::string_view name) {
  return equal_ignoring_case(name, "Message-ID") || equal_ignoring_case(name, "In-Reply-To") ||
         equal_ignoring_case(name, "References");
}

std::string prefix_of(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    out += is_word(low) && (low & 0x80) == 0 ? low : '_';
  }
  return out + '_';
}

}  // namespace

void add_link_words(std::string_view text, std::string& out) {
  constexpr std::string_view kMark = "://";
  for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at)) {
    at += kMark.size();
    std::size_t end = at;
    while (end < text.size() && end - at < kLongestHost && (is_word(text[end]) || is_joint(text[end]))) ++end;
    add_header_words("link", text.substr(at, end - at), out);
  }
}

void add_header_words(std::string_view name, std::string_view value, std::string& out) {
  std::string repaired;
  value = value.substr(0, kLongestValue);
  if (!is_utf8(value)) value = repaired = repaired_utf8(value);
  const std::string prefix = prefix_of(name);
  const bool identifier = is_identifier(name);
  for (std::size_t at = 0; at < value.size() && out.size() < kLongestWords;) {
    std::size_t end = at;
    while (end < value.size() && (is_word(value[end]) || is_joint(value[end]))) ++end;
    std::string_view word = value.substr(at, end - at);
    while (!word.empty() && is_joint(word.front())) word.remove_prefix(1);
    while (!word.empty() && is_joint(word.back())) word.remove_suffix(1);
    const bool after_at = at > 0 && value[at - 1] == '@';
    if (!word.empty() && (after_at || !identifier)) {
      out += prefix;
      std::transform(word.begin(), word.end(), std::back_inserter(out),
                     [](char c) { return is_joint(c) ? '_' : c; });
      out += ' ';
    }
    at = end + 1;
  }
}

}  // namespace priory
