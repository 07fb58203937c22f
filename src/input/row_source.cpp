// SPDX-License-Identifier: Apache-2.0
// What follows the last whole record of a batch is carried over to the next. A record that goes on and on
// makes the buffer grow by doubling, so that looking for its end again costs no more than a constant factor.
#include "input/row_source.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <utility>

#include "input/csv/csv_header.h"
#include "input/lines.h"

namespace priory {
namespace {

constexpr std::size_t kHeadBytes = 1 << 16;
constexpr std::size_t kAhead = 1 << 12;  // read beyond a batch, to see where a record begins
constexpr int kPatience = 50;            // milliseconds

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
  // Called when a batch ends, where nothing may be thrown: without memory for it, the buffer is freed.
  void give(ByteBuffer buffer) noexcept {
    const std::lock_guard lock(mutex_);
    buffer.clear();
    try {
      spare_.push_back(std::move(buffer));
    } catch (const std::bad_alloc&) {
    }
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

class RowDecoder : public Decoder<Records> {
 public:
  void decode(const Batch& batch, const std::function<void(const Records&)>& take) override {
    const auto& ours = static_cast<const RowBatch&>(batch);
    if (ours.bytes.size() == 0) return;
    rows_.clear();
    rows_.file = ours.file;
    ours.records->parse(ours.bytes.view(), ours.first_line, rows_);
    take(rows_);
  }

 private:
  Records rows_;
};

// The first bytes of another stream.
class Limited : public Bytes {
 public:
  Limited(std::unique_ptr<Bytes> from, std::uint64_t size) : from_(std::move(from)), left_(size) {}

  std::size_t read(char* into, std::size_t size) override {
    const std::size_t n = from_->read(into, static_cast<std::size_t>(std::min<std::uint64_t>(size, left_)));
    left_ -= n;
    return n;
  }
  std::uint64_t taken() const override { return from_->taken(); }

 private:
  std::unique_ptr<Bytes> from_;
  std::uint64_t left_;
};

class RowSource : public Source<Records> {
 public:
  RowSource(const std::vector<std::unique_ptr<Origin>>& origins, const Head& first,
            const RowSourceOptions& options)
      : origins_(origins), first_(first), options_(options) {
    // Offsets in a batch have 32 bits.
    options_.read.batch_bytes =
        std::clamp<std::size_t>(options_.read.batch_bytes, 1, options_.largest_record);
  }

  std::unique_ptr<Batch> next() override {
    while (true) {
      if (!file_.bytes && !open_next()) return nullptr;
      auto batch = next_of_file();
      if (batch) return batch;
      passed_ += file_.bytes->taken();
      file_ = {};
    }
  }

  std::unique_ptr<Decoder<Records>> decoder() const override { return std::make_unique<RowDecoder>(); }

  Progress progress() const override {
    if (!total_) total_ = find_total();
    return {Progress::Unit::bytes, passed_ + (file_.bytes ? file_.bytes->taken() : 0), *total_};
  }

 private:
  std::size_t n_pieces() const {
    return options_.pieces != nullptr ? options_.pieces->size() : origins_.size();
  }
  OriginRange piece_at(std::size_t k) const {
    return options_.pieces != nullptr ? (*options_.pieces)[k] : OriginRange{k};
  }

  std::optional<std::uint64_t> find_total() const {
    std::uint64_t out = 0;
    for (std::size_t k = 0; k < n_pieces(); ++k) {
      const OriginRange piece = piece_at(k);
      const auto size = origins_[piece.origin]->size();
      if (!size) return std::nullopt;
      out += std::min(*size, piece.end) - std::min({*size, piece.end, piece.begin});
    }
    return out;
  }

  bool open_next() {
    if (n_opened_ == n_pieces()) return false;
    const OriginRange piece = piece_at(n_opened_);
    ++n_opened_;
    Origin& origin = *origins_[piece.origin];
    file_ = open_file(
        origin, options_.again, [&](std::string_view) { return options_.format; }, options_.read, &first_);
    piece.begin == 0 ? begin_after_head() : begin_at(piece, origin);
    if (piece.end != OriginRange::kToTheEnd) end_at(piece);
    return true;
  }

  void begin_after_head() {
    const std::string_view read = file_.buffer.view();
    line_ = 1 + count_line_ends(read.substr(0, file_.head.size));
    at_ = file_.head.size;
    ByteBuffer rest;
    rest.append(read.substr(file_.head.size));
    file_.buffer = std::move(rest);
  }

  void begin_at(const OriginRange& piece, Origin& origin) {
    file_.bytes = origin.open_at(piece.begin);
    file_.buffer = {}, file_.ended = false;
    line_ = piece.first_line;
    at_ = piece.begin;
  }

  // Of the piece, the bytes in the buffer have been read.
  void end_at(const OriginRange& piece) {
    const std::uint64_t begin = piece.begin == 0 ? file_.head.size : piece.begin;
    const std::uint64_t size = piece.end - std::min(piece.end, begin), read = file_.buffer.size();
    if (read > size) file_.buffer.shrink(static_cast<std::size_t>(size));
    file_.bytes = std::make_unique<Limited>(std::move(file_.bytes), size - std::min(size, read));
    if (read >= size) file_.ended = true;
  }

  // The next whole records of the file at hand; null when there are none.
  std::unique_ptr<Batch> next_of_file() {
    if (!options_.again && falls_short())
      return cut_off(file_.head.records->whole_records(file_.buffer.view()));
    const std::size_t cut = file_.head.records->n_states() > 0 ? cut_by_place() : cut_by_size();
    return cut == 0 ? nullptr : cut_off(cut);
  }

  // Whether the writer of a pipe pauses: then what is whole is handed on, so that it can be answered. A while
  // later even if nothing is, because nobody else gets to write or is interrupted as long as next() waits.
  bool falls_short() {
    const std::size_t ahead = std::min(kAhead, options_.largest_record);
    const std::size_t enough = options_.read.batch_bytes - at_ % options_.read.batch_bytes + ahead;
    while (!file_.ended && file_.buffer.size() < enough) {
      if (!file_.bytes->wait(0) && (has_whole_records() || !file_.bytes->wait(kPatience))) return true;
      file_.ended = !file_.buffer.read_some(*file_.bytes, enough);
    }
    return false;
  }

  bool has_whole_records() const { return file_.head.records->whole_records(file_.buffer.view()) > 0; }

  // Up to the first record that begins at the next multiple of batch_bytes in the file or beyond. So batches
  // do not depend on where the reading began.
  std::size_t cut_by_place() {
    const RecordFormat& records = *file_.head.records;
    const std::size_t most = options_.read.batch_bytes - at_ % options_.read.batch_bytes;
    for (std::size_t ahead = std::min(kAhead, options_.largest_record);; ahead = larger(ahead)) {
      if (!file_.ended) file_.ended = !file_.buffer.fill(*file_.bytes, most + ahead);
      const std::string_view all = file_.buffer.view(), read = all.substr(0, most + ahead);
      const bool is_rest = file_.ended && all.size() == read.size();
      if (is_rest && read.size() <= most) return read.size();
      const std::uint8_t state = records.state_after(RecordFormat::kAtRecord, read.substr(0, most));
      const std::size_t first = records.first_record(state, read.substr(most));
      if (first != RecordFormat::kNone) return most + first;
      if (is_rest) return read.size();
    }
  }

  std::size_t cut_by_size() {
    for (std::size_t size = options_.read.batch_bytes;; size = larger(size)) {
      if (!file_.ended) file_.ended = !file_.buffer.fill(*file_.bytes, size);
      const std::string_view read = file_.buffer.view();
      const bool is_rest = file_.ended && read.size() <= size;
      const std::size_t cut = is_rest ? read.size() : file_.head.records->whole_records(read.substr(0, size));
      if (is_rest || cut > 0) return cut;
    }
  }

  std::size_t larger(std::size_t size) const {
    if (size < options_.largest_record) return std::min(2 * size, options_.largest_record);
    const std::string_view read = file_.buffer.view();
    const std::size_t before = file_.head.records->whole_records(read.substr(0, options_.largest_record));
    throw Error(ErrorKind::data, fmt::format("the record is longer than {} bytes", options_.largest_record),
                {file_.head.file, line_ + count_line_ends(read.substr(0, before)), 0},
                "is there a quote that is opened and not closed?");
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
    at_ += size;
    return batch;
  }

  const std::vector<std::unique_ptr<Origin>>& origins_;
  const Head& first_;
  RowSourceOptions options_;
  std::shared_ptr<SpareBuffers> spare_ = std::make_shared<SpareBuffers>();
  std::size_t n_opened_ = 0;
  OpenedFile file_;
  std::size_t line_ = 1;
  std::uint64_t at_ = 0;                                       // the place in the file of what comes next
  std::uint64_t passed_ = 0;                                   // bytes of the files before
  mutable std::optional<std::optional<std::uint64_t>> total_;  // found when it is first asked for
};

}  // namespace

bool ByteBuffer::fill(Bytes& from, std::size_t size) {
  if (size <= size_) return true;
  reserve(size);
  size_ += read_fully(from, bytes_.get() + size_, size - size_);
  std::memset(bytes_.get() + size_, 0, kPadding);
  return size_ == size;
}

bool ByteBuffer::read_some(Bytes& from, std::size_t size) {
  if (size <= size_) return true;
  reserve(size);
  const std::size_t n = from.read(bytes_.get() + size_, size - size_);
  size_ += n;
  std::memset(bytes_.get() + size_, 0, kPadding);
  return n > 0;
}

bool ByteBuffer::fill_lines(Bytes& from, std::size_t size) {
  while (size_ < size) {
    if (!read_some(from, size)) return false;
    if (!from.wait(0) && view().find('\n') != std::string_view::npos) return true;
  }
  return true;
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

namespace {

// What is found by looking must not depend on how much a pipe had in it at the moment.
bool is_looked_for(const ReadOptions& options) {
  return options.format == Format::detect || (options.format == Format::csv && !options.delimiter);
}

}  // namespace

namespace {

// Whether the first line tells by itself what the rest is: an object, or the columns that rows are known to
// have.
bool first_line_tells(std::string_view bytes, const ReadOptions& options) {
  if (bytes.find('\n') == std::string_view::npos || options.skip_lines > 0) return false;
  const std::string_view text = trim(bytes.substr(0, bytes.find('\n')));
  if (options.format == Format::detect && text.starts_with('{')) return true;
  return !text.empty() && is_header_of(bytes, options.expected);
}

}  // namespace

OpenedFile open_file(Origin& origin, bool again, const FormatChoice& format, const ReadOptions& options,
                     const Head* first) {
  OpenedFile file;
  file.bytes = origin.open(again);
  for (std::size_t size = kHeadBytes; size <= kLargestRecord;) {
    file.ended = !file.buffer.fill_lines(*file.bytes, size);
    if (!file.ended && is_looked_for(options) && !first_line_tells(file.buffer.view(), options))
      file.ended = !file.buffer.fill(*file.bytes, size);
    const Opening opening{file.buffer.view(), file.ended, origin.name(), options, first, origin.label()};
    auto head = read_head(format(file.buffer.view()), opening);
    if (!head && (file.ended || file.buffer.size() == size)) size *= 2;
    if (!head) continue;
    file.head = std::move(*head);
    return file;
  }
  throw Error(ErrorKind::data, fmt::format("no end of the header within {} bytes", kLargestRecord),
              {origin.name(), 1, 0}, "is there a quote that is opened and not closed?");
}

std::unique_ptr<Source<Records>> row_source(const std::vector<std::unique_ptr<Origin>>& origins,
                                            const Head& first, const RowSourceOptions& options) {
  return std::make_unique<RowSource>(origins, first, options);
}

}  // namespace priory
