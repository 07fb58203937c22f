// SPDX-License-Identifier: Apache-2.0
// Beginning in the middle of a CSV file: whether a line end is one of a record depends on all quotes before
// it. Only quotes are looked at, so that passing over bytes is about as fast as memchr.
#include <string_view>

#include "input/csv/csv_cut.h"

namespace priory {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// Goes from one change of the state to the next.
class Walk {
 public:
  Walk(std::uint8_t state, std::string_view bytes, char delimiter)
      : begin_(state), bytes_(bytes), delimiter_(delimiter), quoted_(state == kCsvQuoted) {
    if (state == kCsvClosing && !bytes.empty() && bytes[0] == '"') quoted_ = true, at_ = 1;
  }

  bool quoted() const { return quoted_; }
  std::size_t at() const { return at_; }

  // Out of the quotes; false: they do not close here, or it cannot be told.
  bool close() {
    for (at_ = bytes_.find('"', at_); at_ != kNone; at_ = bytes_.find('"', at_ + 2)) {
      if (at_ + 1 == bytes_.size()) return ends_with_quote_ = true, false;
      if (bytes_[at_ + 1] != '"') return ++at_, quoted_ = false, true;
    }
    return false;
  }
  bool ends_with_quote() const { return ends_with_quote_; }

  // The next quote that opens a cell; kNone: there is none.
  std::size_t next_opening() const {
    std::size_t quote = bytes_.find('"', at_);
    while (quote != kNone && !opens(quote)) quote = bytes_.find('"', quote + 1);
    return quote;
  }
  void open(std::size_t quote) { quoted_ = true, at_ = quote + 1; }

 private:
  bool opens(std::size_t quote) const {
    if (quote == 0) return begin_ == kCsvRecord || begin_ == kCsvCell || begin_ == kCsvReturn;
    const char before = bytes_[quote - 1];
    return before == delimiter_ || before == '\n' || before == '\r';
  }

  std::uint8_t begin_;
  std::string_view bytes_;
  char delimiter_;
  bool quoted_;
  bool ends_with_quote_ = false;
  std::size_t at_ = 0;
};

std::uint8_t state_outside(char last, char delimiter) {
  if (last == delimiter) return kCsvCell;
  return last == '\n' ? kCsvRecord : last == '\r' ? kCsvReturn : kCsvBare;
}

}  // namespace

std::uint8_t csv_state_after(std::uint8_t state, std::string_view bytes, char delimiter) {
  if (bytes.empty()) return state;
  Walk walk(state, bytes, delimiter);
  while (true) {
    if (walk.quoted() && !walk.close()) return walk.ends_with_quote() ? kCsvClosing : kCsvQuoted;
    const std::size_t quote = walk.next_opening();
    if (quote == kNone) return state_outside(bytes.back(), delimiter);
    walk.open(quote);
  }
}

std::size_t first_csv_record(std::uint8_t state, std::string_view bytes, char delimiter) {
  if (state == kCsvRecord) return 0;
  if (state == kCsvReturn) return bytes.empty() ? kNone : bytes[0] == '\n' ? 1 : 0;
  Walk walk(state, bytes, delimiter);
  while (true) {
    if (walk.quoted() && !walk.close()) return kNone;
    const std::size_t quote = walk.next_opening();
    const std::size_t end = bytes.find_first_of("\r\n", walk.at());
    if (end != kNone && end < quote) {
      if (bytes[end] == '\n') return end + 1;
      if (end + 1 == bytes.size()) return kNone;
      return bytes[end + 1] == '\n' ? end + 2 : end + 1;
    }
    if (quote == kNone) return kNone;
    walk.open(quote);
  }
}

}  // namespace priory
