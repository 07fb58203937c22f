// SPDX-License-Identifier: Apache-2.0
#include "bytes/origin.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <thread>

#include "input/packing.h"
#include "input/reading.h"
#include "threads.h"

TESTS_START_THREADS;

namespace priory::testing {
namespace {

std::string contents(Origin& origin, bool again) {
  const auto bytes = origin.open(again);
  std::string text(1000, '\0');
  text.resize(read_fully(*bytes, text.data(), text.size()));
  return text;
}

TEST(Origin, AFileIsOpenedAsOftenAsOneLikes) {
  const Folder folder;
  const auto origin = file_origin(folder.write("a", "hello"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(contents(*origin, false), "hello");
  const auto packed = file_origin(folder.write("b", gz("hello")));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(contents(*packed, false), "hello");
}

TEST(Origin, AFifoIsKeptWhenAsked) {
  const Folder folder;
  const std::string path = folder.path("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  for (const std::string& sent : {std::string("hello"), gz("hello")}) {
    std::thread writer([&] { folder.write("fifo", sent); });
    const auto origin = file_origin(path);
    EXPECT_EQ(contents(*origin, true), "hello");
    writer.join();
    EXPECT_EQ(contents(*origin, false), "hello");
  }
}

// Puts a file in the place of standard input.
class AsInput {
 public:
  explicit AsInput(int fd) : saved_(::dup(STDIN_FILENO)) {
    ::dup2(fd, STDIN_FILENO);
    ::close(fd);
  }
  ~AsInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

TEST(Origin, StandardInputFromAFileBeginsWhereItStands) {
  const Folder folder;
  const int fd = ::open(folder.write("a", "skipped hello").c_str(), O_RDONLY);
  ::lseek(fd, 8, SEEK_SET);
  const AsInput input(fd);
  const auto origin = file_origin("-");
  EXPECT_EQ(origin->name(), "standard input");
  EXPECT_EQ(contents(*origin, false), "hello");
  EXPECT_EQ(contents(*origin, false), "hello");
}

TEST(Origin, StandardInputFromAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "hello", 5), 5);
  ::close(ends[1]);
  const AsInput input(ends[0]);
  const auto origin = file_origin("-");
  EXPECT_EQ(contents(*origin, false), "hello");
  EXPECT_THROW(contents(*origin, false), Error);
}

}  // namespace
}  // namespace priory::testing
