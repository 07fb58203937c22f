// SPDX-License-Identifier: Apache-2.0
#include "store/file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "priory/error.h"

namespace priory {
namespace {

[[noreturn]] void fail_to(std::string_view what, const std::string& path) {
  throw Error(ErrorKind::io,
              fmt::format("cannot {} {}: {}", what, path, std::generic_category().message(errno)));
}

// A file descriptor that is closed at the end of its scope.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

// The disk is set to work after every few megabytes, so that little is left to wait for when the file is
// synced.
void write_all(int fd, std::string_view bytes, const std::string& path) {
  constexpr std::size_t kStretch = std::size_t{4} << 20U;
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), std::min(bytes.size(), kStretch));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_to("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(n));
    if (!bytes.empty()) ::sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);  // a hint: it may fail
  }
}

void sync_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const Descriptor descriptor{
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (descriptor.fd >= 0) ::fsync(descriptor.fd);
}

// Opens a file and holds its lock. When the holder before has renamed or removed the file, the lock got is
// that of a file that is no longer there: then it is tried again on the one that is.
int open_locked(const std::string& path, int flags, std::string_view what, const std::string& name) {
  while (true) {
    Descriptor file{::open(path.c_str(), flags | O_CLOEXEC, 0666)};
    if (file.fd < 0) fail_to(what, name);
    while (::flock(file.fd, LOCK_EX) != 0) {
      if (errno != EINTR) fail_to("lock", name);
    }
    struct stat held {
    }, there{};
    if (::fstat(file.fd, &held) == 0 && ::stat(path.c_str(), &there) == 0 && held.st_ino == there.st_ino &&
        held.st_dev == there.st_dev)
      return std::exchange(file.fd, -1);
  }
}

// A device or a pipe is written to as it is: renaming would put a file in its place.
bool write_special(const std::string& path, std::span<const std::string_view> pieces) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0 || S_ISREG(about.st_mode)) return false;
  const Descriptor file{::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
  if (file.fd < 0) fail_to("write", path);
  for (const std::string_view piece : pieces) write_all(file.fd, piece, path);
  return true;
}

}  // namespace

void write_file(const std::string& path, std::string_view bytes) {
  write_file(path, {&bytes, 1});
}

void write_file(const std::string& path, std::span<const std::string_view> pieces, const VerifyFile& verify) {
  if (write_special(path, pieces)) return;
  const std::string temporary = path + ".writing";
  const Descriptor file{open_locked(temporary, O_WRONLY | O_CREAT | O_NOFOLLOW, "write", path)};
  try {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(file.fd, 0666 & ~mask);
    if (::ftruncate(file.fd, 0) != 0) fail_to("write", path);  // what a writer that was killed has left
    for (const std::string_view piece : pieces) write_all(file.fd, piece, path);
    if (::fsync(file.fd) != 0) fail_to("sync", path);
    if (verify) verify(temporary);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail_to("write", path);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  sync_folder(path);
}

FileLock::FileLock(const std::string& path) : fd_(open_locked(path, O_RDONLY, "open", path)) {}

std::unique_ptr<FileLock> FileLock::if_there(const std::string& path) {
  struct stat about {};
  const bool there =
      ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && ::access(path.c_str(), R_OK) == 0;
  return there ? std::make_unique<FileLock>(path) : nullptr;
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

MappedFile::MappedFile(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat about {};
  if (file.fd < 0 || ::fstat(file.fd, &about) != 0) fail_to("open", path);
  if (S_ISDIR(about.st_mode)) errno = EISDIR, fail_to("read", path);
  size_ = static_cast<std::size_t>(about.st_size);
  if (size_ == 0) return;
  void* data = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.fd, 0);
  if (data == MAP_FAILED) fail_to("map", path);
  data_ = static_cast<const char*>(data);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace priory
