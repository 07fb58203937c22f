// SPDX-License-Identifier: Apache-2.0
// Files written whole or not at all, and files mapped into memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace priory {

// Writes beside `path`, syncs, renames. An Error of kind io leaves what was there.
void write_file(const std::string& path, std::string_view bytes);
void write_file(const std::string& path, std::span<const std::string_view> pieces);  // one after the other

// Holds the lock of a file that writers replace: whoever waited for it sees the file that is there then.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
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
