// SPDX-License-Identifier: Apache-2.0
// A whole program over the installed library: see CMakeLists.txt beside it.
#include <iostream>

#include "priory/dictionary.h"

int main() {
  priory::Dictionary words;
  for (const char* word : {"to", "be", "or", "not", "to", "be"}) words.insert(word);
  std::cout << words.size() << " words, the last is '" << words[words.size() - 1] << "'\n";
}
