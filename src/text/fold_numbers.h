// SPDX-License-Identifier: Apache-2.0
// Numbers folded: every maximal run of decimal digits, of any script, becomes one 0, so that "2024" and
// "1999" are the same word, and "a12b" and "a7b" are.
#pragma once

#include <string>
#include <string_view>

namespace priory {

void fold_numbers(std::u32string& text);

// The same for words, with room that is used again.
class NumberFolder {
 public:
  // The word itself if it has no digit. Valid until the next call.
  std::string_view operator()(std::string_view word);

 private:
  std::u32string points_;
  std::string folded_;
};

}  // namespace priory
