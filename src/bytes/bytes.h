// SPDX-License-Identifier: Apache-2.0
// A stream of bytes, read once from front to back. Everything below the formats is one of these: a file, a
// text in memory, a pipe, or the decompressed form of another stream. A stream belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace priory {

class Bytes {
 public:
  virtual ~Bytes() = default;
  // Reads up to `size` bytes (at least one, when size > 0) and tells how many; 0 is the end.
  virtual std::size_t read(char* into, std::size_t size) = 0;
  // Whether read() would find something, or the end, within so many milliseconds; true where nobody has to be
  // waited for.
  virtual bool wait(int) { return true; }
  // How many bytes of the file beneath were read so far: of a compressed one, compressed bytes.
  virtual std::uint64_t taken() const { return 0; }
  virtual std::string_view charset() const { return {}; }  // that was converted to UTF-8; empty: nothing was
};

// Reads until `size` bytes are there or the stream ends.
std::size_t read_fully(Bytes& from, char* into, std::size_t size);

// An open file descriptor: closed with its owner, unless it is borrowed (standard input).
class Descriptor {
 public:
  Descriptor(int fd, bool borrowed) : fd_(fd), borrowed_(borrowed) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int fd() const { return fd_; }
  bool is_regular(const std::string& name) const;  // can be read again; a directory is an Error

 private:
  int fd_;
  bool borrowed_;
};

std::shared_ptr<Descriptor> open_descriptor(const std::string& path);  // "-" is standard input

// The bytes of a descriptor. With `offset` they are read from there whoever else reads the same descriptor;
// a negative one reads on from where the descriptor stands (pipes).
std::unique_ptr<Bytes> file_bytes(std::shared_ptr<Descriptor> file, std::string name, long long offset);

// The bytes of a text, which must not change as long as it is read.
std::unique_ptr<Bytes> text_bytes(std::shared_ptr<const std::string> text, std::size_t offset = 0);

}  // namespace priory
