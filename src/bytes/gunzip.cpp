// SPDX-License-Identifier: Apache-2.0
// gz, through zlib itself: libarchive 3.6 does not compare the checksum at the end of a member, so that a
// damaged file would be read as if nothing had happened. Members one after the other are one stream.
#include <string_view>
#include <utility>
#include <vector>
#include <zlib.h>

#include "priory/error.h"

#include "bytes/compressed.h"

namespace priory {
namespace {

constexpr std::size_t kGzipBlock = 1 << 18;
constexpr std::size_t kLargest = 1 << 30;  // zlib counts in 32 bits
constexpr int kGzipOnly = 15 + 16;         // the largest window; a gzip header is required

class Gunzipped : public Bytes {
 public:
  Gunzipped(std::unique_ptr<Bytes> from, std::string name)
      : from_(std::move(from)), name_(std::move(name)), block_(kGzipBlock) {
    if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw Error(ErrorKind::io, "cannot start zlib");
  }
  ~Gunzipped() override { inflateEnd(&zlib_); }
  Gunzipped(const Gunzipped&) = delete;
  Gunzipped& operator=(const Gunzipped&) = delete;

  std::size_t read(char* into, std::size_t size) override {
    const auto room = static_cast<uInt>(size < kLargest ? size : kLargest);
    zlib_.next_out = reinterpret_cast<Bytef*>(into);
    zlib_.avail_out = room;
    while (!ended_ && zlib_.avail_out == room && room > 0) step();
    return room - zlib_.avail_out;
  }
  std::uint64_t taken() const override { return from_->taken(); }

 private:
  void step() {
    if (zlib_.avail_in == 0 && !refill()) fail("the data ends too early");
    const int status = inflate(&zlib_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) return end_member();
    if (status != Z_OK && status != Z_BUF_ERROR) fail(zlib_.msg != nullptr ? zlib_.msg : "damaged data");
  }

  bool refill() {
    zlib_.next_in = reinterpret_cast<Bytef*>(block_.data());
    zlib_.avail_in = static_cast<uInt>(from_->read(block_.data(), block_.size()));
    return zlib_.avail_in > 0;
  }

  // Another member, the end, or zeros that some tape programs pad with.
  void end_member() {
    while (zlib_.avail_in > 0 || refill()) {
      if (*zlib_.next_in != 0) {
        if (inflateReset(&zlib_) != Z_OK) fail("damaged data");
        return;
      }
      ++zlib_.next_in;
      --zlib_.avail_in;
    }
    ended_ = true;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ErrorKind::data, "cannot decompress: " + why, {name_, 0, 0},
                "the file is damaged or was cut short: copy or compress it again");
  }

  std::unique_ptr<Bytes> from_;
  std::string name_;
  std::vector<char> block_;
  z_stream zlib_ = {};
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Bytes> gunzipped(std::unique_ptr<Bytes> from, const std::string& name) {
  return std::make_unique<Gunzipped>(std::move(from), name);
}

}  // namespace priory
