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

void TokenList::clear() {
  bytes.clear(), end.clear(), begin.assign(1, 0);
}

void TokenList::add(std::string_view token) {
  bytes += token;
  end.push_back(bytes.size());
}

void TokenList::keep_rows(std::size_t n_rows) {
  if (begin.size() > n_rows + 1) begin.resize(n_rows + 1);
  end.resize(begin.back());
  bytes.resize(end.empty() ? 0 : end.back());
}

std::string_view TokenList::operator[](std::size_t k) const {
  const std::size_t first = k == 0 ? 0 : end[k - 1];
  return std::string_view(bytes).substr(first, end[k] - first);
}

}  // namespace priory
