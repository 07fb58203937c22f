// SPDX-License-Identifier: Apache-2.0
#include "store/file.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

#include "input/reading.h"

namespace priory::testing {
namespace {

using ::testing::HasSubstr;

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t n_files(const Folder& folder) {
  std::size_t out = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(folder.path("."))) ++out;
  return out;
}

TEST(WriteFile, ReplacesWhatWasThere) {
  const Folder folder;
  const std::string path = folder.write("m", "old");
  write_file(path, "new");
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(n_files(folder), 1U);  // no temporary file stays
  write_file(path, "");
  EXPECT_EQ(content(path), "");
}

TEST(WriteFile, TakesOverWhatAKilledWriterHasLeft) {
  const Folder folder;
  const std::string path = folder.write("m", "old");
  folder.write("m.writing", "a longer text that was not finished");
  write_file(path, "new");
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(n_files(folder), 1U);
}

TEST(FileLock, IsNoneWhereThereIsNoFile) {
  const Folder folder;
  EXPECT_EQ(FileLock::if_there(folder.path("m")), nullptr);
  EXPECT_EQ(FileLock::if_there(folder.path(".")), nullptr);
  EXPECT_NE(FileLock::if_there(folder.write("m", "")), nullptr);
}

TEST(WriteFile, AFolderThatIsNotThereIsAnError) {
  const Folder folder;
  EXPECT_THAT(error_of(ErrorKind::io, [&] { write_file(folder.path("no/m"), "new"); }),
              HasSubstr("No such file or directory"));
}

TEST(WriteFile, OverAFolderIsAnErrorAndLeavesNothing) {
  const Folder folder;
  std::filesystem::create_directory(folder.path("m"));
  error_of(ErrorKind::io, [&] { write_file(folder.path("m"), "new"); });
  EXPECT_TRUE(std::filesystem::is_directory(folder.path("m")));
  EXPECT_EQ(n_files(folder), 1U);
}

// A disk that is full after a kilobyte, by a limit on the size of files.
class FullDisk {
 public:
  FullDisk() {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = 1024;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

TEST(WriteFile, AFailingWriteLeavesTheOldFile) {
  const Folder folder;
  const std::string path = folder.write("m", "old");
  std::string message;
  {
    const FullDisk full;
    message = error_of(ErrorKind::io, [&] { write_file(path, std::string(100'000, 'x')); });
  }
  EXPECT_THAT(message, HasSubstr("cannot write"));
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(n_files(folder), 1U);
}

TEST(MappedFile, HasTheBytesOfTheFile) {
  const Folder folder;
  EXPECT_EQ(MappedFile(folder.write("a", "some bytes")).bytes(), "some bytes");
  EXPECT_EQ(MappedFile(folder.write("b", "")).bytes(), "");
  EXPECT_THAT(error_of(ErrorKind::io, [&] { MappedFile(folder.path("no")); }), HasSubstr("No such file"));
  EXPECT_THAT(error_of(ErrorKind::io, [&] { MappedFile(folder.path(".")); }), HasSubstr("directory"));
}

}  // namespace
}  // namespace priory::testing
