// SPDX-License-Identifier: Apache-2.0
// What the decoders of all kinds of rows share.
#pragma once

#include <memory>
#include <mutex>

#include "priory/table.h"

#include "rows/chunk_spec.h"

namespace priory {

constexpr std::size_t kCellsAChunk = 1 << 20;  // wide tables get fewer rows a chunk

// What one decoder tells the others' counts.
struct SharedCounts {
  std::mutex mutex;
  ReadCounts* counts = nullptr;

  void add(const ReadCounts& mine) {
    if (counts == nullptr) return;
    const std::lock_guard lock(mutex);
    counts->merge(mine);
  }
};

std::unique_ptr<Source<Chunk>> open_rows(const Rows& rows, const ChunkSpec& spec, ReadCounts* counts);

}  // namespace priory
