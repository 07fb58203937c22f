// SPDX-License-Identifier: Apache-2.0
#include "files/output_file.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "command.h"
#include "ranks.h"

namespace priory::app {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-" || !is_first_rank()) return;
  struct stat about {};
  const bool special = ::stat(path_.c_str(), &about) == 0 && !S_ISREG(about.st_mode);
  const std::string to = special ? path_ : path_ + ".writing";
  const int made = special ? 0 : O_CREAT | O_TRUNC | O_NOFOLLOW;
  constexpr mode_t kReadable = 0666;  // less what umask takes
  const int fd = ::open(to.c_str(), O_WRONLY | O_CLOEXEC | made, kReadable);
  if (fd < 0) fail();
  if (!special) temporary_ = to;
  file_ = ::fdopen(fd, "wb");
  if (file_ == nullptr) fail();
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) static_cast<void>(std::fclose(file_));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (path_ == "-") return write_output(text);
  if (file_ != nullptr && std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void OutputFile::commit() {
  if (file_ == nullptr) return;
  if (std::fflush(file_) != 0 || (!temporary_.empty() && ::fsync(::fileno(file_)) != 0)) fail();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
  temporary_.clear();
}

void OutputFile::fail() const {
  throw Error(ErrorKind::io,
              fmt::format("cannot write {}: {}", path_, std::generic_category().message(errno)));
}

}  // namespace priory::app
