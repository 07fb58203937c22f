// SPDX-License-Identifier: Apache-2.0
#include "bytes/utf16.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "bytes/charset.h"
#include "bytes/compressed.h"

namespace priory {
namespace {

constexpr char32_t kFirstHigh = 0xD800, kFirstLow = 0xDC00, kAfterLow = 0xE000, kMark = 0xFEFF;
constexpr char32_t kBeyondPlane = 0x10000;

bool is_high(char32_t unit) {
  return unit >= kFirstHigh && unit < kFirstLow;
}
bool is_low(char32_t unit) {
  return unit >= kFirstLow && unit < kAfterLow;
}

class Utf16Bytes : public Bytes {
 public:
  Utf16Bytes(std::unique_ptr<Bytes> from, bool big) : from_(std::move(from)), big_(big) {}

  std::size_t read(char* into, std::size_t size) override {
    while (at_ == out_.size() && !ended_) refill();
    const std::size_t n = std::min(size, out_.size() - at_);
    std::memcpy(into, out_.data() + at_, n);
    at_ += n;
    return n;
  }
  bool wait(int milliseconds) override { return at_ < out_.size() || from_->wait(milliseconds); }
  std::uint64_t taken() const override { return from_->taken(); }
  std::string_view charset() const override { return "UTF-16"; }

 private:
  void refill() {
    std::array<char, 1 << 14> room;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before read
    const std::size_t n = from_->read(room.data(), room.size());
    out_.clear(), at_ = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const auto byte = static_cast<unsigned char>(room[k]);
      if (std::exchange(half_, !half_))
        add(big_ ? first_ << 8U | byte : static_cast<char32_t>(byte) << 8U | first_);
      else
        first_ = byte;
    }
    if (n > 0) return;
    ended_ = true;
    if (half_ || high_ != 0) append_utf8(kFirstHigh, out_);  // cut off: U+FFFD
  }

  void add(char32_t unit) {
    const char32_t high = std::exchange(high_, U'\0');
    const bool begins = std::exchange(begins_, false);
    if (high != 0 && is_low(unit))
      return append_utf8(kBeyondPlane + ((high - kFirstHigh) << 10U) + (unit - kFirstLow), out_);
    if (high != 0) append_utf8(high, out_);  // alone: U+FFFD
    if (is_high(unit))
      high_ = unit;
    else if (!begins || unit != kMark)
      append_utf8(unit, out_);
  }

  std::unique_ptr<Bytes> from_;
  bool big_, half_ = false, begins_ = true, ended_ = false;
  char32_t first_ = 0, high_ = 0;  // half a unit, half a character
  std::string out_;
  std::size_t at_ = 0;
};

}  // namespace

Utf16 utf16_of(std::string_view head) {
  if (head.starts_with("\xFF\xFE")) return Utf16::little_endian;
  if (head.starts_with("\xFE\xFF")) return Utf16::big_endian;
  const std::string_view some = head.substr(0, kUtf16Head);
  if (some.size() < 8) return Utf16::none;
  std::array<std::size_t, 2> zeros{};
  for (std::size_t k = 0; k < some.size(); ++k) zeros[k % 2] += some[k] == '\0' ? 1U : 0U;
  const auto [few, many] = std::minmax(zeros[0], zeros[1]);  // few: U+1F600 has one in its other half
  if (4 * few > many || 4 * many < some.size()) return Utf16::none;
  return zeros[1] == many ? Utf16::little_endian : Utf16::big_endian;
}

std::unique_ptr<Bytes> as_utf8(std::unique_ptr<Bytes> from) {
  std::string head(kUtf16Head, '\0');
  std::size_t size = 0;
  while (size < head.size() && (size == 0 || from->wait(0))) {  // of a pipe, what is there
    const std::size_t n = from->read(head.data() + size, head.size() - size);
    if (n == 0) break;
    size += n;
  }
  head.resize(size);
  const Utf16 order = utf16_of(head);
  auto whole = rejoined(std::move(head), std::move(from));
  if (order == Utf16::none) return whole;
  return std::make_unique<Utf16Bytes>(std::move(whole), order == Utf16::big_endian);
}

}  // namespace priory
