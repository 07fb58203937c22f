// SPDX-License-Identifier: Apache-2.0
// Whether encoded parts of mails are whole. GMime decodes what it can of broken ones and does not say so.
#pragma once

#include <string_view>

namespace priory {

bool is_base64(std::string_view text);            // RFC 2045, 6.8; white space anywhere
bool is_quoted_printable(std::string_view text);  // RFC 2045, 6.7, but for the length of lines

}  // namespace priory
