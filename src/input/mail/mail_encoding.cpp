// SPDX-License-Identifier: Apache-2.0
#include "input/mail/mail_encoding.h"

#include <algorithm>

#include "input/lines.h"
#include "input/mail/mail_library.h"

namespace priory {
namespace {

std::string decode(std::string_view text, GMimeContentEncoding encoding) {
  const MailLibrary& gmime = mail_library();
  GMimeEncoding state;
  gmime.g_mime_encoding_init_decode(&state, encoding);
  std::string out(gmime.g_mime_encoding_outlen(&state, text.size()) + 1, '\0');
  out.resize(gmime.g_mime_encoding_flush(&state, text.data(), text.size(), out.data()));
  return out;
}

constexpr std::string_view kSpace = " \t\r\n";

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_hexadecimal(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_of_base64(char c) {
  return is_letter_or_digit(c) || c == '+' || c == '/';
}

struct Uuencoded {
  bool begun = false, ended = false;
  std::string_view lines;  // between the two
};

Uuencoded find_uuencoded(std::string_view text) {
  Uuencoded out;
  LineCutter lines(text);
  while (!out.begun && lines.next()) out.begun = lines.text().starts_with("begin ");
  out.lines = lines.rest();
  while (!out.ended && lines.next()) out.ended = trim(lines.text()) == "end";
  if (out.ended) out.lines.remove_suffix(lines.rest().size());
  return out;
}

}  // namespace

// GMime drops the characters that do not fill a group of four.
std::string decode_base64(std::string_view text) {
  const auto n = std::count_if(text.begin(), text.end(), is_of_base64) % 4;
  const bool padded = text.find('=') != std::string_view::npos;
  if (padded || n < 2) return decode(text, GMIME_CONTENT_ENCODING_BASE64);
  return decode(std::string(text).append(n == 2 ? "==" : "="), GMIME_CONTENT_ENCODING_BASE64);
}

std::string decode_quoted_printable(std::string_view text) {
  return decode(text, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
}

std::string decode_uuencoded(std::string_view text) {
  const Uuencoded found = find_uuencoded(text);
  return found.begun ? decode(found.lines, GMIME_CONTENT_ENCODING_UUENCODE) : std::string(text);
}

bool is_uuencoded(std::string_view text) {
  return find_uuencoded(text).ended;
}

bool is_base64(std::string_view text) {
  std::size_t n = 0, n_padding = 0;
  for (const char c : text) {
    if (kSpace.find(c) != std::string_view::npos) continue;
    const bool padding = c == '=';
    if (!padding && (n_padding > 0 || !is_of_base64(c))) return false;
    ++n, n_padding += padding;
  }
  return n % 4 == 0 && n_padding <= 2;
}

bool is_quoted_printable(std::string_view text) {
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const std::string_view next = text.substr(at + 1);
    if (next.size() >= 2 && is_hexadecimal(next[0]) && is_hexadecimal(next[1])) continue;
    const std::size_t end = next.find_first_not_of(" \t\r");
    if (end != std::string_view::npos && next[end] != '\n') return false;  // a line may end with it
  }
  return true;
}

}  // namespace priory
