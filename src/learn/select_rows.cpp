// SPDX-License-Identifier: Apache-2.0
#include "learn/select_rows.h"

namespace priory {

void append_rows(const Column& from, std::size_t begin, std::size_t end, Column& to) {
  to.kind = from.kind, to.bins = from.bins;
  const auto range = [&](const auto& list, auto& into) {
    if (!list.empty())
      into.insert(into.end(), list.begin() + static_cast<long>(begin), list.begin() + static_cast<long>(end));
  };
  range(from.reals, to.reals);
  range(from.codes, to.codes);
  for (std::size_t r = begin; from.kind == CellKind::bag && r < end; ++r) {
    const auto first = static_cast<long>(from.bag.begin[r]), last = static_cast<long>(from.bag.begin[r + 1]);
    to.bag.word.insert(to.bag.word.end(), from.bag.word.begin() + first, from.bag.word.begin() + last);
    to.bag.count.insert(to.bag.count.end(), from.bag.count.begin() + first, from.bag.count.begin() + last);
    to.bag.end_row(from.bag.missing[r]);
  }
  for (std::size_t r = begin; r < end && r + 1 < from.tokens.begin.size(); ++r) {
    for (std::size_t k = from.tokens.begin[r]; k < from.tokens.begin[r + 1]; ++k)
      to.tokens.add(from.tokens[k]);
    to.tokens.end_row();
  }
}

namespace {

void select(const Column& from, std::span<const std::uint32_t> rows, Column& to) {
  to.kind = from.kind, to.dictionary = from.dictionary, to.bins = from.bins;
  for (const std::uint32_t row : rows) append_rows(from, row, row + 1, to);
}

}  // namespace

Chunk select_rows(const Chunk& chunk, std::span<const std::uint32_t> rows) {
  Chunk out;
  out.n_rows = rows.size();
  out.columns.resize(chunk.columns.size());
  for (std::size_t k = 0; k < chunk.columns.size(); ++k) select(chunk.columns[k], rows, out.columns[k]);
  select(chunk.target, rows, out.target);
  if (chunk.weight.empty()) return out;
  for (const std::uint32_t row : rows) out.weight.push_back(chunk.weight[row]);
  return out;
}

}  // namespace priory
