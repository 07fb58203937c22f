// SPDX-License-Identifier: Apache-2.0
// Files written whole or not at all, and files mapped into memory.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace priory {

// Writes beside `path`, to `path`.writing, syncs, renames. An Error of kind io leaves what was there. Two
// that write to one path wait for each other; what one that was killed has left, the next writes over, so
// that at most one such file stays.
void write_file(const std::string& path, std::string_view bytes);
// The pieces one after the other. `verify` gets the path of what was written before it takes the old one's
// place, and may throw to keep the old one.
using VerifyFile = std::function<void(const std::string& written)>;
void write_file(const std::string& path, std::span<const std::string_view> pieces,
                const VerifyFile& verify = {});

// Holds the lock of a file that writers replace: whoever waited for it sees the file that is there then.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  static std::unique_ptr<FileLock> if_there(const std::string& path);  // null: there is no such file yet
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_ = -1;
};

class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace priory
