// SPDX-License-Identifier: Apache-2.0
#include "encode/rows_chunks.h"

#include <algorithm>
#include <utility>

namespace priory {

RowsChunks::RowsChunks(const Rows& rows, const ChunkSpec& spec, std::shared_ptr<SharedCounts> shared)
    : encoder_(rows, spec),
      name_(rows.name()),
      shared_(std::move(shared)),
      skips_(spec.skip_bad_rows),
      chunk_rows_(std::clamp<std::size_t>(kCellsAChunk / (spec.columns.size() + 1), 1, spec.chunk_rows)) {}

void RowsChunks::encode(const RowRange& range, std::size_t n_before,
                        const std::function<void(const Chunk&)>& take) {
  n_before_ = n_before;
  encoder_.number_after(n_before);
  ReadCounts counts;
  for (std::size_t row = range.begin; row < range.end; row += encoder_.n_taken()) {
    const Chunk& chunk = encode_some(row, std::min(chunk_rows_, range.end - row));
    for (const RowsError& error : encoder_.errors()) skip(error, counts);
    counts.rows += chunk.n_rows;
    if (chunk.n_rows > 0) take(chunk);
  }
  counts.bad_utf8 = encoder_.take_bad_utf8();
  shared_->add(counts);
}

const Chunk& RowsChunks::encode_some(std::size_t first, std::size_t most) {
  try {
    return encoder_.encode(first, most);
  } catch (const RowsError& error) {  // of how the rows lie in memory: nothing can be skipped
    throw Error(ErrorKind::data, error.reason, place_of(error), error.remedy);
  }
}

void RowsChunks::skip(const RowsError& error, ReadCounts& counts) const {
  if (!skips_) throw Error(ErrorKind::data, error.reason, place_of(error), error.remedy);
  if (counts.skipped++ == 0) counts.first_skipped = error.reason, counts.first_place = place_of(error);
}

Place RowsChunks::place_of(const RowsError& error) const {
  return {name_, n_before_ + error.row + 1, error.column + 1};
}

}  // namespace priory
