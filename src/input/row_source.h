// SPDX-License-Identifier: Apache-2.0
// Rows from origins one after the other. next() reads bytes up to the border of a record, about batch_bytes
// of them, and knows the line they begin at; the decoders cut them into rows. A batch holds all its rows
// refer to. Of a pipe that is read once it takes what is there rather than wait for more.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "priory/chunk.h"
#include "priory/table.h"

#include "bytes/origin.h"
#include "input/record_format.h"

namespace priory {

constexpr std::size_t kLargestRecord = std::size_t{1} << 26;

// Bytes that can grow at the end, kPadding of them readable beyond it.
class ByteBuffer {
 public:
  std::string_view view() const { return {bytes_.get(), size_}; }
  std::size_t size() const { return size_; }
  // Reads until it holds `size` bytes; false when the stream ended before.
  bool fill(Bytes& from, std::size_t size);
  bool read_some(Bytes& from, std::size_t size);  // reads once, up to it; false when there is no more
  // Also stops at whole lines when more would have to be waited for.
  bool fill_lines(Bytes& from, std::size_t size);
  void append(std::string_view bytes);
  void shrink(std::size_t size) { size_ = size; }
  void clear() { size_ = 0; }

 private:
  void reserve(std::size_t capacity);

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Reads the head of a file into `buffer` (which then holds it and maybe more) as far as the format needs it.
// `format` is asked once the first bytes are there. How much is read does not depend on batch_bytes.
struct OpenedFile {
  std::unique_ptr<Bytes> bytes;
  ByteBuffer buffer;
  bool ended = false;
  Head head;
};
using FormatChoice = std::function<Format(std::string_view first_bytes)>;
OpenedFile open_file(Origin& origin, bool again, const FormatChoice& format, const ReadOptions& options,
                     const Head* first);

// What is read of an origin: the records that begin from `begin` on and before `end`. Zero is the beginning
// of the file, with its head.
struct OriginRange {
  static constexpr std::uint64_t kToTheEnd = ~std::uint64_t{0};
  std::size_t origin = 0;
  std::uint64_t begin = 0, end = kToTheEnd;
  std::size_t first_line = 1;  // of what begins in the middle
};

struct RowSourceOptions {
  ReadOptions read;
  Format format = Format::csv;
  bool again = false;
  const std::vector<OriginRange>* pieces = nullptr;  // a share of the origins; null: all of them
  std::size_t largest_record = kLargestRecord;
};

// `origins`, `pieces` and `first`, the head of the first origin, must outlive the source.
std::unique_ptr<Source<Records>> row_source(const std::vector<std::unique_ptr<Origin>>& origins,
                                            const Head& first, const RowSourceOptions& options);

}  // namespace priory
