// SPDX-License-Identifier: Apache-2.0
// Files and texts in memory. Plain files are read with read(2) straight into the caller's buffer: the batches
// are large, so another layer of buffering would only cost a copy.
#include "bytes/bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "priory/error.h"

namespace priory {
namespace {

[[noreturn]] void fail(const std::string& verb, const std::string& name, int error) {
  const std::string why = std::system_category().message(error);
  throw Error(ErrorKind::io, "cannot " + verb + " " + name + ": " + why);
}

class FileBytes : public Bytes {
 public:
  FileBytes(std::shared_ptr<Descriptor> file, std::string name, long long offset)
      : file_(std::move(file)), name_(std::move(name)), offset_(offset) {}

  std::size_t read(char* into, std::size_t size) override {
    while (true) {
      // Not for long at a time: the owner of the standard input may put another file in its place.
      while (offset_ < 0 && !wait(kPatience)) {
      }
      const ssize_t n =
          offset_ < 0 ? ::read(file_->fd(), into, size) : ::pread(file_->fd(), into, size, offset_);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("read", name_, errno);
      if (offset_ >= 0) offset_ += n;
      taken_ += static_cast<std::uint64_t>(n);
      return static_cast<std::size_t>(n);
    }
  }

  bool wait(int milliseconds) override {
    pollfd asked{file_->fd(), POLLIN, 0};
    return offset_ >= 0 || ::poll(&asked, 1, milliseconds) > 0;
  }
  std::uint64_t taken() const override { return taken_; }

 private:
  static constexpr int kPatience = 200;  // milliseconds
  std::shared_ptr<Descriptor> file_;
  std::string name_;
  long long offset_;
  std::uint64_t taken_ = 0;
};

class TextBytes : public Bytes {
 public:
  TextBytes(std::shared_ptr<const std::string> text, std::size_t offset)
      : text_(std::move(text)), begin_(offset), at_(offset) {}

  std::size_t read(char* into, std::size_t size) override {
    const std::size_t n = text_->copy(into, size, at_);
    at_ += n;
    return n;
  }
  std::uint64_t taken() const override { return at_ - begin_; }

 private:
  std::shared_ptr<const std::string> text_;
  std::size_t begin_, at_;
};

}  // namespace

std::size_t read_fully(Bytes& from, char* into, std::size_t size) {
  std::size_t n = 0;
  while (n < size) {
    const std::size_t more = from.read(into + n, size - n);
    if (more == 0) break;
    n += more;
  }
  return n;
}

Descriptor::~Descriptor() {
  if (!borrowed_) ::close(fd_);
}

bool Descriptor::is_regular(const std::string& name) const {
  struct stat status {};
  if (::fstat(fd_, &status) != 0) fail("read", name, errno);
  if (S_ISDIR(status.st_mode)) throw Error(ErrorKind::io, "cannot read " + name + ": it is a directory");
  return S_ISREG(status.st_mode);
}

std::shared_ptr<Descriptor> open_descriptor(const std::string& path) {
  if (path == "-") return std::make_shared<Descriptor>(STDIN_FILENO, true);
  int fd = -1;
  do {
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) fail("open", path, errno);
  return std::make_shared<Descriptor>(fd, false);
}

std::unique_ptr<Bytes> file_bytes(std::shared_ptr<Descriptor> file, std::string name, long long offset) {
  return std::make_unique<FileBytes>(std::move(file), std::move(name), offset);
}

std::unique_ptr<Bytes> text_bytes(std::shared_ptr<const std::string> text, std::size_t offset) {
  return std::make_unique<TextBytes>(std::move(text), offset);
}

}  // namespace priory
