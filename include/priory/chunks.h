// SPDX-License-Identifier: Apache-2.0
// Rows as chunks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "priory/chunk.h"
#include "priory/data.h"
#include "priory/schema.h"
#include "priory/source.h"
#include "priory/table.h"

namespace priory {

// Profiles the columns of a table while its chunks are decoded: the result of `profile` without a pass of its
// own.
class ColumnProfiler {
 public:
  explicit ColumnProfiler(const Table& table, const std::vector<std::string>& missing = ChunkSpec().missing,
                          bool skip_bad_rows = false);
  ~ColumnProfiler();
  ColumnProfiler(const ColumnProfiler&) = delete;
  ColumnProfiler& operator=(const ColumnProfiler&) = delete;

  void reset();                               // before another reading
  std::vector<ColumnProfile> finish() const;  // once all chunks are decoded and their decoders gone

  struct State;
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// The rows of a table as chunks: cells become numbers, codes and bags of tokens, as `spec` says. Every column
// of the spec must be there but those it calls optional. `counts`, if given, is filled while the chunks are
// decoded and complete at their end; so is `profiler`.
std::unique_ptr<Source<Chunk>> open_chunks(const Table& table, const ChunkSpec& spec,
                                           ReadCounts* counts = nullptr, bool again = false,
                                           ColumnProfiler* profiler = nullptr);
// The same of Rows, or of either. What was borrowed must stay while the source is read.
std::unique_ptr<Source<Chunk>> open_chunks(const Data& data, const ChunkSpec& spec,
                                           ReadCounts* counts = nullptr, bool again = false);

// Opens them as often as it is called: for all that reads rows more than once (training, HiddenRows,
// LabelledRows, JointDistribution).
OpenChunks chunks_of(const Data& data, const ChunkSpec& spec);

}  // namespace priory
