// SPDX-License-Identifier: Apache-2.0
// A file that is there whole or not at all: written beside its place, synced, and renamed by commit().
// Without it nothing is left. A device, a pipe or - (stdout) is written to as it is. With ranks, the first
// one writes.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace priory::app {

class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();
  const std::string& place() const { return temporary_.empty() ? path_ : temporary_; }  // where it is written

 private:
  [[noreturn]] void fail() const;

  std::string path_, temporary_;  // empty: there is none
  std::FILE* file_ = nullptr;     // null: stdout, or another rank writes
};

}  // namespace priory::app
