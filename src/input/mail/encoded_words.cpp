// SPDX-License-Identifier: Apache-2.0
#include "input/mail/encoded_words.h"

#include <algorithm>
#include <optional>

#include "bytes/charset.h"
#include "input/lines.h"
#include "input/mail/mail_encoding.h"

namespace priory {
namespace {

struct EncodedWord {
  std::string_view charset;
  char encoding = 'Q';
  std::string_view text;
  std::size_t size = 0;  // of all of it
};

// At the front of a text that begins with "=?".
std::optional<EncodedWord> encoded_word(std::string_view text) {
  constexpr std::size_t kBegin = 2, kEncoding = 3;  // "=?" and "?Q?"
  const std::size_t charset_end = text.find('?', kBegin);
  if (charset_end == std::string_view::npos || charset_end + kEncoding > text.size()) return {};
  const char encoding = static_cast<char>(text[charset_end + 1] & ~0x20);
  if ((encoding != 'B' && encoding != 'Q') || text[charset_end + 2] != '?') return {};
  const std::size_t begin = charset_end + kEncoding, end = text.find("?=", begin);
  if (end == std::string_view::npos) return {};
  std::string_view charset = text.substr(kBegin, charset_end - kBegin);
  charset = charset.substr(0, charset.find('*'));  // RFC 2231: a language may follow
  return EncodedWord{charset, encoding, text.substr(begin, end - begin), end + 2};
}

std::string bytes_of(const EncodedWord& word, bool& broken) {
  std::string text(word.text);
  if (word.encoding == 'B') {
    broken = broken || !is_base64(text);
    return decode_base64(text);
  }
  std::replace(text.begin(), text.end(), '_', ' ');
  broken = broken || !is_quoted_printable(text);
  return decode_quoted_printable(text);
}

// Words of one charset are joined before they are converted: a character may be cut between them.
class HeaderDecoder {
 public:
  explicit HeaderDecoder(bool& broken) : broken_(broken) {}

  std::string decode(std::string_view raw) {
    while (!raw.empty()) {
      const std::size_t at = std::min(raw.find("=?"), raw.size());
      add_plain(raw.substr(0, at));
      raw.remove_prefix(at);
      if (raw.empty()) break;
      const auto word = encoded_word(raw);
      word ? add_word(*word) : add_plain(raw.substr(0, 2));
      raw.remove_prefix(word ? word->size : 2);
    }
    flush();
    return std::move(out_);
  }

 private:
  // White space between encoded words is not part of the text.
  void add_plain(std::string_view text) {
    space_ += text;
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos && after_word_) return;
    flush();
    const std::string plain = to_utf8(space_, "", broken_);
    std::copy_if(plain.begin(), plain.end(), std::back_inserter(out_),
                 [](char c) { return c != '\r' && c != '\n'; });
    space_.clear();
    after_word_ = false;
  }

  void add_word(const EncodedWord& word) {
    space_.clear();
    if (!equal_ignoring_case(charset_, word.charset)) flush();
    charset_ = word.charset;
    bytes_ += bytes_of(word, broken_);
    after_word_ = true;
  }

  void flush() {
    out_ += to_utf8(bytes_, charset_, broken_);
    bytes_.clear();
  }

  bool& broken_;
  std::string out_, bytes_, space_;
  std::string_view charset_;
  bool after_word_ = false;
};

}  // namespace

std::string decode_header(std::string_view raw, bool& broken) {
  raw = raw.substr(std::min(raw.find_first_not_of(" \t\r\n"), raw.size()));
  const std::size_t end = raw.find_last_not_of(" \t\r\n");
  return HeaderDecoder(broken).decode(raw.substr(0, end == std::string_view::npos ? 0 : end + 1));
}

}  // namespace priory
