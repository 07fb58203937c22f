// SPDX-License-Identifier: Apache-2.0
// Rows in memory as a source of chunks: a batch is a range of rows.
#include <algorithm>

#include "encode/check_columns.h"
#include "encode/chunk_decoding.h"
#include "encode/rows_encoder.h"
#include "rows/chunk_spec.h"
#include "rows/row_ranges.h"

namespace priory {
namespace {

class RowsDecoder final : public Decoder<Chunk> {
 public:
  RowsDecoder(const Rows& rows, const ChunkSpec& spec, std::shared_ptr<SharedCounts> shared)
      : encoder_(rows, spec),
        name_(rows.name()),
        shared_(std::move(shared)),
        skips_(spec.skip_bad_rows),
        chunk_rows_(std::clamp<std::size_t>(kCellsAChunk / (spec.columns.size() + 1), 1, spec.chunk_rows)) {}

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    const auto& range = dynamic_cast<const RowRange&>(batch);
    ReadCounts counts;
    for (std::size_t row = range.begin; row < range.end; row += encoder_.n_taken()) {
      const Chunk& chunk = encode(row, std::min(chunk_rows_, range.end - row));
      for (const RowsError& error : encoder_.errors()) skip(error, counts);
      counts.rows += chunk.n_rows;
      if (chunk.n_rows > 0) take(chunk);
    }
    counts.bad_utf8 = encoder_.take_bad_utf8();
    shared_->add(counts);
  }

 private:
  const Chunk& encode(std::size_t first, std::size_t most) {
    try {
      return encoder_.encode(first, most);
    } catch (const RowsError& error) {  // of how the rows lie in memory: nothing can be skipped
      throw Error(ErrorKind::data, error.reason, place_of(error), error.remedy);
    }
  }

  void skip(const RowsError& error, ReadCounts& counts) const {
    if (!skips_) throw Error(ErrorKind::data, error.reason, place_of(error), error.remedy);
    if (counts.skipped++ == 0) counts.first_skipped = error.reason, counts.first_place = place_of(error);
  }

  Place place_of(const RowsError& error) const { return {name_, error.row + 1, error.column + 1}; }

  RowsEncoder encoder_;
  std::string name_;
  std::shared_ptr<SharedCounts> shared_;
  bool skips_;
  std::size_t chunk_rows_;
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
