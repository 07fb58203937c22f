// SPDX-License-Identifier: Apache-2.0
// What a format has to know. Of a file: how to read its head, which says where the records begin. Of bytes
// that begin at a record: where the last whole record ends (serial, so it must be fast) and how to cut the
// records into cells (done by many threads at once). The bytes given to these two are at most 1 GiB, so that
// offsets within a record fit 32 bits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "priory/table.h"

#include "input/records.h"

namespace priory {

// Immutable, so safe for several threads.
class RecordFormat {
 public:
  virtual ~RecordFormat() = default;
  // The length of the longest prefix that is whole records whatever may follow; 0 when there is none.
  virtual std::size_t whole_records(std::string_view bytes) const = 0;
  // Appends the rows of whole records, the first of which begins at `first_line`. At the end of a file the
  // last line end may be lacking. kPadding bytes after `bytes` must be readable.
  virtual void parse(std::string_view bytes, std::size_t first_line, Records& rows) const = 0;

  // For who begins in the middle of a file, knowing nothing or little of what comes before. Between two bytes
  // reading is in one of some states; kAtRecord, the first of them, is that a record begins here.
  static constexpr std::uint8_t kAtRecord = 0;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  virtual std::uint8_t n_states() const { return 0; }  // 0: such a file is read from the beginning only
  virtual std::uint8_t state_after(std::uint8_t state, std::string_view) const { return state; }
  // Where the first record begins; kNone: not in these bytes, as far as they tell.
  virtual std::size_t first_record(std::uint8_t, std::string_view) const { return kNone; }
};

// A line is a record.
class LineRecords : public RecordFormat {
 public:
  std::size_t whole_records(std::string_view bytes) const final;
  std::uint8_t n_states() const final { return 2; }
  std::uint8_t state_after(std::uint8_t state, std::string_view bytes) const final;
  std::size_t first_record(std::uint8_t state, std::string_view bytes) const final;
};

constexpr std::size_t kPadding = 64;  // simdjson reads so far beyond the end

// What the head of a file says.
struct Head {
  std::string file;
  std::vector<DeclaredColumn> columns;
  char delimiter = ',';
  bool sparse = false;
  std::size_t size = 0;  // bytes before the first record
  std::shared_ptr<const RecordFormat> records;
  std::vector<std::string> notes = {};  // what was noticed, for people
};

// The beginning of a file, as much of it as has been read.
struct Opening {
  std::string_view bytes;
  bool whole = false;  // the file has no more
  const std::string& file;
  const ReadOptions& options;
  const Head* first = nullptr;  // of the table's first file, when this is another: columns must agree
  std::string_view label = {};  // the class of its rows, where the input says it by names; else empty
};

// One a format. Nothing when more bytes are needed to tell.
std::optional<Head> read_csv_head(const Opening& opening);
std::optional<Head> read_jsonl_head(const Opening& opening);
std::optional<Head> read_svmlight_head(const Opening& opening);
std::optional<Head> read_arff_head(const Opening& opening);
std::optional<Head> read_fasttext_head(const Opening& opening);
std::optional<Head> read_lines_head(const Opening& opening);
std::optional<Head> read_text_head(const Opening& opening);
std::optional<Head> read_mail_head(const Opening& opening);
std::optional<Head> read_mbox_head(const Opening& opening);

// Passes over a byte order mark.
std::optional<Head> read_head(Format format, const Opening& opening);

}  // namespace priory
