// SPDX-License-Identifier: Apache-2.0
// Bytes that do not fit in memory: a temporary file without a name, gone when the program ends however it
// does. Written at the end only; what is written can be read by many threads at once.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

namespace priory {

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string what);  // for messages: what is kept in it

  std::size_t size() const { return size_; }
  void append(const void* bytes, std::size_t size);
  std::size_t read(std::size_t at, void* into, std::size_t size) const;  // at least one byte, at most `size`
  void read_all(std::size_t at, void* into, std::size_t size) const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail() const;

  std::string what_;
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t size_ = 0;
};

}  // namespace priory
