// SPDX-License-Identifier: Apache-2.0
// One row as a file gives it: a chunk of its own, values and words with their spelling, for a Scorer.
#pragma once

#include <vector>

#include "online/row_coder.h"

namespace priory {

class NamedRow {
 public:
  NamedRow(const Plan& plan, RowCoder& coder, RowView cells);
  NamedRow(const NamedRow&) = delete;  // the chunk points to the dictionaries
  NamedRow& operator=(const NamedRow&) = delete;

  const Chunk& chunk() const { return chunk_; }

 private:
  void read_part(const PartPlan& part, RowCoder& coder, std::size_t k, std::span<const std::size_t> places);

  std::vector<Dictionary> dictionaries_;  // of each column
  Chunk chunk_;
};

}  // namespace priory
