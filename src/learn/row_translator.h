// SPDX-License-Identifier: Apache-2.0
// Chunks of a file in the codes of the vocabulary; one for each thread.
#pragma once

#include <span>
#include <vector>

#include "learn/packed_block.h"
#include "learn/translate.h"

namespace priory {

class RowTranslator {
 public:
  RowTranslator(const NamedSums& vocabulary, const Dictionary* classes)
      : columns_(kept_columns(vocabulary)), classes_(classes), translations_(columns_.size()) {}

  Chunk operator()(const Chunk& chunk) {
    Chunk out;
    out.n_rows = chunk.n_rows;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      add_column(k, chunk.columns[k], out.columns.emplace_back());
    out.target.codes.assign(chunk.n_rows, kMissingCode);
    if (classes_ != nullptr && !chunk.target.codes.empty()) {
      const auto codes = labels_.look_up(*chunk.target.dictionary, *classes_, kMissingCode);
      const std::span<std::uint32_t> to = out.target.codes.writable();
      for (std::size_t r = 0; r < chunk.n_rows; ++r) {
        const std::uint32_t code = chunk.target.codes[r];
        if (code != kMissingCode) to[r] = codes[code];
      }
    }
    out.weight = chunk.weight;
    out.kept_names = chunk.kept_names, out.kept = chunk.kept;
    return out;
  }

 private:
  void add_column(std::size_t k, const Column& column, Column& out) {
    const KeptColumn& as = columns_[k];
    if (as.values == nullptr)
      out.kind = as.plan->kind, out.reals = column.reals;
    else
      translate(column, *as.plan, *as.values, idf_of(as.part->frozen), kMissingCode, translations_[k], out);
  }

  std::vector<KeptColumn> columns_;
  const Dictionary* classes_;  // null: labels are not looked at
  std::vector<Translation> translations_;
  Translation labels_;
};

}  // namespace priory
