// SPDX-License-Identifier: Apache-2.0
// A batch of rows that the source has written as cells already; its decoder only shows them.
#pragma once

#include <memory>
#include <string>

#include "priory/chunk.h"

#include "input/databases/cell_block.h"

namespace priory {

constexpr std::size_t kRowsABlock = 8192;

struct CellBlockBatch : Batch {
  explicit CellBlockBatch(std::size_t n_columns) : block(n_columns) {}
  CellBlock block;
  std::size_t first_row = 1;
};

// `name`: what the rows are called; it must outlive the decoder.
class CellBlockDecoder final : public Decoder<Records> {
 public:
  explicit CellBlockDecoder(std::string_view name) : name_(name) {}
  void decode(const Batch& batch, const std::function<void(const Records&)>& take) override {
    const auto& rows = dynamic_cast<const CellBlockBatch&>(batch);
    rows.block.show(name_, rows.first_row, rows_);
    take(rows_);
  }

 private:
  std::string_view name_;
  Records rows_;
};

}  // namespace priory
