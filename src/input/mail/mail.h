// SPDX-License-Identifier: Apache-2.0
// A mail as words: the subject and the texts of its parts, decoded, in UTF-8, HTML as it is read on the
// screen. Of alternatives the first is taken that says something; attachments are left out.
// Whatever the bytes are, something is made of them.
#pragma once

#include <string>
#include <string_view>

namespace priory {

struct Mail {
  std::string text;     // the subject, then the body
  std::string headers;  // words that tell which header they are of, see mail_headers.h
  bool broken = false;  // an encoding, or the limits below: read as far as it goes
};

constexpr std::size_t kLargestMail = std::size_t{1} << 26;  // bytes looked at
constexpr std::size_t kLargestBody = std::size_t{1} << 20;  // of text, decoded
constexpr int kDeepestMail = 32;                            // parts within parts

// `bytes`: a mail, maybe with the line of an mbox before it. Safe for several threads. An Error of kind io
// only when GMime is not installed.
Mail parse_mail(std::string_view bytes, bool with_headers);

void need_mail_library();  // that Error, before the first mail

}  // namespace priory
