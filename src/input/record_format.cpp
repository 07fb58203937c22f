// SPDX-License-Identifier: Apache-2.0
#include "input/record_format.h"

#include "input/lines.h"

namespace priory {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::optional<Head> read_marked_head(Format format, const Opening& opening) {
  switch (format) {
    case Format::jsonl:
      return read_jsonl_head(opening);
    case Format::svmlight:
      return read_svmlight_head(opening);
    case Format::arff:
      return read_arff_head(opening);
    case Format::fasttext:
      return read_fasttext_head(opening);
    case Format::lines:
      return read_lines_head(opening);
    case Format::text:
      return read_text_head(opening);
    case Format::mail:
      return read_mail_head(opening);
    case Format::mbox:
      return read_mbox_head(opening);
    case Format::csv:
    case Format::detect:
    case Format::sqlite:  // no bytes are cut there
    case Format::duckdb:
    case Format::postgresql:
      break;
  }
  return read_csv_head(opening);
}

}  // namespace

std::size_t LineRecords::whole_records(std::string_view bytes) const {
  return whole_lines(bytes);
}

std::uint8_t LineRecords::state_after(std::uint8_t state, std::string_view bytes) const {
  return bytes.empty() ? state : bytes.back() == '\n' ? kAtRecord : 1;
}

std::size_t LineRecords::first_record(std::uint8_t state, std::string_view bytes) const {
  if (state == kAtRecord) return 0;
  const std::size_t end = bytes.find('\n');
  return end == std::string_view::npos ? kNone : end + 1;
}

std::optional<Head> read_head(Format format, const Opening& opening) {
  const std::size_t mark = opening.bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const Opening unmarked{
      opening.bytes.substr(mark), opening.whole, opening.file, opening.options, opening.first, opening.label};
  std::optional<Head> head = read_marked_head(format, unmarked);
  if (!head) return head;
  head->size += mark;
  head->file = opening.file;
  return head;
}

}  // namespace priory
