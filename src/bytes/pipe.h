// SPDX-License-Identifier: Apache-2.0
// A pipe that can be read more than once: what a reader asks to keep goes into memory, and beyond a megabyte
// into a temporary file without a name. Readers may come and go, and read while another is half way; what
// nobody kept is gone, and reading it again is an Error. Safe for several threads.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "bytes/bytes.h"
#include "bytes/temporary_file.h"

namespace priory {

class Pipe : public std::enable_shared_from_this<Pipe> {
 public:
  Pipe(std::unique_ptr<Bytes> live, std::string name);

  // From the start. `again`: what this reader takes from the pipe is kept for others.
  std::unique_ptr<Bytes> reader(bool again);

  std::size_t read_at(std::size_t at, char* into, std::size_t size, bool keep);
  bool wait_at(std::size_t at, int milliseconds);

 private:
  std::size_t read_kept(std::size_t at, char* into, std::size_t size);
  void keep_more(const char* bytes, std::size_t size);
  [[noreturn]] void gone() const;

  std::mutex mutex_;
  std::unique_ptr<Bytes> live_;
  std::string name_;
  std::size_t live_at_ = 0;               // how much has been taken from the pipe
  std::size_t kept_ = 0;                  // of which the first `kept_` bytes are kept
  std::string memory_;                    // the first of them
  std::unique_ptr<TemporaryFile> spool_;  // the rest
};

}  // namespace priory
