// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as a mail, as a header and as a page of HTML: what comes out is UTF-8 and bounded.
#include "input/mail/encoded_words.h"
#include "input/mail/html_text.h"
#include "input/mail/mail.h"
#include "reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace priory;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Mail mail = parse_mail(bytes, true);
  fuzzing::require(is_utf8(mail.text) && is_utf8(mail.headers));
  fuzzing::require(mail.text.size() <= kLargestBody + 1);
  const std::string page = repaired_utf8(bytes);
  fuzzing::require(is_utf8(html_text(page)));
  fuzzing::require(html_charset(bytes).size() <= bytes.size());
  bool broken = false;
  fuzzing::require(is_utf8(decode_header(bytes, broken)));
  return 0;
}
