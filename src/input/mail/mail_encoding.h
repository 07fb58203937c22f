// SPDX-License-Identifier: Apache-2.0
// The transfer encodings of mails. GMime decodes what it can of broken texts and does not say so; whether
// they are whole is found here.
#pragma once

#include <string>
#include <string_view>

namespace priory {

bool is_base64(std::string_view text);            // RFC 2045, 6.8; white space anywhere
bool is_quoted_printable(std::string_view text);  // RFC 2045, 6.7, but for the length of lines
bool is_uuencoded(std::string_view text);         // POSIX uuencode: from a line `begin MODE NAME` to `end`

std::string decode_base64(std::string_view text);  // padding at the end may be lacking
std::string decode_quoted_printable(std::string_view text);
std::string decode_uuencoded(std::string_view text);  // as it is when there is no such line

}  // namespace priory
