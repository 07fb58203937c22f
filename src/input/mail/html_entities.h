// SPDX-License-Identifier: Apache-2.0
// Characters by name or number, as HTML writes them: &eacute; &#233; &#xE9;. The names are those of HTML 4.
#pragma once

#include <string_view>

namespace priory {

struct Entity {
  char32_t code = 0;
  std::size_t size = 0;  // in bytes, with & and ;. 0: there is none
};

// At the front of a text that begins with '&'. The semicolon may be lacking after a number, and after a name
// when no letter or digit follows.
Entity entity_at(std::string_view text);

}  // namespace priory
