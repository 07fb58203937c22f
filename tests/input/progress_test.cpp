// SPDX-License-Identifier: Apache-2.0
// How far a reading is: bytes of the files as they lie on the disk, or files.
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "input/packing.h"
#include "input/reading.h"

namespace priory::testing {
namespace {

using Unit = Progress::Unit;

class ProgressOfReading : public ::testing::Test {
 protected:
  ProgressOfReading()
      : folder_(std::filesystem::temp_directory_path() / ("priory-progress-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~ProgressOfReading() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& bytes) const {
    const auto path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }

  static std::string csv() {
    std::string out = "a,b\n";
    for (int i = 0; i < 20000; ++i) out += std::to_string(i) + "," + std::to_string(i * 7919 % 10007) + "\n";
    return out;
  }

  // Each step of a reading, the last one at the end.
  static std::vector<Progress> steps(const Table& table) {
    const auto source = records_of(table);
    std::vector<Progress> out = {source->progress()};
    while (source->next() != nullptr) out.push_back(source->progress());
    out.push_back(source->progress());
    return out;
  }

  static Table open(const std::vector<std::string>& paths) {
    ReadOptions options;
    options.batch_bytes = 1 << 14;
    return Table::open(paths, options);
  }

  std::filesystem::path folder_;
};

void expect_all_of(const std::vector<Progress>& steps, Unit unit, std::uint64_t total) {
  for (std::size_t k = 0; k < steps.size(); ++k) {
    EXPECT_EQ(steps[k].unit, unit);
    EXPECT_EQ(steps[k].total, total);
    EXPECT_GE(steps[k].done, steps[k == 0 ? 0 : k - 1].done);
  }
  EXPECT_EQ(steps.front().done, 0U);
  EXPECT_EQ(steps.back().done, total);
}

TEST_F(ProgressOfReading, CountsTheBytesOfAllFiles) {
  const std::string text = csv();
  const auto seen = steps(open({file("1.csv", text), file("2.csv", text)}));
  expect_all_of(seen, Unit::bytes, 2 * text.size());
  EXPECT_GT(seen.size(), 10U);
  EXPECT_LT(seen[2].done, text.size());  // and not only from file to file
}

TEST_F(ProgressOfReading, CountsCompressedBytesOfCompressedFiles) {
  for (const auto pack : {gz, zst, xz}) {
    const std::string packed = pack(csv());
    expect_all_of(steps(open({file("t.csv.z", packed)})), Unit::bytes, packed.size());
  }
}

TEST_F(ProgressOfReading, OfAPipeCountsBytesWithoutATotal) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text = "a,b\n1,2\n3,4\n";
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  const auto seen = steps(open({"/dev/fd/" + std::to_string(ends[0])}));
  ::close(ends[0]);
  EXPECT_EQ(seen.back().unit, Unit::bytes);
  EXPECT_EQ(seen.back().done, text.size());
  EXPECT_EQ(seen.back().total, std::nullopt);
}

TEST_F(ProgressOfReading, CountsTheFilesOfDirectories) {
  for (int i = 0; i < 40; ++i) file("a/" + std::to_string(i) + ".txt", "one");
  for (int i = 0; i < 30; ++i) file("b/" + std::to_string(i) + ".txt", "two");
  const auto seen = steps(open({(folder_ / "a").string(), (folder_ / "b").string()}));
  expect_all_of(seen, Unit::files, 70);
}

}  // namespace
}  // namespace priory::testing
