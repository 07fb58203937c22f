// SPDX-License-Identifier: Apache-2.0
// What follows the last whole record of a batch is carried over to the next. A record longer than a batch
// makes the buffer grow by doubling, so that looking for its end again costs no more than a constant factor.
#include "input/row_source.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <utility>

#include "input/lines.h"

namespace priory {
namespace {

constexpr std::size_t kHeadBytes = 1 << 16;

// Buffers whose batches are done with: new memory for each batch would cost more than reading into it.
class SpareBuffers {
 public:
  ByteBuffer take() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    ByteBuffer out = std::move(spare_.back());
    spare_.pop_back();
    return out;
  }
  void give(ByteBuffer buffer) {
    const std::lock_guard lock(mutex_);
    buffer.clear();
    spare_.push_back(std::move(buffer));
  }

 private:
  std::mutex mutex_;
  std::vector<ByteBuffer> spare_;
};

struct RowBatch : Batch {
  explicit RowBatch(std::shared_ptr<SpareBuffers> buffers) : spare(std::move(buffers)) {}
  RowBatch(const RowBatch&) = delete;
  RowBatch& operator=(const RowBatch&) = delete;
  ~RowBatch() override { spare->give(std::move(bytes)); }

  std::shared_ptr<SpareBuffers> spare;
  ByteBuffer bytes;
  std::string file;
  std::size_t first_line = 1;
  std::shared_ptr<const RecordFormat> records;
};

class RowDecoder : public Decoder<Rows> {
 public:
  void decode(const Batch& batch, const std::function<void(const Rows&)>& take) override {
    const auto& ours = static_cast<const RowBatch&>(batch);
    rows_.clear();
    rows_.file = ours.file;
    ours.records->parse(ours.bytes.view(), ours.first_line, rows_);
    take(rows_);
  }

 private:
  Rows rows_;
};

class RowSource : public Source<Rows> {
 public:
  RowSource(const std::vector<std::unique_ptr<Origin>>& origins, const Head& first,
            const RowSourceOptions& options)
      : origins_(origins), first_(first), options_(options) {
    // Below 1 GiB, so that offsets fit 32 bits.
    options_.read.batch_bytes =
        std::clamp<std::size_t>(options_.read.batch_bytes, 1, options_.largest_record);
  }

  std::unique_ptr<Batch> next() override {
    while (true) {
      if (!file_.bytes && !open_next()) return nullptr;
      auto batch = next_of_file();
      if (batch) return batch;
      file_ = {};
    }
  }

  std::unique_ptr<Decoder<Rows>> decoder() const override { return std::make_unique<RowDecoder>(); }

 private:
  bool open_next() {
    if (n_opened_ == origins_.size()) return false;
    Origin& origin = *origins_[n_opened_++];
    file_ = open_file(
        origin, options_.again, [&](std::string_view) { return options_.format; }, options_.read, &first_);
    const std::string_view read = file_.buffer.view();
    line_ = 1 + count_line_ends(read.substr(0, file_.head.size));
    ByteBuffer rest;
    rest.append(read.substr(file_.head.size));
    file_.buffer = std::move(rest);
    return true;
  }

  // The next whole records of the file at hand; null when there are none.
  std::unique_ptr<Batch> next_of_file() {
    std::size_t cut = 0;
    for (std::size_t size = options_.read.batch_bytes; cut == 0; size = larger(size)) {
      if (!file_.ended) file_.ended = !file_.buffer.fill(*file_.bytes, size);
      const std::string_view read = file_.buffer.view();
      const bool is_rest = file_.ended && read.size() <= size;
      cut = is_rest ? read.size() : file_.head.records->whole_records(read.substr(0, size));
      if (is_rest && cut == 0) return nullptr;
    }
    return cut_off(cut);
  }

  // At first the head of a file is in the buffer, which may be more than a batch.
  std::size_t larger(std::size_t size) const {
    if (size < options_.largest_record) return std::min(2 * size, options_.largest_record);
    throw Error(ErrorKind::data, fmt::format("the record is longer than {} bytes", options_.largest_record),
                {file_.head.file, line_, 0}, "is there a quote that is opened and not closed?");
  }

  std::unique_ptr<Batch> cut_off(std::size_t size) {
    auto batch = std::make_unique<RowBatch>(spare_);
    ByteBuffer rest = spare_->take();
    rest.append(file_.buffer.view().substr(size));
    batch->bytes = std::exchange(file_.buffer, std::move(rest));
    batch->bytes.shrink(size);
    batch->file = file_.head.file;
    batch->records = file_.head.records;
    batch->first_line = line_;
    line_ += count_line_ends(batch->bytes.view());
    return batch;
  }

  const std::vector<std::unique_ptr<Origin>>& origins_;
  const Head& first_;
  RowSourceOptions options_;
  std::shared_ptr<SpareBuffers> spare_ = std::make_shared<SpareBuffers>();
  std::size_t n_opened_ = 0;
  OpenedFile file_;
  std::size_t line_ = 1;
};

}  // namespace

bool ByteBuffer::fill(Bytes& from, std::size_t size) {
  if (size <= size_) return true;
  reserve(size);
  size_ += read_fully(from, bytes_.get() + size_, size - size_);
  std::memset(bytes_.get() + size_, 0, kPadding);
  return size_ == size;
}

void ByteBuffer::append(std::string_view bytes) {
  if (bytes.empty()) return;
  reserve(size_ + bytes.size());
  std::memcpy(bytes_.get() + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
  std::memset(bytes_.get() + size_, 0, kPadding);
}

void ByteBuffer::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  auto larger = std::make_unique_for_overwrite<char[]>(capacity + kPadding);
  if (size_ > 0) std::memcpy(larger.get(), bytes_.get(), size_);
  bytes_ = std::move(larger);
  capacity_ = capacity;
}

OpenedFile open_file(Origin& origin, bool again, const FormatChoice& format, const ReadOptions& options,
                     const Head* first) {
  OpenedFile file;
  file.bytes = origin.open(again);
  for (std::size_t size = kHeadBytes; size <= kLargestRecord; size *= 2) {
    file.ended = !file.buffer.fill(*file.bytes, size);
    const Opening opening{file.buffer.view(), file.ended, origin.name(), options, first, origin.label()};
    auto head = read_head(format(file.buffer.view()), opening);
    if (!head) continue;
    file.head = std::move(*head);
    return file;
  }
  throw Error(ErrorKind::data, "no end of the header within 1 GiB", {origin.name(), 1, 0},
              "is there a quote that is opened and not closed?");
}

std::unique_ptr<Source<Rows>> row_source(const std::vector<std::unique_ptr<Origin>>& origins,
                                         const Head& first, const RowSourceOptions& options) {
  return std::make_unique<RowSource>(origins, first, options);
}

}  // namespace priory
