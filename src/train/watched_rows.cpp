// SPDX-License-Identifier: Apache-2.0
#include "train/watched_rows.h"

#include <mutex>
#include <utility>

namespace priory {
namespace {

struct SharedTotal {
  std::mutex mutex;
  UnseenCells& total;
};

class WatchedDecoder final : public Decoder<Chunk> {
 public:
  WatchedDecoder(std::unique_ptr<Decoder<Chunk>> rows, const UnseenCells& zero,
                 std::shared_ptr<SharedTotal> shared)
      : rows_(std::move(rows)), mine_(zero), shared_(std::move(shared)) {}
  WatchedDecoder(const WatchedDecoder&) = delete;
  WatchedDecoder& operator=(const WatchedDecoder&) = delete;
  ~WatchedDecoder() override {
    const std::lock_guard lock(shared_->mutex);
    shared_->total.merge(mine_);
  }

  void decode(const Batch& batch, const std::function<void(const Chunk&)>& take) override {
    rows_->decode(batch, [&](const Chunk& chunk) {
      mine_.accumulate(chunk);
      take(chunk);
    });
  }

 private:
  std::unique_ptr<Decoder<Chunk>> rows_;
  UnseenCells mine_;
  std::shared_ptr<SharedTotal> shared_;
};

class WatchedSource final : public Source<Chunk> {
 public:
  WatchedSource(std::unique_ptr<Source<Chunk>> rows, UnseenCells zero, UnseenCells& total)
      : rows_(std::move(rows)),
        zero_(std::move(zero)),
        shared_(std::shared_ptr<SharedTotal>(new SharedTotal{{}, total})) {}

  std::unique_ptr<Batch> next() override { return rows_->next(); }
  std::unique_ptr<Decoder<Chunk>> decoder() const override {
    return std::make_unique<WatchedDecoder>(rows_->decoder(), zero_, shared_);
  }
  Ranks* ranks() const override { return rows_->ranks(); }
  Progress progress() const override { return rows_->progress(); }

 private:
  std::unique_ptr<Source<Chunk>> rows_;
  UnseenCells zero_;
  std::shared_ptr<SharedTotal> shared_;
};

}  // namespace

std::unique_ptr<Source<Chunk>> watched(std::unique_ptr<Source<Chunk>> rows, UnseenCells zero,
                                       UnseenCells& total) {
  return std::make_unique<WatchedSource>(std::move(rows), std::move(zero), total);
}

}  // namespace priory
