// SPDX-License-Identifier: Apache-2.0
#include "input/mail/mail.h"

#include <algorithm>
#include <memory>

#include "bytes/charset.h"
#include "input/detect.h"
#include "input/lines.h"
#include "input/mail/encoded_words.h"
#include "input/mail/html_text.h"
#include "input/mail/mail_encoding.h"
#include "input/mail/mail_headers.h"
#include "input/mail/mail_library.h"

namespace priory {
namespace {

struct Unref {
  void operator()(void* object) const { mail_library().g_object_unref(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

std::string_view view(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

class MailReader {
 public:
  explicit MailReader(bool with_headers) : with_headers_(with_headers), gmime_(mail_library()) {}

  Mail read(std::string_view bytes) {
    const Owned<GMimeStream> stream(gmime_.g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
    const Owned<GMimeParser> parser(gmime_.g_mime_parser_new_with_stream(stream.get()));
    const Owned<GMimeMessage> message(gmime_.g_mime_parser_construct_message(parser.get(), nullptr));
    if (message)
      add_message(message.get(), 0);
    else
      add_text(to_utf8(bytes, "", mail_.broken));  // no headers at all
    return std::move(mail_);
  }

 private:
  template <class T>
  bool is(GMimeObject* object, T type) const {
    return gmime_.g_type_check_instance_is_a(reinterpret_cast<GTypeInstance*>(object), type) != FALSE;
  }

  void add_message(GMimeMessage* message, int depth) {
    if (message == nullptr) return;
    GMimeHeaderList* list = gmime_.g_mime_object_get_header_list(reinterpret_cast<GMimeObject*>(message));
    add_text(value_of(gmime_.g_mime_header_list_get_header(list, "Subject")));
    if (with_headers_ && depth == 0) add_headers(list);
    add_part(gmime_.g_mime_message_get_mime_part(message), depth + 1);
  }

  void add_headers(GMimeHeaderList* list) {
    const int count = std::min(gmime_.g_mime_header_list_get_count(list), kMostHeaders);
    for (int k = 0; k < count; ++k) {
      GMimeHeader* header = gmime_.g_mime_header_list_get_header_at(list, k);
      add_header_words(view(gmime_.g_mime_header_get_name(header)), value_of(header), mail_.headers);
    }
  }

  std::string value_of(GMimeHeader* header) {
    if (header == nullptr) return {};
    return decode_header(view(gmime_.g_mime_header_get_raw_value(header)), mail_.broken);
  }

  void add_part(GMimeObject* part, int depth) {
    if (part == nullptr) return;
    if (depth > kDeepestMail) {
      mail_.broken = true;
      return;
    }
    if (is(part, gmime_.g_mime_multipart_get_type()))
      return add_parts(reinterpret_cast<GMimeMultipart*>(part), depth);
    const bool attached = equal_ignoring_case(view(gmime_.g_mime_object_get_disposition(part)), "attachment");
    if (is(part, gmime_.g_mime_message_part_get_type())) {
      auto* forwarded = reinterpret_cast<GMimeMessagePart*>(part);
      return attached ? void() : add_message(gmime_.g_mime_message_part_get_message(forwarded), depth + 1);
    }
    if (is(part, gmime_.g_mime_part_get_type())) add_leaf(reinterpret_cast<GMimePart*>(part), attached);
  }

  // Of alternatives the first that says something: the same words twice would count twice.
  void add_parts(GMimeMultipart* parts, int depth) {
    GMimeContentType* type = gmime_.g_mime_object_get_content_type(reinterpret_cast<GMimeObject*>(parts));
    const std::string_view minor = view(gmime_.g_mime_content_type_get_media_subtype(type));
    const bool alternatives = equal_ignoring_case(minor, "alternative");
    const int count = gmime_.g_mime_multipart_get_count(parts);
    if (count == 0) return add_undivided(parts);
    const std::size_t begin = mail_.text.size();
    for (int k = 0; k < count; ++k) {
      add_part(gmime_.g_mime_multipart_get_part(parts, k), depth + 1);
      const bool says = mail_.text.find_first_not_of(" \t\r\n", begin) != std::string::npos;
      if (alternatives && says) return;
    }
  }

  // No boundary, or one that never comes: GMime takes all of it for what precedes the first part.
  void add_undivided(GMimeMultipart* parts) {
    const std::string_view all = view(gmime_.g_mime_multipart_get_prologue(parts));
    if (all.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    mail_.broken = true;
    add_text(to_utf8(all.substr(0, 2 * kLargestBody), "", mail_.broken));
  }

  // RFC 2045, 5.2: what has no type that can be read is plain text. GMime reads it as such, and calls it
  // something else.
  bool is_mistyped(GMimePart* part, std::string_view major) {
    const bool as_text = is(reinterpret_cast<GMimeObject*>(part), gmime_.g_mime_text_part_get_type());
    return major.empty() || (as_text && !equal_ignoring_case(major, "text"));
  }

  void add_leaf(GMimePart* part, bool attached) {
    GMimeContentType* type = gmime_.g_mime_object_get_content_type(reinterpret_cast<GMimeObject*>(part));
    const std::string_view major = view(gmime_.g_mime_content_type_get_media_type(type));
    const std::string_view minor = view(gmime_.g_mime_content_type_get_media_subtype(type));
    if (with_headers_) {
      add_header_words("part", std::string(major).append("-").append(minor), mail_.headers);
      add_header_words("attachment", view(gmime_.g_mime_part_get_filename(part)), mail_.headers);
    }
    const bool mistyped = is_mistyped(part, major);
    mail_.broken = mail_.broken || mistyped;
    const bool is_text = mistyped || equal_ignoring_case(major, "text");
    if (attached || !is_text || mail_.text.size() >= kLargestBody) return;
    const std::string content = decoded(part);
    const bool html = !mistyped && equal_ignoring_case(minor, "html");
    std::string_view charset = view(gmime_.g_mime_content_type_get_parameter(type, "charset"));
    if (charset.empty() && html) charset = html_charset(content);
    std::string text = to_utf8(content, charset, mail_.broken);
    if (with_headers_) add_link_words(text, mail_.headers);
    add_text(html ? html_text(text) : std::move(text));
  }

  std::string decoded(GMimePart* part) {
    GMimeDataWrapper* content = gmime_.g_mime_part_get_content(part);
    GMimeStream* stream = content == nullptr ? nullptr : gmime_.g_mime_data_wrapper_get_stream(content);
    if (stream == nullptr) return {};
    gmime_.g_mime_stream_reset(stream);
    const auto length = std::max<gint64>(0, gmime_.g_mime_stream_length(stream));
    std::string raw(std::min(static_cast<std::size_t>(length), 2 * kLargestBody), '\0');
    const auto n = gmime_.g_mime_stream_read(stream, raw.data(), raw.size());
    raw.resize(static_cast<std::size_t>(std::max<decltype(n)>(0, n)));
    mail_.broken = mail_.broken || static_cast<std::size_t>(length) > raw.size();
    switch (gmime_.g_mime_part_get_content_encoding(part)) {
      case GMIME_CONTENT_ENCODING_BASE64:
        mail_.broken = mail_.broken || !is_base64(raw);
        return decode_base64(raw);
      case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
        mail_.broken = mail_.broken || !is_quoted_printable(raw);
        return decode_quoted_printable(raw);
      case GMIME_CONTENT_ENCODING_UUENCODE:
        mail_.broken = mail_.broken || !is_uuencoded(raw);
        return decode_uuencoded(raw);
      default:
        return raw;
    }
  }

  void add_text(std::string_view text) {
    const std::size_t room = kLargestBody - std::min(kLargestBody, mail_.text.size());
    std::size_t size = std::min(text.size(), room);
    while (size < text.size() && size > 0 && (text[size] & 0xC0) == 0x80) --size;  // not inside a character
    mail_.broken = mail_.broken || size < text.size();
    mail_.text += text.substr(0, size);
    if (!mail_.text.empty() && !mail_.text.ends_with('\n')) mail_.text += '\n';
  }

  static constexpr int kMostHeaders = 256;

  bool with_headers_;
  const MailLibrary& gmime_;
  Mail mail_;
};

}  // namespace

void need_mail_library() {
  mail_library();
}

Mail parse_mail(std::string_view bytes, bool with_headers) {
  const bool cut = bytes.size() > kLargestMail;
  bytes = bytes.substr(0, kLargestMail);
  const std::string_view first = bytes.substr(0, bytes.find('\n'));
  if (is_mbox_line(first)) bytes.remove_prefix(std::min(first.size() + 1, bytes.size()));
  Mail mail = MailReader(with_headers).read(bytes);
  mail.broken = mail.broken || cut;
  return mail;
}

}  // namespace priory
