// SPDX-License-Identifier: Apache-2.0
#include "bytes/temporary_file.h"

#include <cerrno>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "priory/error.h"

namespace priory {

TemporaryFile::TemporaryFile(std::string what) : what_(std::move(what)), file_(std::tmpfile()) {
  if (!file_) fail();
}

void TemporaryFile::append(const void* bytes, std::size_t size) {
  if (std::fwrite(bytes, 1, size, file_.get()) != size || std::fflush(file_.get()) != 0) fail();
  size_ += size;
}

std::size_t TemporaryFile::read(std::size_t at, void* into, std::size_t size) const {
  ssize_t n = -1;
  do {
    n = ::pread(::fileno(file_.get()), into, size, static_cast<off_t>(at));
  } while (n < 0 && errno == EINTR);
  if (n <= 0) fail();
  return static_cast<std::size_t>(n);
}

void TemporaryFile::read_all(std::size_t at, void* into, std::size_t size) const {
  for (std::size_t done = 0; done < size;)
    done += read(at + done, static_cast<char*>(into) + done, size - done);
}

void TemporaryFile::fail() const {
  throw Error(ErrorKind::io,
              "cannot keep " + what_ + " in a temporary file: " + std::system_category().message(errno), {},
              "make room where temporary files go, or write the data to a file and read that");
}

}  // namespace priory
