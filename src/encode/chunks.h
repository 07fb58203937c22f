// SPDX-License-Identifier: Apache-2.0
// Rows as chunks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "priory/table.h"

#include "rows/chunk_spec.h"

namespace priory {

// Profiles the columns of a table while its chunks are decoded: the result of `profile` without a pass of its
// own.
class ColumnProfiler {
 public:
  explicit ColumnProfiler(const Table& table, const ReadingRules& rules = {}, bool skip_bad_rows = false,
                          const Readings& readings = {});
  ~ColumnProfiler();
  ColumnProfiler(const ColumnProfiler&) = delete;
  ColumnProfiler& operator=(const ColumnProfiler&) = delete;

  void reset();  // before another reading
  // Once all chunks are decoded and their decoders gone:
  bool read_right() const;  // whether the readings it was made with are those the cells ask for; if not, the
  std::vector<ColumnProfile> finish() const;  // facts are not of cells as they should be read

  struct State;
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// Rows as chunks: cells become numbers, codes and bags of tokens, as `spec` says. Every column of the spec
// must be there but those it calls optional. `counts`, if given, is filled while the chunks are decoded and
// complete at their end; so is `profiler`, of a table. What Rows have borrowed must stay while the source is
// read.
std::unique_ptr<Source<Chunk>> open_chunks(const Data& data, const ChunkSpec& spec,
                                           ReadCounts* counts = nullptr, bool again = false,
                                           ColumnProfiler* profiler = nullptr);

// Opens them as often as it is called: for all that reads rows more than once (training, HiddenRows,
// LabelledRows, JointDistribution).
OpenChunks chunks_of(const Data& data, const ChunkSpec& spec);

}  // namespace priory
