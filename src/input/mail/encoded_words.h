// SPDX-License-Identifier: Apache-2.0
// Headers with words in other charsets (RFC 2047): =?iso-8859-1?Q?caf=E9?=. GMime decodes them too, but loses
// the rest of a word in base64 that follows one with padding, as Python's mails have them.
#pragma once

#include <string>
#include <string_view>

namespace priory {

// The value of a header in UTF-8, on one line. `broken` is set when something had to be guessed or replaced.
std::string decode_header(std::string_view raw, bool& broken);

}  // namespace priory
