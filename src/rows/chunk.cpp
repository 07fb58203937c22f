// SPDX-License-Identifier: Apache-2.0
#include "priory/chunk.h"

#include <algorithm>

#include "priory/table.h"

namespace priory {

void ReadCounts::merge(const ReadCounts& other) {
  const bool first = skipped == 0 || earlier(other.first_place, first_place);
  if (other.skipped > 0 && first) first_skipped = other.first_skipped, first_place = other.first_place;
  rows += other.rows, skipped += other.skipped;
  marked += other.marked, latin1 += other.latin1;
  bad_utf8 += other.bad_utf8, bad_mails += other.bad_mails;
}

void Bag::clear() {
  begin.assign(1, 0);
  word.clear();
  count.clear();
  missing.clear();
}

void Bag::keep_rows(std::size_t n_rows) {
  if (begin.size() > n_rows + 1) begin.resize(n_rows + 1), missing.resize(n_rows);
  word.resize(begin.back());
  count.resize(std::min(count.size(), word.size()));
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
