// SPDX-License-Identifier: Apache-2.0
#include "priory/chunk.h"

namespace priory {

void Bag::clear() {
  begin.assign(1, 0);
  word.clear();
  count.clear();
  missing.clear();
}

void Bag::end_row(bool is_missing) {
  begin.push_back(word.size());
  missing.push_back(is_missing);
}

}  // namespace priory
