// SPDX-License-Identifier: Apache-2.0
// The words of an HTML page, as a reader would see them: tags and comments vanish, scripts and styles are
// passed over, entities become characters. A tag of a block ends a word, any other does not, known or not:
// V<b></b>iagra is one word on the screen. Broken pages lose no words: a tag, comment or script that is never
// closed is text, or ends at the next '>'. Linear in the length of the page.
#pragma once

#include <string>
#include <string_view>

namespace priory {

std::string html_text(std::string_view html);  // UTF-8 to UTF-8

// The charset that a page names within its first bytes (<meta charset=...>); empty when it names none.
std::string_view html_charset(std::string_view html);

}  // namespace priory
