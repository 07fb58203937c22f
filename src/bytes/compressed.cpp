// SPDX-License-Identifier: Apache-2.0
// Tells compressed streams by their first bytes, and reads zst and xz through libarchive's raw format.
#include "bytes/compressed.h"

#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "priory/error.h"

namespace priory {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGz = "\x1F\x8B"sv, kZst = "\x28\xB5\x2F\xFD"sv, kXz = "\xFD\x37zXZ\0"sv;
constexpr std::size_t kBlock = 1 << 18;

bool is_gz(std::string_view bytes) {
  return bytes.starts_with(kGz);
}

bool is_archived(std::string_view bytes) {
  return bytes.starts_with(kZst) || bytes.starts_with(kXz);
}

// No more than it takes to tell: a pipe may have a short line and then nothing for a long time.
std::string read_magic(Bytes& from) {
  std::string out;
  const auto may_be = [&](std::string_view magic) {
    return out.size() < magic.size() && magic.starts_with(out);
  };
  while (may_be(kGz) || may_be(kZst) || may_be(kXz)) {
    char next = 0;
    if (from.read(&next, 1) == 0) break;
    out += next;
  }
  return out;
}

// The bytes already looked at, then the rest: a pipe cannot be wound back.
class Rejoined : public Bytes {
 public:
  Rejoined(std::string head, std::unique_ptr<Bytes> rest) : head_(std::move(head)), rest_(std::move(rest)) {}

  std::size_t read(char* into, std::size_t size) override {
    if (at_ == head_.size()) return rest_->read(into, size);
    const std::size_t n = head_.copy(into, size, at_);
    at_ += n;
    return n;
  }
  bool wait(int milliseconds) override { return at_ < head_.size() || rest_->wait(milliseconds); }
  std::uint64_t taken() const override { return rest_->taken(); }

 private:
  std::string head_;
  std::size_t at_ = 0;
  std::unique_ptr<Bytes> rest_;
};

class Unarchived : public Bytes {
 public:
  Unarchived(std::unique_ptr<Bytes> from, std::string name)
      : from_(std::move(from)), name_(std::move(name)), block_(kBlock), archive_(archive_read_new()) {
    archive_read_support_filter_zstd(archive_.get());
    archive_read_support_filter_xz(archive_.get());
    archive_read_support_format_raw(archive_.get());
    archive_read_support_format_empty(archive_.get());
    check(archive_read_open(archive_.get(), this, nullptr, &Unarchived::feed, nullptr));
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(archive_.get(), &entry);
    ended_ = status == ARCHIVE_EOF;  // nothing was compressed
    if (!ended_) check(status);
  }

  std::size_t read(char* into, std::size_t size) override {
    if (ended_ || size == 0) return 0;
    const auto n = archive_read_data(archive_.get(), into, size);
    if (n < 0) check(static_cast<int>(n));
    ended_ = n <= 0;
    return static_cast<std::size_t>(n);
  }
  std::uint64_t taken() const override { return from_->taken(); }

 private:
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };

  // Called by libarchive, through which no exception may pass: it waits until check().
  static la_ssize_t feed(archive* a, void* self, const void** block) {
    auto& me = *static_cast<Unarchived*>(self);
    *block = me.block_.data();
    try {
      return static_cast<la_ssize_t>(me.from_->read(me.block_.data(), me.block_.size()));
    } catch (...) {
      me.failure_ = std::current_exception();
      archive_set_error(a, EIO, "reading failed");
      return ARCHIVE_FATAL;
    }
  }

  void check(int status) {
    if (failure_) std::rethrow_exception(failure_);
    if (status == ARCHIVE_OK) return;
    const char* text = archive_error_string(archive_.get());
    const std::string_view why = text == nullptr ? "damaged data"sv : text;
    if (why.find("too much memory") != std::string_view::npos)
      throw Error(ErrorKind::data, "cannot decompress: it was compressed with a window of more than 128 MB",
                  {name_, 0, 0}, "decompress it first, or compress it without zstd's ‹long›");
    throw Error(ErrorKind::data, "cannot decompress: " + std::string(why), {name_, 0, 0},
                "the file is damaged or was cut short: copy or compress it again");
  }

  std::unique_ptr<Bytes> from_;
  std::string name_;
  std::vector<char> block_;
  std::exception_ptr failure_;
  std::unique_ptr<archive, Free> archive_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Bytes> unarchived(std::unique_ptr<Bytes> from, const std::string& name) {
  return std::make_unique<Unarchived>(std::move(from), name);
}

bool is_compressed(std::string_view first_bytes) {
  return is_gz(first_bytes) || is_archived(first_bytes);
}

std::unique_ptr<Bytes> rejoined(std::string head, std::unique_ptr<Bytes> rest) {
  return std::make_unique<Rejoined>(std::move(head), std::move(rest));
}

std::unique_ptr<Bytes> decompressed(std::unique_ptr<Bytes> from, const std::string& name) {
  std::string head = read_magic(*from);
  const bool gz = is_gz(head), archived = is_archived(head);
  auto whole = std::make_unique<Rejoined>(std::move(head), std::move(from));
  if (gz) return gunzipped(std::move(whole), name);
  if (archived) return unarchived(std::move(whole), name);
  return whole;
}

}  // namespace priory
