// SPDX-License-Identifier: Apache-2.0
// Names of charsets, as mails and pages have them, to names that iconv knows. Where senders mean more than
// the name says, the larger charset is taken, as browsers do (https://encoding.spec.whatwg.org, names and
// labels).
#pragma once

#include <string>
#include <string_view>

namespace priory {

// In lower case, without quotes. What is in no list stays as it is.
std::string charset_name(std::string_view named);

// Without `x-` before it, with `-` for `_`: for a name that nobody knows.
std::string common_spelling(std::string_view name);

}  // namespace priory
