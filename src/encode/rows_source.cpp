// SPDX-License-Identifier: Apache-2.0
// Rows in memory as a source of chunks: a batch is a range of rows.
#include "encode/check_columns.h"
#include "encode/chunk_decoding.h"
#include "encode/rows_chunks.h"
#include "rows/chunk_spec.h"
#include "rows/row_ranges.h"

namespace priory {
namespace {

class RowsDecoder final : public Decoder<Chunk> {
 public:
  RowsDecoder(const Rows& rows, const ChunkSpec& spec, std::shared_ptr<SharedCounts> shared)
      : chunks_(rows, spec, std::move(shared)) {}

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    chunks_.encode(dynamic_cast<const RowRange&>(batch), 0, take);
  }

 private:
  RowsChunks chunks_;
};

class RowsSource final : public Source<Chunk> {
 public:
  RowsSource(const Rows& rows, ChunkSpec spec, ReadCounts* counts)
      : rows_(rows),
        ranges_(rows.n_rows(), kRowsABatch),
        spec_(std::move(spec)),
        shared_(std::make_shared<SharedCounts>()) {
    check_columns(spec_, rows_.columns(), rows_.name());
    shared_->counts = counts;
    if (counts != nullptr) *counts = {};
  }

  std::unique_ptr<Batch> next() override { return ranges_.next(); }
  std::unique_ptr<Decoder<Chunk>> decoder() const override {
    return std::make_unique<RowsDecoder>(rows_, spec_, shared_);
  }

 private:
  static constexpr std::size_t kRowsABatch = 8192;

  Rows rows_;
  RowRanges ranges_;
  ChunkSpec spec_;
  std::shared_ptr<SharedCounts> shared_;
};

}  // namespace

std::unique_ptr<Source<Chunk>> open_rows(const Rows& rows, const ChunkSpec& spec, ReadCounts* counts) {
  return std::make_unique<RowsSource>(rows, spec, counts);
}

}  // namespace priory
