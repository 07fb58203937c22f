// SPDX-License-Identifier: Apache-2.0
// Rows in memory, or a part of them, as chunks: what does not fit is refused or left out, and counted. One of
// them belongs to one decoder.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "encode/chunk_decoding.h"
#include "encode/rows_encoder.h"
#include "rows/chunk_spec.h"
#include "rows/row_ranges.h"

namespace priory {

class RowsChunks {
 public:
  RowsChunks(const Rows& rows, const ChunkSpec& spec, std::shared_ptr<SharedCounts> shared);

  // `n_before`: how many rows stand before those in memory.
  void encode(const RowRange& range, std::size_t n_before, const std::function<void(const Chunk&)>& take);

 private:
  const Chunk& encode_some(std::size_t first, std::size_t most);
  void skip(const RowsError& error, ReadCounts& counts) const;
  Place place_of(const RowsError& error) const;

  RowsEncoder encoder_;
  std::string name_;
  std::shared_ptr<SharedCounts> shared_;
  bool skips_;
  std::size_t chunk_rows_, n_before_ = 0;
};

}  // namespace priory
