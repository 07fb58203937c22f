// SPDX-License-Identifier: Apache-2.0
#include "bytes/origin.h"

#include <algorithm>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "bytes/compressed.h"
#include "bytes/pipe.h"
#include "bytes/utf16.h"

namespace priory {
namespace {

// Whether the bytes are read as they stand.
bool is_plain(std::string_view first_bytes) {
  return !is_compressed(first_bytes) && utf16_of(first_bytes) == Utf16::none;
}

class FileOrigin : public Origin {
 public:
  explicit FileOrigin(std::string path)
      : path_(std::move(path)), name_(path_ == "-" ? "standard input" : path_) {}

  const std::string& name() const override { return name_; }

  std::unique_ptr<Bytes> open(bool again) override {
    const std::lock_guard lock(mutex_);
    if (pipe_) return as_utf8(pipe_->reader(again));
    const auto file = open_descriptor(path_);
    if (file->is_regular(name_))
      return as_utf8(decompressed(file_bytes(file, name_, start_of(*file)), name_));
    pipe_ = std::make_shared<Pipe>(decompressed(file_bytes(file, name_, -1), name_), name_);
    return as_utf8(pipe_->reader(again));
  }

  std::optional<Extent> extent() override {
    const auto file = open_descriptor(path_);
    if (path_ == "-" || !file->is_regular(name_)) return std::nullopt;
    std::string first(kUtf16Head, '\0');
    first.resize(read_fully(*file_bytes(file, name_, 0), first.data(), first.size()));
    const off_t size = ::lseek(file->fd(), 0, SEEK_END);
    return Extent{static_cast<std::uint64_t>(std::max<off_t>(size, 0)), is_plain(first)};
  }

  std::optional<std::uint64_t> size() const override {
    struct stat status {};
    const bool input = path_ == "-";
    if ((input ? ::fstat(STDIN_FILENO, &status) : ::stat(path_.c_str(), &status)) != 0) return std::nullopt;
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    const off_t begin = input ? std::max<off_t>(::lseek(STDIN_FILENO, 0, SEEK_CUR), 0) : 0;
    return static_cast<std::uint64_t>(std::max<off_t>(status.st_size - begin, 0));
  }

  std::unique_ptr<Bytes> open_at(std::uint64_t offset) override {
    return file_bytes(open_descriptor(path_), name_, static_cast<long long>(offset));
  }

 private:
  // Standard input may be a file that another program has read the beginning of. Reading with an offset
  // leaves the descriptor where it stands, so the next open() finds the same start.
  static long long start_of(const Descriptor& file) {
    const off_t at = ::lseek(file.fd(), 0, SEEK_CUR);
    return at < 0 ? 0 : at;
  }

  std::string path_;
  std::string name_;
  std::mutex mutex_;
  std::shared_ptr<Pipe> pipe_;
};

class LabelledOrigin : public Origin {
 public:
  LabelledOrigin(std::shared_ptr<Origin> origin, std::string label)
      : origin_(std::move(origin)), label_(std::move(label)) {}

  const std::string& name() const override { return origin_->name(); }
  std::string_view label() const override { return label_; }
  std::unique_ptr<Bytes> open(bool again) override { return origin_->open(again); }
  std::optional<std::uint64_t> size() const override { return origin_->size(); }

 private:
  std::shared_ptr<Origin> origin_;
  std::string label_;
};

class TextOrigin : public Origin {
 public:
  TextOrigin(std::string text, std::string name)
      : text_(std::make_shared<const std::string>(std::move(text))), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::unique_ptr<Bytes> open(bool) override { return as_utf8(decompressed(text_bytes(text_), name_)); }
  std::optional<Extent> extent() override { return Extent{text_->size(), is_plain(*text_)}; }
  std::optional<std::uint64_t> size() const override { return text_->size(); }
  std::unique_ptr<Bytes> open_at(std::uint64_t offset) override { return text_bytes(text_, offset); }

 private:
  std::shared_ptr<const std::string> text_;
  std::string name_;
};

}  // namespace

std::unique_ptr<Origin> file_origin(std::string path) {
  return std::make_unique<FileOrigin>(std::move(path));
}

std::unique_ptr<Origin> labelled(std::shared_ptr<Origin> origin, std::string label) {
  return std::make_unique<LabelledOrigin>(std::move(origin), std::move(label));
}

std::unique_ptr<Origin> text_origin(std::string text, std::string name) {
  return std::make_unique<TextOrigin>(std::move(text), std::move(name));
}

}  // namespace priory
